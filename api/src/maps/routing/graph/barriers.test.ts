import assert from 'node:assert/strict';
import test from 'node:test';
import { chance } from '@waymark/routes/testing';
import { BICYCLE, CAR, FOOT } from '../../osm/access.ts';
import type { TownNode, TownWay } from '../../osm/write-extract.ts';
import { type Costing, costsOf } from './costing.ts';
import type { Graph } from './graph.ts';
import { type NoWay, Router } from './router.ts';
import { Search } from './search.ts';
import { type Snap, snap } from './snap.ts';
import { at, drawn, plainCost } from './testing.ts';

type Place = [lng: number, lat: number];

/** Kilometres from one place to another, in thousandths of a degree. */
const km = (graph: Graph, costing: Costing, ...[a, b]: [Place, Place]): number =>
  new Router(graph).route({
    locations: [a, b].map(([lng, lat]) => ({ lat: lat / 1000, lon: lng / 1000 })),
    costing,
  }).trip.summary.length;

/** A short street with a bollard in its middle, and the way around. */
const DRAWN: Readonly<Record<string, number[][]>> = {
  'in one way': [[0, 1, 2]],
  'in one way, from the other side': [[2, 1, 0]],
  'from the bollard': [
    [1, 0],
    [1, 2],
  ],
  'to the bollard': [
    [0, 1],
    [2, 1],
  ],
};
const street = (short: number[][]) =>
  drawn(
    [at(0, 0), at(1, 0, { barrier: 'bollard' }), at(2, 0), at(0, 5), at(2, 5)],
    [
      ...short.map((nodes) => ({ nodes, tags: { highway: 'residential', name: 'Short' } })),
      { nodes: [0, 3, 4, 2], tags: { highway: 'residential', name: 'Long' } },
    ],
  );

for (const [how, short] of Object.entries(DRAWN))
  test(`[ROUTE-12] a bollard keeps cars out, wherever on its street they begin and end; drawn ${how}`, async () => {
    const graph = await street(short);
    assert.equal(graph.through.filter((modes) => modes === (FOOT | BICYCLE)).length, 1);
    assert.equal(graph.through.filter((modes) => (modes & CAR) !== 0).length, graph.lat.length - 1);
    assert.ok(km(graph, 'bicycle', [0, 0], [2, 0]) < 0.3);
    assert.ok(km(graph, 'bicycle', [0.5, 0], [1.5, 0]) < 0.12);
    for (const [a, b] of [
      [
        [0, 0],
        [2, 0],
      ],
      [
        [0.5, 0],
        [1.5, 0],
      ],
      [
        [1.5, 0],
        [0.5, 0],
      ],
      [
        [0.9, 0],
        [1.1, 0],
      ],
    ] as [Place, Place][])
      assert.ok(km(graph, 'auto', a, b) > 1, `${a.join()} to ${b.join()}`);
    // From the way around into each half of the street, from its own end.
    assert.ok(Math.abs(km(graph, 'auto', [2, 3], [1.5, 0]) - 0.39) < 0.01);
    assert.ok(Math.abs(km(graph, 'auto', [0, 3], [0.5, 0]) - 0.39) < 0.01);
    // Who begins or ends at the bollard is on both sides of it.
    for (const side of [0.5, 1.5] as const) {
      assert.ok(km(graph, 'auto', [side, 0], [1, 0]) < 0.07);
      assert.ok(km(graph, 'auto', [1, 0], [side, 0]) < 0.07);
    }
    assert.ok(km(graph, 'auto', [1, 0], [2, 1]) < 0.25);
    assert.ok(km(graph, 'auto', [0, 1], [1, 0]) < 0.25);
  });

for (const [how, nodes] of Object.entries({ from: [2, 1, 0], to: [0, 1, 2] }))
  test(`[ROUTE-12] a block that ends at a private gate is reached, drawn ${how} the gate`, async () => {
    const graph = await drawn(
      [at(0, 0), at(3, 0), at(6, 0, { barrier: 'gate', access: 'private' }), at(3, 4)],
      [
        { nodes, tags: { highway: 'residential', name: 'Dead End' } },
        { nodes: [1, 3], tags: { highway: 'residential', name: 'Side Street' } },
      ],
    );
    for (const costing of ['pedestrian', 'bicycle', 'auto'] as const) {
      assert.ok(Math.abs(km(graph, costing, [3, 3], [4.5, 0]) - 0.5) < 0.01, costing);
      assert.ok(Math.abs(km(graph, costing, [4.5, 0], [3, 3]) - 0.5) < 0.01, costing);
      assert.ok(Math.abs(km(graph, costing, [3, 3], [6, 0]) - 0.667) < 0.01, costing);
    }
  });

