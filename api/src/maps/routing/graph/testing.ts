import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { readExtract } from '../../osm/extract.ts';
import { type TownNode, type TownWay, writeExtract } from '../../osm/write-extract.ts';
import { buildGraph } from './build.ts';
import { costPerMeter, type Costing, type CostingOptions, costsOf, mayPass } from './costing.ts';
import type { Graph } from './graph.ts';

/** A folder that goes when the tests of the file are over. */
export const folder = mkdtempSync(path.join(tmpdir(), 'waymark-roads-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The roads of an extract, as an import makes them. */
export async function graphOf(extract: Buffer): Promise<Graph> {
  const file = path.join(folder, 'region.osm.pbf');
  writeFileSync(file, extract);
  return buildGraph(await readExtract(file), { name: 'region', attribution: '', demo: true });
}

/** The roads of a few places and the ways between them. */
export const drawn = (nodes: TownNode[], ways: TownWay[]): Promise<Graph> =>
  graphOf(writeExtract(nodes, ways));

/** A place some thousandths of a degree from nowhere. */
export const at = (lng: number, lat: number, tags?: Record<string, string>): TownNode => ({
  lng: lng / 1000,
  lat: lat / 1000,
  ...(tags && { tags }),
});

/** The cost between two vertices by looking at everything, in the plainest way there is. */
export function plainCost(
  graph: Graph,
  from: number,
  goal: number,
  costing: Costing,
  options: CostingOptions = {},
  excluded: ReadonlySet<number> = new Set(),
): number {
  const costs = costsOf(costing, options);
  const { mode } = costs;
  const cost = new Map([[from, 0]]);
  const open = new Set([from]);
  const done = new Set<number>();
  while (open.size > 0) {
    let v = -1;
    for (const one of open) if (v < 0 || cost.get(one)! < cost.get(v)!) v = one;
    if (v === goal) return cost.get(v)!;
    open.delete(v);
    done.add(v);
    if ((graph.through[v]! & mode) === 0 && v !== from) continue;
    for (let edge = 0; edge < graph.from.length; edge++)
      for (const back of [false, true]) {
        if (excluded.has(edge)) continue;
        if ((back ? graph.to : graph.from)[edge] !== v || !mayPass(graph, edge, back, mode)) continue;
        const next = (back ? graph.from : graph.to)[edge]!;
        const sum = cost.get(v)! + graph.length[edge]! * costPerMeter(graph, costs, edge);
        if (done.has(next) || sum >= (cost.get(next) ?? Infinity)) continue;
        cost.set(next, sum);
        open.add(next);
      }
  }
  return Infinity;
}
