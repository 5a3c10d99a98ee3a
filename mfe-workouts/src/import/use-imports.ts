import type { FileImportList, ImportState } from '@waymark/api-contract';
import { http, publish } from '@waymark/contract';
import { useApiQuery } from '@waymark/remote';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { uploads } from './uploads.ts';

export const PATH = '/device/file_import/';
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

/** One page of the member's uploads, newest first; asked again while some are being read. */
export function useImports({ page, search, ...filter }: ImportFilter) {
  const queries = useQueryClient();
  const params = { limit: PAGE, offset: (page - 1) * PAGE, search: search?.trim() || undefined, ...filter };
  const query = useApiQuery<FileImportList>('main', PATH, params, {
    refetchInterval: ({ state: { data } }) =>
      data && (data.pending > 0 || data.batches.some(({ unpacking }) => unpacking)) ? POLL_MS : false,
    staleTime: 0,
    // Turning a page or typing a letter keeps the lines there until the others have come.
    placeholderData: keepPreviousData,
  });
  useEffect(
    () => uploads.onAccepted(() => void queries.invalidateQueries({ queryKey: ['main', PATH] })),
    [queries],
  );
  useAnnounce(query.isPlaceholderData ? undefined : query.data, filter.batch_id);
  return query;
}

/** Tells host and other pages when files have become workouts, so that what they show is fetched anew. */
function useAnnounce(list: FileImportList | undefined, batch: number | undefined): void {
  const queries = useQueryClient();
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
    publish('import.finished', read);
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => !String(queryKey[1]).startsWith(PATH),
      refetchType: 'none',
    });
  }, [list, batch, queries]);
}

/** The list as a table, filtered as it is shown. */
export const fetchReport = ({ state, batch_id, search }: ImportFilter): Promise<Blob> =>
  http.service('main').get<Blob>(`${PATH}report/`, {
    params: { state, batch_id, search: search?.trim() || undefined },
    responseType: 'blob',
    headers: { accept: 'text/csv' },
  });
