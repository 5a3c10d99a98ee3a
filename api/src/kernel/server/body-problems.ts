/** Levels into a body at which a text can stand: no schema goes deeper, and what does is refused by it. */
const DEEPEST = 32;
/** So many places are told. A body of one megabyte holds a hundred thousand: the answer would be larger than the call. */
const MAX_FOUND = 20;

/** No object that a call takes has more fields. Each of very many costs the schema longer than all of their text. */
export const MAX_FIELDS = 1000;

type Path = (string | number)[];

interface BodyProblems {
  /** Where there is a NUL, the first of them; a field whose own name holds one counts as the field around it. */
  nuls: string[][];
  /** Where an object with too many fields is. */
  crowded: string[] | null;
}

interface Found {
  nuls: Path[];
  crowded: Path | null;
}

/**
 * Looks through a value for what no schema needs to see: texts that the database refuses, and objects with more fields
 * than any has. Halves of a character, which a page leaves when it cuts a text, are replaced in place.
 */
export function problemsIn(value: unknown): BodyProblems {
  const found: Found = { nuls: [], crowded: null };
  if (typeof value === 'object' && value !== null) look(value, [], found);
  return {
    nuls: found.nuls.slice(0, MAX_FOUND).map((path) => path.map(String)),
    crowded: found.crowded?.map(String) ?? null,
  };
}

const isDone = ({ nuls, crowded }: Found): boolean => nuls.length >= MAX_FOUND || crowded !== null;

/** @param path where `holder` is: one list for all of them, because a body may hold very many */
function look(holder: object, path: Path, found: Found): void {
  if (Array.isArray(holder)) {
    const list = holder as unknown[];
    for (let i = 0; i < list.length && !isDone(found); i++) {
      const whole = checked(list[i], i, path, found);
      if (whole !== list[i]) list[i] = whole;
    }
    return;
  }
  const fields = holder as Record<string, unknown>;
  const names = Object.keys(fields);
  if (names.length > MAX_FIELDS) found.crowded = [...path];
  for (const key of names) {
    if (isDone(found)) return;
    if (key.includes('\0')) found.nuls.push([...path]);
    else {
      const whole = checked(fields[key], key, path, found);
      if (whole !== fields[key]) fields[key] = whole;
    }
  }
}

/** @returns the value with whole characters */
function checked(value: unknown, key: string | number, path: Path, found: Found): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) found.nuls.push([...path, key]);
    return value.isWellFormed() ? value : value.toWellFormed();
  }
  // Most of a long body is numbers.
  if (typeof value === 'object' && value !== null && path.length < DEEPEST - 1) {
    path.push(key);
    look(value, path, found);
    path.pop();
  }
  return value;
}
