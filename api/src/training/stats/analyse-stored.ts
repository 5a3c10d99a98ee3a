import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { withAttemptLimit } from '../../kernel/jobs/attempts.ts';
import type { Context } from '../../kernel/server/context.ts';
import { threadWorker } from '../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../kernel/worker-queue/worker-queue.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { loadMember } from '../workout-store/member.ts';
import { ANNOUNCED_COLUMNS } from '../workout-store/announce-changes.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import type { Analysis } from '../../recordings/model/parsed-workout.ts';
import type { AnalysisReply, Columns } from './analysis-worker.ts';
import { insertAnalysis } from './analysis-rows.ts';
import { moveCurves } from './curve-cells.ts';
import { limitsAt, computeLoad, zoneSetsOf } from './estimate-load.ts';
import { moveTotals } from './totals.ts';

const BATCH_SIZE = 100;
const WORKER_HEAP_MB = 256;
const TASK_TIMEOUT_MS = 300_000;
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
    .limit(BATCH_SIZE)
    .execute();

/** Analyses every recording that waits, one after the other, in a worker. */
export async function analyseStored(context: Context, signal: AbortSignal): Promise<void> {
  const queue = new WorkerQueue<Columns, AnalysisReply>({
    startWorker: threadWorker({
      file: new URL('./analysis-worker.ts', import.meta.url),
      heapLimitMb: WORKER_HEAP_MB,
    }),
    taskTimeoutMs: TASK_TIMEOUT_MS,
    errors: { taskTimeout: () => new Error('The analysis of a recording took too long.') },
  });
  try {
    for (let rows = await waiting(context.db, { user_id: 0, id: 0 }); rows.length > 0;) {
      for (const row of rows) {
        if (signal.aborted) return;
        const piece = { queue: 'stats.analyse', key: `${row.user_id}:${row.id}` };
        try {
          await withAttemptLimit(context, piece, async () => {
            const { analysis } = await queue.run(await columnsOf(context.db, row));
            await store(context, row, analysis);
          });
        } catch (error) {
          // A recording that cannot be read now does not delay the others; the next hour tries it again.
          context.log.warn({ err: error, workout: row.id }, 'a recording was not analysed');
        }
      }
      rows = await waiting(context.db, rows.at(-1)!);
    }
  } finally {
    queue.close(new Error('The analysis of stored recordings has ended.'));
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

async function hasHeartRate(trx: Trx, { user_id, id }: Waiting): Promise<boolean> {
  const row = await trx
    .selectFrom('workout_streams')
    .select('kind')
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .where('kind', '=', 'heartrate')
    .executeTakeFirst();
  return row !== undefined;
}

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A recording that was stored without an analysis has one. Of the whole workout; under the member lock. */
    recordingAnalysed: { userId: number; workoutId: number };
  }
}

async function store(context: Context, { user_id, id }: Waiting, analysis: Analysis): Promise<void> {
  const { db } = context;
  const member = await loadMember(db, user_id);
  await withMemberLock(db, user_id, async (trx) => {
    const before = await trx
      .selectFrom('workouts')
      .select([...ANNOUNCED_COLUMNS, 'heartrate_avg', 'deleted_at'])
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!before) return;
    // Health data may have been deleted since the series was read.
    const isDeleted = analysis.heartrate !== null && !(await hasHeartRate(trx, { user_id, id }));
    const analysed = isDeleted ? { ...analysis, heartrate: null } : analysis;
    if (!(await insertAnalysis(trx, before, analysed))) return;
    const limits = limitsAt(member, await zoneSetsOf(trx, user_id), before.start_at);
    const load = member.hidesHealthData ? null : computeLoad(before, analysed.heartrate, limits);
    await trx
      .updateTable('workouts')
      .set({ load })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .execute();
    if (before.deleted_at !== null) return;
    await context.publish(trx, 'recordingAnalysed', { userId: user_id, workoutId: before.parent_id ?? id });
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
