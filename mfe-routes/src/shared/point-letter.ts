const A = 65;
const LETTERS = 26;

/** What a point of a route is called by its number from 0: A to Z, then AA. Numbers on a map are distances. */
export function pointLetter(index: number): string {
  const last = String.fromCharCode(A + (index % LETTERS));
  return index < LETTERS ? last : pointLetter(Math.floor(index / LETTERS) - 1) + last;
}
