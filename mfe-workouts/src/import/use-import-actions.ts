import type { FileImport } from '@waymark/api-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { http, notify } from '@waymark/contract';
import { apiErrorText } from '@waymark/remote';
import { PATH } from './use-imports.ts';

export type Choice = 'keep_both' | 'replace' | 'skip';
type Batch = number | undefined;

/** What a member can do with one upload, and with all of them (or of one batch). What fails is said; the list stays. */
export function useImportActions() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const main = http.service('main');
  const told = {
    onSettled: () => queries.invalidateQueries({ queryKey: ['main', PATH] }),
    onError: (error: unknown) =>
      void notify({
        kind: 'error',
        text: apiErrorText(error, t`That did not work just now. Nothing was lost; try again in a moment.`),
      }),
  };
  return {
    resolve: useMutation({
      mutationFn: ({ id, choice }: { id: number; choice: Choice }) =>
        main.post<FileImport>(`${PATH}${id}/resolution/`, { choice }),
      ...told,
    }),
    retry: useMutation({ mutationFn: (id: number) => main.post<FileImport>(`${PATH}${id}/retry/`), ...told }),
    dismiss: useMutation({ mutationFn: (id: number) => main.delete(`${PATH}${id}/`), ...told }),
    resolveAll: useMutation({
      mutationFn: ({ choice, batch }: { choice: Choice; batch: Batch }) =>
        main.post<{ changed: number }>(`${PATH}resolution/`, { choice, batch_id: batch }),
      ...told,
    }),
    retryAll: useMutation({
      mutationFn: (batch: Batch) => main.post<{ changed: number }>(`${PATH}retry/`, { batch_id: batch }),
      ...told,
    }),
    dismissAll: useMutation({
      mutationFn: (batch: Batch) => main.delete(PATH, { params: { batch_id: batch } }),
      ...told,
    }),
  };
}
