/** Levels into a body at which a text can stand: no schema goes deeper, and what does is refused by it. */
const DEEPEST = 32;

/**
 * Looks through all texts of a value for what the database refuses. Halves of a character, which a page leaves when
 * it cuts a text, are replaced in place.
 * @returns where there is a NUL, by path; a field whose own name holds one counts as the field around it
 */
export function nulsIn(value: unknown): string[][] {
  const found: string[][] = [];
  look(value, [], found);
  return found;
}

function look(value: unknown, path: string[], found: string[][]): void {
  if (typeof value !== 'object' || value === null || path.length >= DEEPEST) return;
  const holder = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(holder)) {
    if (key.includes('\0')) found.push(path);
    else if (typeof inner === 'string') {
      if (inner.includes('\0')) found.push([...path, key]);
      else if (!inner.isWellFormed()) holder[key] = inner.toWellFormed();
    }
    // Most of a long body is numbers.
    else if (typeof inner === 'object') look(inner, [...path, key], found);
  }
}
