import { readSession, writeSession } from '@waymark/api-contract/browser-storage';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasFilters, readFilters, withFilters, type Filters } from './filters.ts';

const readStoredFilters = () => new URLSearchParams(readSession('waymark.stats') ?? '');

const storeFilters = (filters: Filters): void =>
  void writeSession('waymark.stats', withFilters(new URLSearchParams(), filters).toString());

/** The filters of the address. One without any takes those of the last visit in this tab, and names them from then on. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  // The router changes the address a moment after the click; what was clicked shows at once.
  const [clicked, setClicked] = useState<{ at: string; filters: Filters } | null>(null);
  useEffect(() => setClicked(null), [address]);
  const named = hasFilters(params);
  const filters =
    clicked?.at === address ? clicked.filters : readFilters(named ? params : readStoredFilters());
  const wanted = withFilters(params, filters).toString();
  useEffect(() => {
    storeFilters(filters);
    if (!named && wanted !== address) setParams(wanted, { replace: true });
    // `wanted` holds the filters as text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, named]);
  const change = (some: Partial<Filters>) => {
    const next = { ...filters, ...some };
    storeFilters(next);
    setClicked({ at: address, filters: next });
    setParams(withFilters(params, next), { replace: true });
  };
  return [filters, change];
}
