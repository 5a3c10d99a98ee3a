import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import type { WorkoutBulkChange } from '@waymark/api-contract';
import { allWorkoutsCalls, manyWorkoutsCalls } from '@waymark/api-contract/client';
import { announceChange, call, notify } from '@waymark/contract';
import { saveFile, useFailureText } from '@waymark/remote';
import { useState } from 'react';

/** Most workouts of one call, and of one table. */
const CALL_MAX = 200;
const TABLE_MAX = 500;

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );

/** Changes, deletes and exports what is selected; each change can be taken back. */
export function useBulkActions(onDone: () => void) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);

  /** Many workouts go in several calls; the pages fetch anew once, after the last. */
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      notify({ kind: 'error', text: failureText(error) });
    } finally {
      announceChange(['workouts', 'imports']);
      setIsBusy(false);
    }
  };
  const update = async (changes: readonly WorkoutBulkChange[]): Promise<WorkoutBulkChange[]> => {
    const undo: WorkoutBulkChange[] = [];
    for (const { ids, ...change } of changes) {
      for (const part of inParts(ids, CALL_MAX)) {
        const body = { changes: [{ ids: part, ...change }] };
        undo.push(...(await call(manyWorkoutsCalls.update, { body, announce: false })).undo);
      }
    }
    return undo;
  };
  const change = (ids: readonly number[], what: Omit<WorkoutBulkChange, 'ids'>) =>
    run(async () => {
      const undo = await update([{ ids: [...ids], ...what }]);
      onDone();
      const count = undo.reduce((sum, one) => sum + one.ids.length, 0);
      notify({
        kind: 'success',
        text: t`${plural(count, { one: '# workout changed.', other: '# workouts changed.' })}`,
        action: { label: t`Undo`, run: () => void run(async () => void (await update(undo))) },
      });
    });
  const remove = (ids: readonly number[]) =>
    run(async () => {
      for (const part of inParts(ids, CALL_MAX))
        await call(manyWorkoutsCalls.remove, { body: { ids: part }, announce: false });
      onDone();
      notify({
        kind: 'success',
        text: t`${plural(ids.length, { one: '# workout deleted.', other: '# workouts deleted.' })}`,
        action: { label: t`Undo`, run: () => void run(() => restore(ids)) },
      });
    });
  const restore = async (ids: readonly number[]) => {
    for (const part of inParts(ids, CALL_MAX))
      await call(manyWorkoutsCalls.restore, { body: { ids: part }, announce: false });
  };
  const exportTable = (ids: readonly number[]) =>
    run(async () => {
      const query = ids.length > TABLE_MAX ? {} : { ids: ids.join(',') };
      saveFile(await call(allWorkoutsCalls.all, { query }), 'waymark-workouts.csv');
    });
  return {
    isBusy,
    change,
    remove,
    exportTable,
    canExport: (ids: readonly number[]) => ids.length <= TABLE_MAX,
  };
}
