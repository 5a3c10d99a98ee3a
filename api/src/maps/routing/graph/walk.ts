import { haversine } from '@waymark/units';
import { mayPass } from './costing.ts';
import type { Graph } from './graph.ts';
import type { Path } from './search.ts';
import type { Snap } from './snap.ts';
import type { ModeBit } from '../../osm/access.ts';

/** A piece of a way along one edge. The indices point into the way's line, both included. */
export interface Stretch {
  edge: number;
  back: boolean;
  begin: number;
  end: number;
  /** Metres. */
  length: number;
}

/** A way with its line: latitude, longitude in degrees x 1e7, point by point. */
export interface Walk {
  lat: number[];
  lng: number[];
  stretches: Stretch[];
  /** Metres. */
  length: number;
}

/** Draws a path: from the place where it was entered, along each edge, to the place where it is left. */
export function walkOf(graph: Graph, { steps }: Path, start: Snap, goal: Snap): Walk {
  const walk: Walk = { lat: [start.lat], lng: [start.lng], stretches: [], length: 0 };
  for (const [i, step] of steps.entries()) {
    const edge = step >> 1;
    const back = (step & 1) === 1;
    const begin = walk.lat.length - 1;
    // A start at a crossing lies on another edge than the one that is taken from there.
    const first = i === 0 && edge === start.edge ? start : null;
    const last = i === steps.length - 1 && edge === goal.edge ? goal : null;
    for (const p of pointsBetween(graph, edge, back, first, last))
      add(walk, graph.shapeLat[p]!, graph.shapeLng[p]!);
    if (last) add(walk, goal.lat, goal.lng);
    const end = walk.lat.length - 1;
    // Entered or left at its very end: nobody walks there.
    if (end === begin && steps.length > 1) continue;
    walk.stretches.push({ edge, back, begin, end, length: lengthOf(walk, begin, end) });
  }
  if (walk.lat.length === 1) {
    // A line needs two points even where nobody goes anywhere.
    walk.lat.push(goal.lat);
    walk.lng.push(goal.lng);
    walk.stretches = [{ edge: start.edge, back: false, begin: 0, end: 1, length: 0 }];
  }
  walk.length = walk.stretches.reduce((sum, { length }) => sum + length, 0);
  return walk;
}

function add(walk: Walk, lat: number, lng: number): void {
  const last = walk.lat.length - 1;
  if (walk.lat[last] === lat && walk.lng[last] === lng) return;
  walk.lat.push(lat);
  walk.lng.push(lng);
}

/** Points of an edge's shape that lie on the way, in its order. */
function* pointsBetween(
  { shape }: Graph,
  edge: number,
  back: boolean,
  entered: Snap | null,
  left: Snap | null,
): Generator<number> {
  const low = shape[edge]!;
  const high = shape[edge + 1]! - 1;
  if (back) {
    const from = entered ? entered.point : high - 1;
    const to = left ? left.point + 1 : low;
    for (let p = from; p >= to; p--) yield p;
  } else {
    const from = entered ? entered.point + 1 : low + 1;
    const to = left ? left.point : high;
    for (let p = from; p <= to; p++) yield p;
  }
}

function lengthOf({ lat, lng }: Walk, begin: number, end: number): number {
  let length = 0;
  for (let i = begin + 1; i <= end; i++)
    length += haversine(lat[i - 1]! / 1e7, lng[i - 1]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
  return length;
}

/** How many ways one could take at the end of a stretch, the way back included. */
export function waysAt(graph: Graph, { edge, back }: Stretch, mode: ModeBit): number {
  const vertex = back ? graph.from[edge]! : graph.to[edge]!;
  let ways = 0;
  for (let i = graph.firstOut[vertex]!; i < graph.firstOut[vertex + 1]!; i++) {
    const step = graph.out[i]!;
    if (mayPass(graph, step >> 1, (step & 1) === 1, mode) || step >> 1 === edge) ways++;
  }
  return ways;
}
