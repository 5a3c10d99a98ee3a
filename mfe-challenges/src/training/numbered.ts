/** Items with their places, from 1: what has no id of its own and never changes its order is told apart by its place. */
export const numbered = <T>(items: readonly T[]): { number: number; item: T }[] =>
  items.map((item, index) => ({ number: index + 1, item }));
