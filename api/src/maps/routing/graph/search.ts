import FlatQueue from 'flatqueue';
import { costPerMeter, type Costs, isExcluded, mayPass } from './costing.ts';
import type { Graph } from './graph.ts';
import { boundTo } from './landmarks.ts';
import type { Snap } from './snap.ts';

/** Marks the edge of the start: it was entered between its ends, nothing leads to it. */
const ENTERED = 2 ** 31;
/** Marks a start that is a crossing: every road there can be taken. */
const AT_CROSSING = 2 ** 32 - 1;
/** Metres from the end of an edge within which a place is the crossing. */
const CROSSING = 0.5;
const NO_STEP = -1;

/** Edges in the order they are walked: edge x 2, + 1 backwards. Those of start and goal are walked in part; none leads nowhere. */
export interface Path {
  steps: number[];
  cost: number;
}

/**
 * A* over a graph. The arrays are as large as the graph and are used again for each search; a stamp tells what
 * belongs to the present one.
 */
export class Search {
  readonly graph: Graph;
  #cost: Float64Array;
  #by: Uint32Array;
  #seen: Uint32Array;
  #closed: Uint32Array;
  #stamp = 0;
  #queue = new FlatQueue();

  constructor(graph: Graph) {
    const n = graph.lat.length;
    this.graph = graph;
    this.#cost = new Float64Array(n);
    this.#by = new Uint32Array(n);
    this.#seen = new Uint32Array(n);
    this.#closed = new Uint32Array(n);
  }

  /** The cheapest way between two places on edges; null where there is none. */
  path(start: Snap, goal: Snap, costs: Costs): Path | null {
    const { graph } = this;
    const { from, to, length, firstOut, out, through } = graph;
    const { mode, excluded } = costs;
    this.#begin();
    const edgeCost = (edge: number) => costPerMeter(graph, costs, edge);
    const g = goal.edge;
    const onGoal = edgeCost(g);
    const ends: { vertex: number; cost: number; step: number }[] = [];
    const rest = length[g]! - goal.along;
    if (goal.along < CROSSING) ends.push({ vertex: from[g]!, cost: 0, step: NO_STEP });
    else if (mayPass(graph, g, false, mode) && !isExcluded(costs, g, 0, goal.along))
      ends.push({ vertex: from[g]!, cost: goal.along * onGoal, step: g * 2 });
    if (rest < CROSSING) ends.push({ vertex: to[g]!, cost: 0, step: NO_STEP });
    else if (mayPass(graph, g, true, mode) && !isExcluded(costs, g, goal.along, length[g]!))
      ends.push({ vertex: to[g]!, cost: rest * onGoal, step: g * 2 + 1 });

    const estimate = boundTo(graph, mode, to[start.edge]!, ends);
    const reach = (v: number, cost: number, by: number) => {
      if (this.#seen[v] === this.#stamp && this.#cost[v]! <= cost) return;
      this.#seen[v] = this.#stamp;
      this.#cost[v] = cost;
      this.#by[v] = by;
      this.#queue.push(v, cost + estimate(v));
    };

    const s = start.edge;
    const onStart = edgeCost(s);
    const ahead = length[s]! - start.along;
    if (ahead < CROSSING) reach(to[s]!, 0, AT_CROSSING);
    else if (mayPass(graph, s, false, mode) && !isExcluded(costs, s, start.along, length[s]!))
      reach(to[s]!, ahead * onStart, s * 2 + ENTERED);
    if (start.along < CROSSING) reach(from[s]!, 0, AT_CROSSING);
    else if (mayPass(graph, s, true, mode) && !isExcluded(costs, s, 0, start.along))
      reach(from[s]!, start.along * onStart, s * 2 + 1 + ENTERED);
    let best: { cost: number; vertex: number; step: number } | null = this.#straight(start, goal, costs);
    while (this.#queue.length > 0) {
      if (best && this.#queue.peekValue()! >= best.cost) break;
      const v = this.#queue.pop()!;
      if (this.#closed[v] === this.#stamp) continue;
      this.#closed[v] = this.#stamp;
      const cost = this.#cost[v]!;
      // Who begins at a barrier may leave on either side of it; who comes to one goes no further.
      const stops = (through[v]! & mode) === 0 && this.#by[v] !== AT_CROSSING;
      for (const end of ends)
        if (end.vertex === v && (!stops || end.step === NO_STEP) && (!best || cost + end.cost < best.cost))
          best = { cost: cost + end.cost, vertex: v, step: end.step };
      if (stops) continue;
      for (let i = firstOut[v]!; i < firstOut[v + 1]!; i++) {
        const step = out[i]!;
        const edge = step >> 1;
        const back = (step & 1) === 1;
        const next = back ? from[edge]! : to[edge]!;
        if (this.#closed[next] === this.#stamp || excluded.has(edge) || !mayPass(graph, edge, back, mode))
          continue;
        reach(next, cost + length[edge]! * edgeCost(edge), step);
      }
    }
    this.#queue.clear();
    if (!best) return null;
    return { cost: best.cost, steps: best.vertex < 0 ? [best.step] : this.#stepsTo(best.vertex, best.step) };
  }

  #begin(): void {
    this.#stamp++;
    if (this.#stamp < 0xffffffff) return;
    this.#seen.fill(0);
    this.#closed.fill(0);
    this.#stamp = 1;
  }

  /** Both places on one edge: the way along it, where its direction allows. */
  #straight(start: Snap, goal: Snap, costs: Costs) {
    if (start.edge !== goal.edge) return null;
    const back = goal.along < start.along;
    if (!mayPass(this.graph, start.edge, back, costs.mode)) return null;
    if (isExcluded(costs, start.edge, start.along, goal.along)) return null;
    const cost = Math.abs(goal.along - start.along) * costPerMeter(this.graph, costs, start.edge);
    return { cost, vertex: -1, step: start.edge * 2 + (back ? 1 : 0) };
  }

  #stepsTo(vertex: number, last: number): number[] {
    const steps = last === NO_STEP ? [] : [last];
    for (let v = vertex; ;) {
      const by = this.#by[v]!;
      if (by === AT_CROSSING) return steps.reverse();
      const step = by >= ENTERED ? by - ENTERED : by;
      steps.push(step);
      if (by >= ENTERED) return steps.reverse();
      v = (step & 1) === 1 ? this.graph.to[step >> 1]! : this.graph.from[step >> 1]!;
    }
  }
}
