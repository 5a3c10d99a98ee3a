import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import type { WorkoutBulkChange } from '@waymark/api-contract';
import { allWorkoutsCalls, manyWorkoutsCalls } from '@waymark/api-contract/client';
import { announceChange, call, notify } from '@waymark/contract';
import {
  createIdempotencyKey,
  type IdempotencyKey,
  isAnswerLost,
  problemIn,
  saveFile,
  useFailureText,
} from '@waymark/remote';
import { useRef, useState } from 'react';

/** Most workouts of one call, and of one table. */
const CALL_MAX = 200;
const TABLE_MAX = 500;

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );

/** One call of a change of many workouts. */
interface ChangePart {
  body: { changes: WorkoutBulkChange[] };
  key: IdempotencyKey;
  /** What takes it back, as its answer told; null as long as none has come. */
  undo: WorkoutBulkChange[] | null;
  /** It was sent and may be stored although no answer came. */
  isUncertain: boolean;
}

/** Changes, deletes and exports what is selected; each change can be taken back, also one that broke off halfway. */
export function useBulkActions(onDone: () => void) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  /** The change that is not done to its end: asked for again, it goes on, each part under its key. */
  const pendingChange = useRef<{ request: string; parts: ChangePart[] }>(null);

  const whileBusy = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  const tellChanged = (count: number) =>
    t`${plural(count, { one: '# workout changed.', other: '# workouts changed.' })}`;
  const tellDeleted = (count: number) =>
    t`${plural(count, { one: '# workout deleted.', other: '# workouts deleted.' })}`;

  /**
   * Many parts go in several calls; the pages fetch anew once, after the last. What a failing part left undone is told
   * beside what was done, which can be taken back like the whole.
   */
  const sendParts = async <P>(
    parts: readonly P[],
    send: (part: P) => Promise<void>,
    { count, tell, undo }: { count: () => number; tell: (count: number) => string; undo: () => void },
  ) => {
    let failure: unknown;
    try {
      for (const part of parts) await send(part);
      onDone();
    } catch (error) {
      failure = error;
    }
    announceChange(['workouts', 'imports']);
    const done = count();
    const action = { label: t`Undo`, run: undo };
    if (failure === undefined) notify({ kind: 'success', text: tell(done), action });
    else if (done > 0) notify({ kind: 'error', text: `${tell(done)} ${failureText(failure)}`, action });
    else notify({ kind: 'error', text: failureText(failure) });
  };

  /** Takes parts back one by one; where one fails, it goes on with that one on another try. */
  const takeBack = <P>(parts: readonly P[], send: (part: P) => Promise<unknown>): Promise<void> =>
    whileBusy(async () => {
      let done = 0;
      try {
        for (const part of parts) {
          await send(part);
          done++;
        }
      } catch (error) {
        const run = () => void takeBack(parts.slice(done), send);
        notify({ kind: 'error', text: failureText(error), action: { label: t`Try again`, run } });
      }
      announceChange(['workouts', 'imports']);
    });

  const sendPart = async (part: ChangePart): Promise<WorkoutBulkChange[]> => {
    try {
      const { undo } = await call(manyWorkoutsCalls.update, {
        body: part.body,
        idempotencyKey: part.key.keyFor(part.body),
        announce: false,
      });
      part.undo = undo;
      part.isUncertain = false;
      return undo;
    } catch (error) {
      part.isUncertain ||= isAnswerLost(error);
      throw error;
    }
  };

  /**
   * The part that broke off may be stored: sent again under its key it tells what was there before, which cannot be
   * known in another way.
   */
  const undoPart = async (part: ChangePart) => {
    const changes = part.undo ?? (await sendPart(part));
    if (changes.length > 0) await call(manyWorkoutsCalls.update, { body: { changes }, announce: false });
  };

  const change = (ids: readonly number[], what: Omit<WorkoutBulkChange, 'ids'>) =>
    whileBusy(() => {
      const request = JSON.stringify([ids, what]);
      if (pendingChange.current?.request !== request) {
        const parts = inParts(ids, CALL_MAX).map((part): ChangePart => {
          const body = { changes: [{ ids: part, ...what }] };
          return { body, key: createIdempotencyKey(), undo: null, isUncertain: false };
        });
        pendingChange.current = { request, parts };
      }
      const { parts } = pendingChange.current;
      return sendParts(
        parts.filter(({ undo }) => undo === null),
        async (part) => {
          await sendPart(part);
          if (parts.every(({ undo }) => undo !== null)) pendingChange.current = null;
        },
        {
          count: () => parts.flatMap(({ undo }) => undo ?? []).reduce((sum, one) => sum + one.ids.length, 0),
          tell: tellChanged,
          undo: () => {
            pendingChange.current = null;
            void takeBack(
              parts.filter(({ undo, isUncertain }) => undo !== null || isUncertain),
              undoPart,
            );
          },
        },
      );
    });

  const remove = (ids: readonly number[]) =>
    whileBusy(() => {
      pendingChange.current = null;
      const removed: number[][] = [];
      return sendParts(
        inParts(ids, CALL_MAX),
        async (part) => {
          await call(manyWorkoutsCalls.remove, { body: { ids: part }, announce: false });
          removed.push(part);
        },
        {
          count: () => removed.flat().length,
          tell: tellDeleted,
          undo: () =>
            void takeBack(removed, (part) =>
              call(manyWorkoutsCalls.restore, { body: { ids: part }, announce: false }),
            ),
        },
      );
    });

  const exportTable = (ids: readonly number[]) =>
    whileBusy(async () => {
      try {
        const tables: Blob[] = [];
        for (const part of inParts(ids, TABLE_MAX))
          tables.push(await call(allWorkoutsCalls.all, { query: { ids: part.join(',') } }));
        saveFile(await joinTables(tables), 'waymark-workouts.csv');
      } catch (error) {
        notify({ kind: 'error', text: failureText(await problemIn(error)) });
      }
    });
  return { isBusy, change, remove, exportTable };
}

/** One table of several with the same headings, which stand in their first lines. */
async function joinTables(tables: readonly Blob[]): Promise<Blob> {
  const [first, ...others] = tables;
  const rows = await Promise.all(
    others.map(async (table) => {
      const text = await table.text();
      return text.slice(text.indexOf('\n') + 1);
    }),
  );
  return new Blob([first!, ...rows], { type: 'text/csv;charset=utf-8' });
}
