import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { withAttemptLimit } from '../jobs/attempts.ts';
import type { Context } from '../server/context.ts';
import { withMemberLock } from '../workout-store/member-lock.ts';
import { loadMember } from '../workout-store/member.ts';
import { ANNOUNCED_COLUMNS } from '../workout-store/changes.ts';
import { groupOfActivity } from '../workout-store/activity-names.ts';
import type { Db } from '../workout-store/rows.ts';
import type { Analysis } from '../files/analysis.ts';
import type { Columns } from './analysis-worker.ts';
import { insertAnalysis } from './analysis-rows.ts';
import { moveCurves } from './curve-cells.ts';
import { limitsAt, loadOf, zoneSetsOf } from './load.ts';
import { moveTotals } from './totals.ts';

const AT_ONCE = 100;
const WORKER_HEAP_MB = 256;
const NEEDED = ['time', 'timer', 'distance', 'power', 'heartrate'] as const;

interface Waiting {
  user_id: number;
  id: number;
}

/** Recordings that nobody has analysed: stored by an earlier version, made by an edit, or samples. */
const waiting = (db: Db, { user_id, id }: Waiting): Promise<Waiting[]> =>
  db
    .selectFrom('workouts as w')
    .select(['w.user_id', 'w.id'])
    .where('w.has_time_series', '=', true)
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`(w.user_id, w.id) > (${user_id}::bigint, ${id}::bigint)`)
    .where((at) =>
      at.not(
        at.exists(
          at
            .selectFrom('workout_analyses as a')
            .select('a.workout_id')
            .whereRef('a.user_id', '=', 'w.user_id')
            .whereRef('a.workout_id', '=', 'w.id'),
        ),
      ),
    )
    .orderBy('w.user_id')
    .orderBy('w.id')
    .limit(AT_ONCE)
    .execute();

/** Reads every recording that waits, one after the other, in a thread of its own. */
export async function analyseStored(context: Context, signal: AbortSignal): Promise<void> {
  let worker: Worker | undefined;
  try {
    for (let rows = await waiting(context.db, { user_id: 0, id: 0 }); rows.length > 0;) {
      for (const row of rows) {
        if (signal.aborted) return;
        const analysing = (worker ??= openWorker());
        const piece = { queue: 'stats.analyse', key: `${row.user_id}:${row.id}` };
        try {
          await withAttemptLimit(context, piece, async () =>
            store(context, row, await analysed(analysing, await columnsOf(context.db, row))),
          );
        } catch (error) {
          // One that cannot be read now does not keep the others waiting; the next hour tries it again.
          context.log.warn({ err: error, workout: row.id }, 'a recording was not analysed');
          await worker.terminate();
          worker = undefined;
        }
      }
      rows = await waiting(context.db, rows.at(-1)!);
    }
  } finally {
    await worker?.terminate();
  }
}

function openWorker(): Worker {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  });
  // It may fail between two recordings, when nobody waits for its answer.
  worker.on('error', () => undefined);
  return worker;
}

async function analysed(worker: Worker, columns: Columns): Promise<Analysis> {
  const done = new AbortController();
  const { signal } = done;
  try {
    // `once` rejects when the thread fails.
    const answer = once(worker, 'message', { signal });
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('The analysis worker ended without an answer.');
    });
    const first = Promise.race([answer, ended]);
    // Aborted below when the question itself cannot be sent.
    first.catch(() => undefined);
    worker.postMessage(columns, []);
    const [analysis] = (await first) as [Analysis];
    return analysis;
  } finally {
    done.abort();
  }
}

const columnsOf = (db: Db, { user_id, id }: Waiting): Promise<Columns> =>
  db
    .selectFrom('workout_streams')
    .select(['kind', 'n', 'data'])
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .where('kind', 'in', [...NEEDED])
    .execute();

async function store({ db }: Context, { user_id, id }: Waiting, analysis: Analysis): Promise<void> {
  const member = await loadMember(db, user_id);
  await withMemberLock(db, user_id, async (trx) => {
    const before = await trx
      .selectFrom('workouts')
      .select([...ANNOUNCED_COLUMNS, 'heartrate_avg', 'deleted_at'])
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!before || !(await insertAnalysis(trx, before, analysis))) return;
    const limits = limitsAt(member, await zoneSetsOf(trx, user_id), before.start_at);
    const load = loadOf(before, analysis.heartrate, limits);
    await trx
      .updateTable('workouts')
      .set({ load })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .execute();
    if (before.deleted_at !== null) return;
    if (before.parent_id === null) await moveTotals(trx, user_id, [before], [{ ...before, load }]);
    if (before.leg_count > 0) return;
    await moveCurves(
      trx,
      user_id,
      [],
      [{ ...before, activity_group: groupOfActivity(before.activity_type_id) }],
    );
  });
}
