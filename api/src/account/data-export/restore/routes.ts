import { Readable } from 'node:stream';
import { ARCHIVE_MAX_BYTES, type DataRestore, dataExportCalls } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import { queueRecompute } from '../../../training/privacy/redaction/recompute-jobs.ts';
import { hourly } from '../../../kernel/jobs/recurring.ts';
import type { Db } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ApiProblem, conflict, invalid } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { firstFile, unbroken } from '../../../kernel/server/uploads.ts';
import { beginUpload, memberStorageFull, remainingStorage } from '../../../kernel/storage/quota.ts';
import { requireOpenAccess } from '../../../members/security/identity.ts';
import { queueAnalysis } from '../../../training/stats/jobs.ts';
import { queuePreviewBackfill } from '../../../training/workouts/preview-backfill/backfill-previews.ts';
import type { DataExportTables } from '../tables.ts';
import { isEmptyAccount } from './empty-account.ts';
import { openArchive } from './open-archive.ts';
import { RestoreProblem } from './restore-problem.ts';
import { restoreAccount } from './restore-account.ts';

type Row = Selectable<DataExportTables['data_restores']>;

const WORK = 'data-restore';
/** Progress is stored after so many files and rows. */
const STEP = 200;
const DAY_MS = 86_400_000;
/** Work is queued right after its row is stored; before this time it may not be there yet. */
export const QUEUED_AFTER_MS = 60_000;

const keyOf = ({ user_id, id }: Pick<Row, 'user_id' | 'id'>) => `exports/${user_id}/restore-${id}.zip`;

const present = ({ id, status, done, total, counts, problem }: Row): DataRestore => ({
  id,
  status,
  progress: { done, total },
  counts,
  problem,
});

const findRestore = ({ db }: Pick<Context, 'db'>, userId: number) =>
  db.selectFrom('data_restores').selectAll().where('user_id', '=', userId).executeTakeFirst();

const notEmpty = () =>
  conflict(
    'account_not_empty',
    'This account has workouts or routes already. Bring the archive into an account without any.',
  );
const restoreRunning = () => conflict('restore_running', 'An archive is being brought in already.');

/** Stores the archive beside the exports. @throws ApiProblem for what is no file, too large or breaks off */
async function storeUpload(
  context: Context,
  key: string,
  part: NonNullable<Awaited<ReturnType<typeof firstFile>>>,
  roomBytes: number,
): Promise<void> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of unbroken(part.file as AsyncIterable<Buffer>)) {
      bytes += chunk.length;
      if (bytes > roomBytes) throw memberStorageFull(context);
      yield chunk;
    }
  }
  await context.files.write(key, Readable.from(counted(), { objectMode: false }));
  if (!part.file.truncated) return;
  await context.files.remove(key);
  throw new ApiProblem(413, 'too_large', 'This archive is larger than 8 GB. Ask support to bring it in.');
}

const restoreHandler = route<typeof dataExportCalls.restore>({
  call: dataExportCalls.restore,
  access: 'member',
  limit: { max: 20, windowSeconds: 3600 },
  async handler({ context, caller, request }) {
    const { db, files, jobs, newId, now } = context;
    const userId = caller!.userId;
    const before = await findRestore(context, userId);
    if (before?.status === 'queued' || before?.status === 'running') throw restoreRunning();
    const part = await firstFile(request, { fileSize: ARCHIVE_MAX_BYTES });
    if (!part) throw invalid({ archive: ['Choose an archive.'] });
    if (!(await isEmptyAccount(db, userId))) throw notEmpty();
    const roomBytes = await beginUpload(context, userId, request);
    const id = newId();
    const key = keyOf({ user_id: userId, id });
    await storeUpload(context, key, part, roomBytes);
    const values = {
      user_id: userId,
      id,
      status: 'queued',
      done: 0,
      total: 1,
      counts: '{}',
      problem: null,
      requested_at: now(),
    } as const;
    const row = await db
      .transaction()
      .execute(async (trx) => {
        await requireOpenAccess(trx, request);
        const stored = await trx
          .insertInto('data_restores')
          .values(values)
          .onConflict((on) =>
            on
              .column('user_id')
              .doUpdateSet(values)
              .where('data_restores.status', 'not in', ['queued', 'running']),
          )
          .returningAll()
          .executeTakeFirst();
        // Another upload came first.
        if (!stored) throw restoreRunning();
        return stored;
      })
      .catch(async (error: unknown) => {
        if (error instanceof ApiProblem) await files.remove(key);
        throw error;
      });
    if (before) await files.remove(keyOf(before));
    await jobs.send(WORK, { userId, id }, { key: `${userId} ${id}` });
    return present(row);
  },
});

