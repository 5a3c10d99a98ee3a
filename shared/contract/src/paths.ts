/**
 * Matches an address against a page pattern: `/workout/:id`, `/workout/:id(\d+)`, `/password_reset/*`.
 * A trailing slash in the address does not matter; letters match exactly. A restriction sees one segment at a time, and
 * the first segment that differs ends the search: the effort grows with the length of the address and no faster.
 * @returns the named parts (the rest of a prefix under `*`), or null
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const address = trimTrailingSlashes(path);
  const params: Record<string, string> = {};
  let at = 0;
  for (const part of compile(pattern).parts) {
    if (part.kind === 'rest') return addParam(params, '*', address.slice(at + 1)) ? params : null;
    if (address[at] !== '/') return null;
    const next = address.indexOf('/', at + 1);
    const end = next < 0 ? address.length : next;
    const segment = address.slice(at + 1, end);
    if (part.kind === 'fixed' ? segment !== part.text : !part.expression.test(segment)) return null;
    if (part.kind === 'param' && !addParam(params, part.name, segment)) return null;
    at = end;
  }
  return at === address.length ? params : null;
}

/** @returns false for a segment that is not decodable */
function addParam(params: Record<string, string>, name: string, segment: string): boolean {
  try {
    params[name] = decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/** `/us//` as `/us`, and `/` as nothing. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Of several matching patterns the most exact one wins: fixed parts before restricted, restricted before free, free before a prefix. */
export function specificity(pattern: string): number {
  return compile(pattern).weight;
}

type Part =
  | { kind: 'fixed'; text: string }
  | { kind: 'param'; name: string; expression: RegExp }
  | { kind: 'rest' };

interface Compiled {
  parts: Part[];
  weight: number;
}
const cache = new Map<string, Compiled>();
const ANY_SEGMENT = /^[^/]+$/;

function compile(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) return known;
  let weight = 0;
  const texts = pattern.split('/').filter(Boolean);
  const parts = texts.map((text): Part => {
    const param = splitParam(text);
    if (text === '*') {
      weight = weight * 4;
      return { kind: 'rest' };
    }
    if (param) {
      const { name, restriction } = param;
      weight = weight * 4 + (restriction === undefined ? 1 : 2);
      // unchecked expression: a slow one is refused by pagePatternProblem; it sees one segment of an address.
      const expression = restriction === undefined ? ANY_SEGMENT : new RegExp(`^(?:${restriction})$`);
      return { kind: 'param', name, expression };
    }
    weight = weight * 4 + 3;
    return { kind: 'fixed', text };
  });
  // Padding to eight parts keeps patterns of different lengths comparable part by part.
  for (let i = parts.length; i < 8; i++) weight *= 4;
  const compiled = { parts, weight };
  cache.set(pattern, compiled);
  return compiled;
}

/** Name and restriction of a part like `:id(\d+)`; null for every other part. */
export function splitParam(part: string): { name: string; restriction: string | undefined } | null {
  const param = /^:(\w+)(?:\((.+)\))?$/.exec(part);
  return param?.[1] === undefined ? null : { name: param[1], restriction: param[2] };
}
