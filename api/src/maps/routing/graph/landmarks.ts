import FlatQueue from 'flatqueue';
import { MODES } from '../../osm/access.ts';
import { costsOf, mayPass } from './costing.ts';
import type { Graph, Landmarks } from './graph.ts';

/** Landmarks of a mode: more of them make searches shorter and graphs larger. */
export const LANDMARKS = 8;
/** A search uses only the landmarks with the tightest bounds; more would cost more than they save. */
const ASKED = 3;
/** The most that rounding to 24 bits can add to a distance, in units of cost. */
const ROUNDING = 0.05;

const COSTINGS = ['pedestrian', 'bicycle', 'auto'] as const;

type Roads = Omit<Graph, 'toLandmark' | 'fromLandmark'>;

/**
 * Chooses landmarks at the rims of each mode's network and measures the way to and from them. With the triangle
 * inequality they tell how far two places are apart at least (ALT; Goldberg and Harrelson, 2005), which on a grid of
 * streets is far closer to the truth than the line through the air.
 */
export function measureLandmarks(graph: Roads): Landmarks {
  const n = graph.lat.length;
  const empty = (): Landmarks['toLandmark'] => [
    new Float32Array(n * LANDMARKS).fill(Infinity),
    new Float32Array(n * LANDMARKS).fill(Infinity),
    new Float32Array(n * LANDMARKS).fill(Infinity),
  ];
  const landmarks: Landmarks = { toLandmark: empty(), fromLandmark: empty() };
  for (const [m, costing] of COSTINGS.entries()) {
    const measure = measurer(graph, costing);
    const nearest = new Float64Array(n).fill(Infinity);
    let landmark = anyOfLargest(graph, m);
    for (let k = 0; k < LANDMARKS && landmark >= 0; k++) {
      const from = measure(landmark, false);
      const to = measure(landmark, true);
      let furthest = -1;
      for (let v = 0; v < n; v++) {
        landmarks.fromLandmark[m]![v * LANDMARKS + k] = from[v]!;
        landmarks.toLandmark[m]![v * LANDMARKS + k] = to[v]!;
        nearest[v] = Math.min(nearest[v]!, from[v]!);
        if (Number.isFinite(nearest[v]) && (furthest < 0 || nearest[v]! > nearest[furthest]!)) furthest = v;
      }
      landmark = furthest;
    }
  }
  return landmarks;
}

function anyOfLargest({ parts, partSizes }: Roads, m: number): number {
  let largest = -1;
  for (const [v, size] of partSizes[m]!.entries())
    if (size > 0 && (largest < 0 || size > partSizes[m]![largest]!)) largest = v;
  return largest < 0 ? -1 : parts[m]![largest]!;
}

/** Dijkstra from a vertex, or against the direction of travel: what it costs to come to it. */
function measurer(graph: Roads, costing: (typeof COSTINGS)[number]) {
  const { from, to, length, wayClass, firstOut, out, through } = graph;
  const { mode, perMeter } = costsOf(costing);
  const queue = new FlatQueue();
  return (start: number, against: boolean): Float64Array => {
    const cost = new Float64Array(graph.lat.length).fill(Infinity);
    cost[start] = 0;
    queue.push(start, 0);
    while (queue.length > 0) {
      const at = queue.peekValue()!;
      const v = queue.pop()!;
      if (at > cost[v]! || (v !== start && (through[v]! & mode) === 0)) continue;
      for (let i = firstOut[v]!; i < firstOut[v + 1]!; i++) {
        const edge = out[i]! >> 1;
        const back = (out[i]! & 1) === 1;
        if (!mayPass(graph, edge, against ? !back : back, mode)) continue;
        const next = back ? from[edge]! : to[edge]!;
        const sum = at + length[edge]! * perMeter[wayClass[edge]!]!;
        if (sum >= cost[next]!) continue;
        cost[next] = sum;
        queue.push(next, sum);
      }
    }
    return cost;
  };
}

/** Least cost between vertices and one of the ends of a search. */
export type CostBound = (vertex: number) => number;

/** Makes the bound for a search from `start` to the nearest of `ends`, each a vertex and the cost that remains from there. */
export function boundTo(
  graph: Graph,
  mode: number,
  start: number,
  ends: readonly { vertex: number; cost: number }[],
): CostBound {
  const m = MODES.findIndex((bit) => bit === mode);
  const to = graph.toLandmark[m]!;
  const from = graph.fromLandmark[m]!;
  const { through } = graph;
  const targets = ends.map(({ vertex, cost }) => ({
    at: vertex * LANDMARKS,
    remainingCost: cost,
    barred: (through[vertex]! & mode) === 0,
  }));
  const between = (v: number, t: number, k: number) => {
    const forth = from[t + k]! - from[v + k]!;
    const back = to[v + k]! - to[t + k]!;
    // Not a number where a landmark reaches neither: it says nothing.
    return back > forth || Number.isNaN(forth) ? back : forth;
  };
  const first = targets[0];
  const best = Array.from({ length: LANDMARKS }, (_, k) => k)
    .map((k) => ({ k, says: first ? between(start * LANDMARKS, first.at, k) : 0 }))
    .filter(({ says }) => !Number.isNaN(says))
    .sort((a, b) => b.says - a.says)
    .slice(0, ASKED)
    .map(({ k }) => k);
  return (vertex) => {
    // No way leads to a barrier and on: by a landmark beyond it, it would seem farther away than it is.
    if ((through[vertex]! & mode) === 0) return 0;
    const v = vertex * LANDMARKS;
    let least = Infinity;
    for (const { at, remainingCost, barred } of targets) {
      let bound = 0;
      for (const k of best) {
        const says = barred ? from[at + k]! - from[v + k]! : between(v, at, k);
        if (says > bound) bound = says;
      }
      least = Math.min(least, bound + remainingCost);
    }
    return Math.max(0, least - ROUNDING);
  };
}
