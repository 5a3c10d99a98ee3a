import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import { withAttemptLimit } from '../../../kernel/jobs/attempts.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { threadWorker } from '../../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import { invalidateRedactions } from '../../privacy/redaction/invalidate-redactions.ts';
import { queueRecompute } from '../../privacy/redaction/recompute-jobs.ts';
import { PREVIEW_VERSION, type WorkoutTable } from '../../workout-store/tables.ts';
import type { PreviewColumns, PreviewReply } from './preview-worker.ts';

const BACKFILL = 'workouts.preview-backfill';
const HOUR = 3600;
const BATCH_SIZE = 100;
const WORKER_HEAP_MB = 256;
const TASK_TIMEOUT_MS = 300_000;
/** What `createPreview` reads. */
const NEEDED = ['time', 'timer', 'moving', 'lat', 'lng'] as const;

type OutdatedPreview = Pick<WorkoutTable, 'user_id' | 'id' | 'updated_at'>;
type PreviewQueue = WorkerQueue<PreviewColumns, PreviewReply>;

/**
 * Has the previews made anew that an earlier version stored, or an archive of one brought in. Without a key: what is
 * brought in while the work runs may lie behind it already.
 */
export const queuePreviewBackfill = ({ jobs }: Context): Promise<void> => jobs.send(BACKFILL, {});

/** In the order of the partial index of exactly these workouts. Deleted ones may come back: theirs are made anew too. */
const findOutdated = (db: Db, after: { user_id: number; id: number }): Promise<OutdatedPreview[]> =>
  db
    .selectFrom('workouts')
    .select(['user_id', 'id', 'updated_at'])
    .where(sql<boolean>`has_time_series and polyline is not null`)
    .where('preview_version', '<', sql.lit(PREVIEW_VERSION))
    .where(sql<boolean>`(user_id, id) > (${after.user_id}::bigint, ${after.id}::bigint)`)
    .orderBy('user_id')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();

/** Each workout is stored by itself, so that a killed process repeats one at most. */
async function backfillPreviews(context: Context, signal: AbortSignal): Promise<void> {
  const queue: PreviewQueue = new WorkerQueue({
    startWorker: threadWorker({
      file: new URL('./preview-worker.ts', import.meta.url),
      heapLimitMb: WORKER_HEAP_MB,
    }),
    taskTimeoutMs: TASK_TIMEOUT_MS,
    errors: { taskTimeout: () => new Error('The preview of a recording took too long.') },
  });
  try {
    for (let rows = await findOutdated(context.db, { user_id: 0, id: 0 }); rows.length > 0;) {
      const redrawn = new Set<number>();
      for (const row of rows) {
        if (signal.aborted) return;
        const piece = { queue: BACKFILL, key: `${row.user_id}:${row.id}` };
        try {
          await withAttemptLimit(context, piece, async () => {
            if (await redraw(context, queue, row)) redrawn.add(row.user_id);
          });
        } catch (error) {
          // A recording that cannot be read now does not delay the others; the next start tries it again.
          context.log.warn({ err: error, workout: row.id }, 'a preview was not made anew');
        }
      }
      for (const userId of redrawn) await queueRecompute(context, userId);
      rows = await findOutdated(context.db, rows.at(-1)!);
    }
  } finally {
    queue.close(new Error('The backfill of previews has ended.'));
  }
}

const readColumns = (db: Db, { user_id, id }: OutdatedPreview): Promise<PreviewColumns> =>
  db
    .selectFrom('workout_streams')
    .select(['kind', 'n', 'data'])
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .where('kind', 'in', [...NEEDED])
    .execute();

/** @returns whether the preview has gaps that it did not have */
async function redraw(context: Context, queue: PreviewQueue, row: OutdatedPreview): Promise<boolean> {
  const { polyline } = await queue.run(await readColumns(context.db, row));
  return withMemberLock(context.db, row.user_id, async (trx) => {
    // Neither the time of the change nor an announcement: members changed nothing, and no figure follows from a preview.
    const stored = await trx
      .updateTable('workouts')
      .set({ preview_version: PREVIEW_VERSION, ...(polyline !== null && { polyline }) })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .where('preview_version', '<', PREVIEW_VERSION)
      // An edit may have moved the recording meanwhile: the next start looks again. Dates have no microseconds.
      .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${row.updated_at}`)
      .returning('deleted_at')
      .executeTakeFirst();
    if (!stored || polyline === null) return false;
    // Deleted workouts have no redactions; they become stale when they are restored.
    const changed = stored.deleted_at === null ? [row.id] : [];
    await invalidateRedactions(trx, row.user_id, { removed: [], changed });
    return changed.length > 0;
  });
}

/** Declares the job. */
export function declarePreviewBackfill(context: Context): void {
  context.jobs.work(
    BACKFILL,
    { concurrency: 1, retries: 5, timeoutSeconds: 12 * HOUR, countsOwnAttempts: true },
    (_, signal) => backfillPreviews(context, signal),
  );
}
