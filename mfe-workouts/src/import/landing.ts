import type { FileImport, FileImportList } from '@waymark/api-contract';
import { navigate } from '@waymark/contract';
import { useCallback, useEffect, useState } from 'react';
import { uploads } from './uploads.ts';

/**
 * Someone who drops one file wants to see that workout: as soon as it is ready, its page opens.
 * With several files, or when the file needs a decision, this page stays.
 * @returns what takes new files
 */
export function useLanding(items: readonly FileImport[]): (files: File[]) => void {
  const [awaited, setAwaited] = useState<'next' | number | null>(null);

  const add = useCallback((files: File[]) => {
    setAwaited(files.length === 1 && !uploads.busy ? 'next' : null);
    uploads.add(files);
  }, []);

  useEffect(
    () =>
      uploads.onAccepted((list: FileImportList) => {
        const rows = list._embedded.file_imports;
        setAwaited((now) => (now === 'next' && rows.length === 1 ? (rows[0]?.id ?? null) : null));
      }),
    [],
  );

  const done = typeof awaited === 'number' ? items.find((item) => item.id === awaited) : undefined;
  useEffect(() => {
    const workout = done?.state === 'ready' ? done.workouts[0] : undefined;
    if (workout) navigate(`/workout/${workout.id}`);
  }, [done]);

  return add;
}
