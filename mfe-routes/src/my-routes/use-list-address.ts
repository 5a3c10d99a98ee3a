import type { RouteOrder } from '@waymark/api-contract';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderIn } from '../list/parse-order.ts';
import { type PageLink, stateOf, usePageHref } from '../list/use-route-list.ts';

export interface Listed {
  /** Words that the names are searched by. */
  name: string;
  sort: RouteOrder | null;
  /** How many come before the page shown. */
  from: number;
}

/** What the address of a list says, and ways to another one. What cannot be read is left out. */
export function useListAddress() {
  const { pathname, search } = useLocation();
  const href = usePageHref();
  const navigate = useNavigate();
  const listed = useMemo((): Listed => {
    const params = new URLSearchParams(search);
    const from = Number(params.get('from'));
    return {
      name: (params.get('name') ?? '').slice(0, 100),
      sort: orderIn(params.get('sort')),
      from: Number.isSafeInteger(from) && from > 0 && from <= 100_000 ? from : 0,
    };
  }, [search]);
  const go = useCallback(
    (
      { name, sort, from }: Listed,
      { replace = false, link }: { replace?: boolean; link?: PageLink } = {},
    ) => {
      const set = Object.entries({ name, sort, from: from || '' }).filter(([, value]) => value);
      const text = new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
      void navigate(`${pathname}${text && `?${text}`}`, { replace, state: link ? stateOf(link) : null });
    },
    [navigate, pathname],
  );
  /** To another page of the list. */
  const toPage = (link: PageLink) => {
    go({ ...listed, from: link.from }, { link });
    scrollTo({ top: 0 });
  };
  return { listed, href, go, toPage };
}