test('[ROUTE-12] what lies between two gates is no place to leave, and says so', async () => {
  const gate = { barrier: 'gate', access: 'private' };
  const graph = await drawn(
    [at(-10, 0), at(2, 0, gate), at(20, 0, gate), at(22, 0)],
    [{ nodes: [0, 1, 2, 3], tags: { highway: 'residential', name: 'Estate' } }],
  );
  assert.ok(km(graph, 'pedestrian', [9, 0], [13, 0]) < 0.5);
  assert.throws(
    () => km(graph, 'pedestrian', [11, 0], [-6, 0]),
    (error: NoWay) => error.code === 'no_path',
  );
});

/** A grid of streets with barriers at many crossings and in the middle of many blocks. */
function maze(random: () => number): Promise<Graph> {
  const size = 7;
  const bollard = (share: number) => (random() < share ? { barrier: 'bollard' } : undefined);
  const nodes: TownNode[] = [];
  const ways: TownWay[] = [];
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      nodes.push(at(x * 2 + random() * 0.5, y * 2 + random() * 0.5, bollard(0.15)));
  const block = (a: number, b: number) => {
    const [from, to] = [nodes[a]!, nodes[b]!];
    nodes.push({ lat: (from.lat + to.lat) / 2, lng: (from.lng + to.lng) / 2, ...bollardTags(bollard(0.2)) });
    const way = [a, nodes.length - 1, b];
    ways.push({ nodes: random() < 0.5 ? way : way.reverse(), tags: { highway: 'residential' } });
  };
  for (let i = 0; i < size * size; i++) {
    if (i % size < size - 1) block(i, i + 1);
    if (i < size * (size - 1)) block(i, i + size);
  }
  return drawn(nodes, ways);
}
const bollardTags = (tags: Record<string, string> | undefined) => (tags ? { tags } : {});

/** What it costs at least, by looking at everything: from each end of the one edge to each end of the other. */
function leastCost(graph: Graph, start: Snap, goal: Snap): number {
  const { perMeter } = costsOf('auto');
  const onEdge = ({ edge, along }: Snap) =>
    [
      { vertex: graph.from[edge]!, rest: along },
      { vertex: graph.to[edge]!, rest: graph.length[edge]! - along },
    ]
      .map(({ vertex, rest }) => ({ vertex, cost: rest * perMeter[graph.wayClass[edge]!]! }))
      .filter(({ vertex }) => (graph.through[vertex]! & CAR) !== 0);
  if (start.edge === goal.edge)
    return Math.abs(start.along - goal.along) * perMeter[graph.wayClass[goal.edge]!]!;
  const ways = onEdge(start).flatMap((a) =>
    onEdge(goal).map((b) => a.cost + plainCost(graph, a.vertex, b.vertex, 'auto') + b.cost),
  );
  return Math.min(Infinity, ...ways);
}

test('[ROUTE-12] among many barriers the way is the cheapest that passes none, and there is one where one is found by looking at all', async () => {
  const random = chance(23);
  let found = 0;
  for (let round = 0; round < 4; round++) {
    const graph = await maze(random);
    const search = new Search(graph);
    const costs = costsOf('auto');
    for (let pair = 0; pair < 40; pair++) {
      const [start, goal] = [0, 0].map(() => snap(graph, random() * 0.012, random() * 0.012, CAR)[0]!);
      // In the middle of a block only: what a barrier is to those who stand at it is told above.
      const inside = ({ edge, along }: Snap) => along > 1 && along < graph.length[edge]! - 1;
      if (!inside(start!) || !inside(goal!)) continue;
      const least = leastCost(graph, start!, goal!);
      const cost = search.path(start!, goal!, costs)?.cost ?? Infinity;
      assert.ok(cost === least || Math.abs(cost - least) < 0.2, `${cost} instead of ${least}`);
      if (Number.isFinite(least)) found++;
    }
  }
  assert.ok(found > 60, `${found} ways`);
});
