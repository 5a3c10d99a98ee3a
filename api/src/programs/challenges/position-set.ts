/** Positions from 0 to below `size`, of which some are in the set: additions and neighbours take log(size) steps. */
export class PositionSet {
  readonly #leaves: number;
  /** A binary tree in one array: a node says whether any leaf below it is in the set. */
  readonly #nodes: Uint8Array;

  constructor(size: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, size)));
    this.#nodes = new Uint8Array(2 * this.#leaves);
  }

  add(position: number): void {
    for (let node = position + this.#leaves; node >= 1 && !this.#nodes[node]; node >>= 1)
      this.#nodes[node] = 1;
  }

  /** The nearest position of the set below (-1) or above (1) a position that is not in it; null where there is none. */
  neighbour(position: number, side: -1 | 1): number | null {
    let node = position + this.#leaves;
    // Up, until the other child of a parent lies on that side and holds something.
    for (;;) {
      if (node <= 1) return null;
      const isLeft = node % 2 === 0;
      const sibling = node ^ 1;
      if (isLeft === (side === 1) && this.#nodes[sibling]) {
        node = sibling;
        break;
      }
      node >>= 1;
    }
    while (node < this.#leaves) {
      const near = 2 * node + (side === 1 ? 0 : 1);
      node = this.#nodes[near] ? near : near ^ 1;
    }
    return node - this.#leaves;
  }
}