const statusHandler = route<typeof dataExportCalls.restoreStatus>({
  call: dataExportCalls.restoreStatus,
  access: 'member',
  async handler({ context, caller }) {
    const row = await findRestore(context, caller!.userId);
    return { restore: row ? present(row) : null };
  },
});

/** Values that PostgreSQL refuses in spite of all checks: what does not fit its type, or the rows that are there. */
export const isRefusedByDatabase = (error: unknown): boolean =>
  error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '');

type RestoreUpdate = Partial<Omit<Row, 'counts'>> & { counts?: string };

async function restoreArchive(context: Context, userId: number, id: number): Promise<void> {
  const { db, files } = context;
  const update = (values: RestoreUpdate, at: Db = db) =>
    at.updateTable('data_restores').set(values).where('user_id', '=', userId).where('id', '=', id).execute();
  const isOpen = await db
    .updateTable('data_restores')
    .set({ status: 'running', done: 0, total: 1 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (isOpen) await bringIn(context, userId, id, update);
  // Also where a process was killed right after it had brought everything in.
  await files.remove(keyOf({ user_id: userId, id }));
  await queueAnalysis(context);
  await queuePreviewBackfill(context);
  await queueRecompute(context, userId);
}

async function bringIn(
  context: Context,
  userId: number,
  id: number,
  update: (values: RestoreUpdate, at?: Db) => Promise<unknown>,
): Promise<void> {
  let [done, total] = [0, 0];
  const room = {
    bytes: await remainingStorage(context, userId),
    problem: memberStorageFull(context).message,
  };
  try {
    await context.files.withLocal(keyOf({ user_id: userId, id }), (path) =>
      openArchive(
        path,
        room,
        async () => {
          if (++done % STEP === 0) await update({ done, total: done * 2 });
        },
        (archive) => {
          total = done * 2;
          const onRow = async () => {
            if (++done % STEP === 0) await update({ done: Math.min(done, total), total });
          };
          return restoreAccount(context, userId, archive, onRow, async (trx, counts) => {
            const counted = JSON.stringify(counts);
            await update({ status: 'done', done: 1, total: 1, counts: counted, problem: null }, trx);
          });
        },
      ),
    );
  } catch (error) {
    const problem = isRefusedByDatabase(error)
      ? new RestoreProblem('This archive holds something that does not fit together. Nothing was changed.')
      : error;
    if (!(problem instanceof RestoreProblem)) throw error;
    context.log.info({ err: error, restore: id }, 'an archive was not restored');
    await update({ status: 'failed', problem: problem.message });
  }
}

/** Ends a restore that no work will end, and makes room for another archive. */
async function failRestore(context: Context, userId: number, id: number): Promise<void> {
  const problem = 'This archive could not be brought in after several tries. Try again, or ask support.';
  const failed = await context.db
    .updateTable('data_restores')
    .set({ status: 'failed', problem })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (failed) await context.files.remove(keyOf({ user_id: userId, id }));
}

/** Ends restores whose work is gone: it failed each time, or took longer than it may. */
export async function failLostRestores(context: Context): Promise<void> {
  const open = await context.db
    .selectFrom('data_restores')
    .select(['user_id', 'id'])
    .where('status', 'in', ['queued', 'running'])
    .where('requested_at', '<', new Date(context.now().getTime() - QUEUED_AFTER_MS))
    .execute();
  for (const { user_id: userId, id } of open)
    if (!(await context.jobs.isPending(WORK, { userId, id }))) await failRestore(context, userId, id);
}

/** Archives that nobody brought in to the end. */
const cleanUp = hourly('data-restore-cleanup', async ({ db, files, now }) => {
  const old = await db
    .selectFrom('data_restores')
    .select(['user_id', 'id'])
    .where('status', 'in', ['done', 'failed'])
    .where('requested_at', '<', new Date(now().getTime() - 7 * DAY_MS))
    .execute();
  for (const row of old) {
    await files.remove(keyOf(row));
    await db
      .deleteFrom('data_restores')
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .execute();
  }
});

/** Bringing an archive of one's own data back. */
export const restoreRoutes = [restoreHandler, statusHandler];

export function declareRestoreJobs(context: Context): void {
  cleanUp.declare(context);
  context.jobs.work<{ userId: number; id: number }>(
    WORK,
    {
      concurrency: 1,
      retries: 3,
      timeoutSeconds: 6 * 3600,
      onSetAside: ({ userId, id }) => failRestore(context, userId, id),
    },
    ({ userId, id }) => restoreArchive(context, userId, id),
  );
}

export const scheduleRestoreCleanup = (context: Context): Promise<void> => cleanUp.next(context);
