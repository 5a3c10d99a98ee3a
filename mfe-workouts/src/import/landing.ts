import type { FileImport } from '@waymark/api-contract';
import { navigate } from '@waymark/contract';
import { createStore, useStore } from '@waymark/store';
import { useEffect } from 'react';
import { uploads } from './uploads.ts';

/** The one file whose workout opens: 'next' until the server has it, then the id of its import. */
const awaited = createStore<'next' | number | null>(null);

uploads.onAccepted((list) => {
  const rows = list._embedded.file_imports;
  awaited.set((now) => (now === 'next' && rows.length === 1 ? (rows[0]?.id ?? null) : null));
});

/**
 * Sends files. Someone who drops one file wants to see that workout: as soon as it is ready, the import page opens it.
 * With several files, or when the file needs a decision, the import page stays.
 */
export function sendFiles(files: readonly File[]): void {
  awaited.set(files.length === 1 && !uploads.busy ? 'next' : null);
  uploads.add(files);
}

/** Opens the workout of the one file that was sent, here or by the page before. */
export function useLanding(items: readonly FileImport[]): void {
  const id = useStore(awaited);
  const done = typeof id === 'number' ? items.find((item) => item.id === id) : undefined;
  useEffect(() => {
    const workout = done?.state === 'ready' ? done.workouts[0] : undefined;
    if (workout) navigate(`/workout/${workout.id}`);
  }, [done]);
  // Whoever left the page meanwhile is not taken away from it on returning.
  useEffect(() => () => awaited.set(null), []);
}
