import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoTownExtract } from '@waymark/api/src/maps/demo-town.ts';
import { buildGraph } from '@waymark/api/src/maps/routing/graph/build.ts';
import type { Graph } from '@waymark/api/src/maps/routing/graph/graph.ts';
import { Router } from '@waymark/api/src/maps/routing/graph/router.ts';
import { readExtract } from '@waymark/api/src/maps/osm/extract.ts';
import pathFinder from 'geojson-path-finder';
import { percentile, type Row, table } from './row.ts';

/** Streets in each direction: 50,000 nodes. */
const STREETS = 222;
const PAIRS = 400;
const REACH = { median: 3, p95: 12, times: 4 };

const degrees = (value: number) => value / 1e7;

/** Every road as a line, for the library that is compared: it takes no one-way streets and no classes. */
function asGeoJson({ shape, shapeLat, shapeLng }: Graph) {
  const features = Array.from({ length: shape.length - 1 }, (_, edge) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: {
      type: 'LineString' as const,
      coordinates: Array.from({ length: shape[edge + 1]! - shape[edge]! }, (__, i) => [
        degrees(shapeLng[shape[edge]! + i]!),
        degrees(shapeLat[shape[edge]! + i]!),
      ]),
    },
  }));
  return { type: 'FeatureCollection' as const, features };
}

function timesOf(
  work: (pair: readonly [number, number]) => void,
  pairs: readonly (readonly [number, number])[],
) {
  for (const pair of pairs.slice(0, 40)) work(pair);
  return pairs.map((pair) => {
    const start = performance.now();
    work(pair);
    return performance.now() - start;
  });
}

/** Ways between random places of an extract of 50,000 nodes, against a well-known library on the same roads. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-roads-'));
  try {
    const file = path.join(folder, 'town.osm.pbf');
    writeFileSync(file, demoTownExtract({ streets: STREETS }));
    const began = performance.now();
    const graph = buildGraph(await readExtract(file), { name: 'town', attribution: '', demo: true });
    const imported = (performance.now() - began) / 1000;
    const router = new Router(graph);
    // What its CommonJS build exports is one level deeper than its types say.
    const PathFinder = (pathFinder as unknown as { default: typeof pathFinder }).default;
    const finder = new PathFinder(asGeoJson(graph), { tolerance: 1e-7 });
    let state = 7;
    const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const vertex = () => Math.floor(chance() * graph.lat.length);
    const pairs = Array.from({ length: PAIRS }, () => [vertex(), vertex()] as const);
    const lat = (v: number) => degrees(graph.lat[v]!);
    const lng = (v: number) => degrees(graph.lng[v]!);
    const own = timesOf(([a, b]) => {
      router.route({
        locations: [
          { lat: lat(a), lon: lng(a) },
          { lat: lat(b), lon: lng(b) },
        ],
        costing: 'pedestrian',
      });
    }, pairs);
    const point = (v: number) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'Point' as const, coordinates: [lng(v), lat(v)] },
    });
    const other = timesOf(
      ([a, b]) => {
        finder.findPath(point(a), point(b));
      },
      pairs.slice(0, PAIRS / 4),
    );
    const median = percentile(own, 0.5);
    const times = percentile(other, 0.5) / percentile(own.slice(0, other.length), 0.5);
    const ms = (value: number) => `${value.toFixed(2)} ms`;
    const nodes = graph.lat.length.toLocaleString('en');
    return [
      {
        what: `way among ${nodes} crossings (imported in ${imported.toFixed(1)} s), median`,
        measured: ms(median),
        reach: `under ${REACH.median} ms`,
        ok: median < REACH.median,
      },
      {
        what: 'the same, 95th percentile',
        measured: ms(percentile(own, 0.95)),
        reach: `under ${REACH.p95} ms`,
        ok: percentile(own, 0.95) < REACH.p95,
      },
      {
        what: 'faster than geojson-path-finder on the same roads, medians',
        measured: `${times.toFixed(1)} times`,
        reach: `at least ${REACH.times} times`,
        ok: times >= REACH.times,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
