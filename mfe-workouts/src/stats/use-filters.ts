import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasFilters, readFilters, withFilters, type Filters } from './filters.ts';

const KEY = 'waymark.stats';

function kept(): URLSearchParams {
  try {
    return new URLSearchParams(sessionStorage.getItem(KEY) ?? '');
  } catch {
    return new URLSearchParams();
  }
}

function keep(filters: Filters): void {
  try {
    sessionStorage.setItem(KEY, withFilters(new URLSearchParams(), filters).toString());
  } catch {
    // Without storage the next visit begins with the usual filters.
  }
}

/** The filters of the address. One without any takes those of the last visit in this tab, and names them from then on. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  // The router changes the address a moment after the click; what was clicked shows at once.
  const [clicked, setClicked] = useState<{ at: string; filters: Filters } | null>(null);
  useEffect(() => setClicked(null), [address]);
  const named = hasFilters(params);
  const filters = clicked?.at === address ? clicked.filters : readFilters(named ? params : kept());
  const wanted = withFilters(params, filters).toString();
  useEffect(() => {
    keep(filters);
    if (!named && wanted !== address) setParams(wanted, { replace: true });
    // `wanted` holds the filters as text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, named]);
  const change = (some: Partial<Filters>) => {
    const next = { ...filters, ...some };
    keep(next);
    setClicked({ at: address, filters: next });
    setParams(withFilters(params, next), { replace: true });
  };
  return [filters, change];
}
