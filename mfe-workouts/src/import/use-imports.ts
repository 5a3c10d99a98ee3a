import type { FileImportList, ImportState } from '@waymark/api-contract';
import { importCalls } from '@waymark/api-contract/client';
import { announceChange, call } from '@waymark/contract';
import { useCall } from '@waymark/remote';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

export const PAGE = 50;
/** How often the list is asked for while files are being read. */
const POLL_MS = 700;

/** What of the list is looked at. */
export interface ImportFilter {
  state?: ImportState | undefined;
  batch_id?: number | undefined;
  search?: string | undefined;
  /** From 1. */
  page: number;
}

const STATES: ReadonlySet<string> = new Set<ImportState>([
  'queued',
  'reading',
  'ready',
  'duplicate',
  'failed',
  'skipped',
]);

const wholeOf = (text: string | null): number | undefined => {
  const number = Number(text ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** The filter that an address names; what makes no sense there counts as not said. */
export function readImportFilter(params: URLSearchParams): ImportFilter {
  const state = params.get('state') ?? '';
  return {
    state: STATES.has(state) ? (state as ImportState) : undefined,
    batch_id: wholeOf(params.get('batch')),
    search: params.get('search')?.slice(0, 100) || undefined,
    page: wholeOf(params.get('page')) ?? 1,
  };
}

/** The parameters of an address with a filter; the usual one leaves no trace. */
export function withImportFilter(
  params: URLSearchParams,
  { state, batch_id: batch, search, page }: ImportFilter,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ state, batch, search, page: page > 1 ? page : undefined }))
    if (value) next.set(name, String(value));
    else next.delete(name);
  return next;
}

/** One page of the member's uploads, newest first; asked again while some are being read. */
export function useImports({ page, search, ...filter }: ImportFilter) {
  const query = { limit: PAGE, offset: (page - 1) * PAGE, search: search?.trim() || undefined, ...filter };
  const imports = useCall(
    importCalls.list,
    { query },
    {
      refetchInterval: ({ state: { data } }) =>
        data && (data.pending > 0 || data.batches.some(({ unpacking }) => unpacking)) ? POLL_MS : false,
      staleTime: 0,
      // Turning a page or typing a letter keeps the lines there until the others have come.
      placeholderData: keepPreviousData,
    },
  );
  useAnnounce(imports.isPlaceholderData ? undefined : imports.data, filter.batch_id);
  return imports;
}

/** Announces that files have become workouts. */
function useAnnounce(list: FileImportList | undefined, batch: number | undefined): void {
  const before = useRef<{ batch: number | undefined; ready: number; failed: number; pending: number }>(
    undefined,
  );
  useEffect(() => {
    if (!list) return;
    const { ready, failed } = list.counts;
    const last = before.current;
    before.current = { batch, ready, failed, pending: list.pending };
    // Counts of another batch, or without what was taken off the list, tell nothing about what was read.
    if (!last || last.batch !== batch || last.pending === 0) return;
    const read = { ready: Math.max(0, ready - last.ready), failed: Math.max(0, failed - last.failed) };
    if (read.ready + read.failed === 0) return;
    announceChange(['workouts', 'recordings']);
  }, [list, batch]);
}

/** The list as a table, filtered as it is shown. */
export const fetchReport = ({ state, batch_id, search }: ImportFilter): Promise<Blob> =>
  call(importCalls.report, { query: { state, batch_id, search: search?.trim() || undefined } });
