/**
 * Matches an address against a page pattern: `/workout/:id`, `/workout/:id(\d+)`, `/password_reset/*`.
 * A trailing slash in the address does not matter; letters match exactly.
 * @returns the named parts (the rest of a prefix under `*`), or null
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const m = compile(pattern).expression.exec(path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);
  if (!m) return null;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(m.groups ?? {})) {
    try {
      params[name === 'rest' ? '*' : name] = decodeURIComponent(value ?? '');
    } catch {
      return null;
    }
  }
  return params;
}

/** Of several matching patterns the most exact one wins: fixed parts before restricted, restricted before free, free before a prefix. */
export function specificity(pattern: string): number {
  return compile(pattern).weight;
}

interface Compiled {
  expression: RegExp;
  weight: number;
}
const cache = new Map<string, Compiled>();

function compile(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) return known;
  let weight = 0;
  const parts = pattern.split('/').filter(Boolean);
  const source = parts.map((part) => {
    const param = /^:(\w+)(?:\((.+)\))?$/.exec(part);
    if (part === '*') {
      weight = weight * 4;
      return '(?:/(?<rest>.*))?';
    }
    if (param) {
      weight = weight * 4 + (param[2] ? 2 : 1);
      return `/(?<${param[1]}>${param[2] ?? '[^/]+'})`;
    }
    weight = weight * 4 + 3;
    return '/' + part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  // Padding to eight parts keeps patterns of different lengths comparable part by part.
  for (let i = parts.length; i < 8; i++) weight *= 4;
  const compiled = { expression: new RegExp(`^${source.join('') || '/'}$`), weight };
  cache.set(pattern, compiled);
  return compiled;
}
