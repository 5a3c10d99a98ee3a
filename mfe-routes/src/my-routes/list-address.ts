import type { RouteOrder } from '@waymark/api-contract';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderIn } from '../list/orders.ts';

export interface Listed {
  /** Words that the names are searched by. */
  name: string;
  sort: RouteOrder | null;
  /** How many come before the page shown. */
  from: number;
}

/** What the address of a list says, and ways to another one. What cannot be read is left out. */
export function useListAddress() {
  const { pathname, search, state } = useLocation();
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
    ({ name, sort, from }: Listed, { href, replace = false }: { href?: string; replace?: boolean } = {}) => {
      const set = Object.entries({ name, sort, from: from || '' }).filter(([, value]) => value);
      const text = new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
      void navigate(`${pathname}${text && `?${text}`}`, { replace, state: href ? { href } : null });
    },
    [navigate, pathname],
  );
  const href =
    typeof state === 'object' && state !== null && 'href' in state && typeof state.href === 'string'
      ? state.href
      : null;
  /** To another page of the list, by its address as the list has it. */
  const toPage = (address: string, from: number) => {
    go({ ...listed, from }, { href: address });
    scrollTo({ top: 0 });
  };
  return { listed, go, toPage, href };
}
