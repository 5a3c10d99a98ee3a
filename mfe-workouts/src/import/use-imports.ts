import type { FileImport, FileImportList } from '@waymark/api-contract';
import { http, publish } from '@waymark/contract';
import { useApiQuery } from '@waymark/remote';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { uploads } from './upload-queue.ts';

const PATH = '/device/file_import/';
const PARAMS = { limit: 200 };
/** How often the list is asked for while files are being read. */
const POLL_MS = 700;

const isPending = (item: FileImport) => item.state === 'queued' || item.state === 'reading';

/** The member's uploads, newest first; asked again while some are being read. */
export function useImports() {
  const queries = useQueryClient();
  const query = useApiQuery<FileImportList>('main', PATH, PARAMS, {
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? POLL_MS : false),
    staleTime: 0,
  });
  useEffect(
    () => uploads.onAccepted(() => void queries.invalidateQueries({ queryKey: ['main', PATH] })),
    [queries],
  );
  useAnnounce(query.data?._embedded.file_imports);
  return query;
}

/** Tells host and other pages when files have become workouts, so that what they show is fetched anew. */
function useAnnounce(items: readonly FileImport[] | undefined): void {
  const queries = useQueryClient();
  const pending = useRef(new Set<number>());
  useEffect(() => {
    if (!items) return;
    const done = items.filter((item) => pending.current.has(item.id) && !isPending(item));
    pending.current = new Set(items.filter(isPending).map((item) => item.id));
    if (done.length === 0) return;
    publish('import.finished', {
      ready: done.filter((item) => item.state === 'ready').length,
      failed: done.filter((item) => item.state === 'failed').length,
    });
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/dashboard/'),
    });
  }, [items, queries]);
}

/** What a member can do with one upload. Each resolves when the list is up to date again. */
export function useImportActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['main', PATH] });
  const main = http.service('main');
  return {
    resolve: useMutation({
      mutationFn: ({ id, choice }: { id: number; choice: 'keep_both' | 'replace' | 'skip' }) =>
        main.post<FileImport>(`${PATH}${id}/resolution/`, { choice }),
      onSettled,
    }),
    retry: useMutation({
      mutationFn: (id: number) => main.post<FileImport>(`${PATH}${id}/retry/`),
      onSettled,
    }),
    dismiss: useMutation({ mutationFn: (id: number) => main.delete(`${PATH}${id}/`), onSettled }),
  };
}
