import type { Links } from '@waymark/api-contract';

/** Links to a page of a list and its neighbours, with everything the caller asked for kept. */
export function pageLinks(path: string, query: { limit: number; offset: number }, total: number): Links {
  const at = (offset: number) => {
    const asked = Object.entries({ ...query, offset }).filter(([, value]) => value !== undefined);
    return [{ href: `${path}?${new URLSearchParams(asked.map(([key, value]) => [key, String(value)]))}` }];
  };
  const links: Links = { self: at(query.offset) };
  if (query.offset + query.limit < total) links['next'] = at(query.offset + query.limit);
  if (query.offset > 0) links['prev'] = at(Math.max(0, query.offset - query.limit));
  return links;
}
