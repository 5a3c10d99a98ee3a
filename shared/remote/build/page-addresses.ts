import type { RemoteDeclaration } from '@waymark/contract/manifest';
import { splitParam } from '@waymark/contract/paths';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A pattern as the router has it: without what restricts its parts. */
const routeOf = (pattern: string): string =>
  pattern
    .split('/')
    .map((part) => {
      const param = splitParam(part);
      return param ? `:${param.name}` : part;
    })
    .join('/');

/**
 * Compares the routes of a remote (`src/app.tsx`) with the pages of its declaration, which edge and host go by.
 * @returns what only one of them has; null when both name the same pages
 */
export async function problemOfAddresses(
  folder: string,
  { pages }: Pick<RemoteDeclaration, 'pages'>,
): Promise<string | null> {
  const file = join(folder, 'src/app.tsx');
  if (!existsSync(file)) return null;
  const source = await readFile(file, 'utf8');
  const routes = new Set([...source.matchAll(/<Route\s+path="([^"]+)"/g)].map(([, path = '']) => path));
  const declared = new Set(
    pages.filter(({ standalone }) => standalone === undefined).map(({ pattern }) => routeOf(pattern)),
  );
  const undeclared = [...routes].filter((path) => !declared.has(path));
  const unrouted = [...declared].filter((path) => !routes.has(path));
  if (undeclared.length > 0)
    return `src/app.tsx has a route ${undeclared.join(', ')}, for which waymark.json declares no page. Nobody would get there.`;
  return unrouted.length > 0
    ? `waymark.json declares the page ${unrouted.join(', ')}, for which src/app.tsx has no route. It would stay empty.`
    : null;
}
