import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type DataExport, dataExportCalls, SERVICE_BASES } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import { attachmentHeader } from '../../recordings/formats/export-file-name.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { writeMail } from '../../kernel/mail/letter.ts';
import { isNotKept } from '../../kernel/server/account-credentials.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, conflict, notFound } from '../../kernel/server/errors.ts';
import { isSameText } from '../../kernel/server/secrets.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from '../../members/security/events.ts';
import { requireConfirmedIdentity } from '../../members/security/identity.ts';
import {
  declareRestoreJobs,
  failLostRestores,
  QUEUED_AFTER_MS,
  restoreRoutes,
  scheduleRestoreCleanup,
} from './restore/routes.ts';
import type { DataExportTables } from './tables.ts';
import { ARCHIVE_TIMEOUT_MS, makeArchive } from './make-archive.ts';
import { countWorkouts } from './write-archive.ts';

type Row = Selectable<DataExportTables['data_exports']>;

const WORK = 'data-export';
const KEEP_MS = 7 * 86_400_000;

const keyOf = ({ user_id, id }: Pick<Row, 'user_id' | 'id'>) => `exports/${user_id}/${id}.zip`;

const sign = ({ derive }: Pick<Context, 'derive'>, { id, until }: { id: number; until: string }): string =>
  createHmac('sha256', derive('archives of members')).update(`${id} ${until}`).digest('base64url');

function hrefOf(context: Pick<Context, 'derive'>, { id, expires_at }: Row): string {
  const until = String(expires_at!.getTime());
  return `${SERVICE_BASES.main}/data_export/${id}/archive/?until=${until}&signature=${sign(context, { id, until })}`;
}

function present(context: Pick<Context, 'derive' | 'now'>, row: Row): DataExport {
  const isExpired = row.expires_at !== null && row.expires_at <= context.now();
  const isReady = row.status === 'ready' && !isExpired;
  return {
    id: row.id,
    status: isExpired ? 'expired' : row.status,
    progress: { done: row.done, total: row.total },
    bytes: row.bytes,
    requested_datetime: row.requested_at.toISOString(),
    ready_datetime: row.ready_at?.toISOString() ?? null,
    expires_datetime: row.expires_at?.toISOString() ?? null,
    href: isReady ? hrefOf(context, row) : null,
  };
}

const listHandler = route<typeof dataExportCalls.list>({
  call: dataExportCalls.list,
  access: 'member',
  async handler({ context, caller }) {
    const rows = await context.db
      .selectFrom('data_exports')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id', 'desc')
      .execute();
    return { exports: rows.map((row) => present(context, row)) };
  },
});

const createHandler = route<typeof dataExportCalls.create>({
  call: dataExportCalls.create,
  access: 'member',
  limit: { max: 10, windowSeconds: 3600 },
  async handler({ context, caller, request }) {
    const { db, jobs, newId, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const origin = await originOf(context, request);
    const idempotentCall = idempotentCallOf(request, userId, '', now());
    const add = async (trx: Trx, id: number) => {
      const added = await trx
        .insertInto('data_exports')
        .values({
          user_id: userId,
          id,
          total: await countWorkouts(trx, userId),
          bytes: null,
          requested_at: now(),
          ready_at: null,
          expires_at: null,
        })
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw conflict('export_running', 'An archive is being made already. It is ready soon.');
      await recordSecurityEvent(trx, context, { userId, kind: 'export_requested', origin });
    };
    const row = await db.transaction().execute(async (trx) => {
      const { id } = await runOnce(trx, idempotentCall, newId(), (newOne) => add(trx, newOne));
      return trx
        .selectFrom('data_exports')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
    });
    if (!row) throw notFound('archive');
    // Also for a repeat: the call that stored it may have ended before it queued the work, which is queued once.
    if (row.status === 'queued')
      await jobs.send(WORK, { userId, id: row.id }, { key: `${userId} ${row.id}` });
    return present(context, row);
  },
});

const removeHandler = route<typeof dataExportCalls.remove>({
  call: dataExportCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await context.db
      .deleteFrom('data_exports')
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .returning(['user_id', 'id'])
      .executeTakeFirst();
    if (!row) throw notFound('archive');
    await context.files.remove(keyOf(row));
    return undefined;
  },
});

/** First and last byte of a single range; null for the whole. @throws ApiProblem 416 */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end)
    throw new ApiProblem(416, 'range_invalid', 'The archive has no such part. Download it from the start.', {
      headers: { 'content-range': `bytes */${size}` },
    });
  return { start, end };
}

/** The address is the permission: it is signed, ends with the archive, and needs no token. */
const downloadHandler = route<typeof dataExportCalls.download>({
  call: dataExportCalls.download,
  access: 'anyone',
  lenient: true,
  limit: { max: 120, windowSeconds: 600 },
  async handler({ context, params, query, request, reply }) {
    const { db, files, now } = context;
    const expected = sign(context, { id: params.id, until: query.until });
    if (!isSameText(query.signature, expected)) throw notFound('archive');
    const row = await db
      .selectFrom('data_exports')
      .selectAll()
      .where('id', '=', params.id)
      .where('status', '=', 'ready')
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (!row) throw new ApiProblem(410, 'archive_expired', 'This archive has expired. Make a new one.');
    // Once it is open it can be read to its end, also when the file is removed meanwhile.
    const file = await files.withLocal(keyOf(row), (path) => open(path));
    const { size } = await file.stat();
    void reply
      .type('application/zip')
      .header('accept-ranges', 'bytes')
      .header('etag', `"${row.id}"`)
      .header(
        'content-disposition',
        attachmentHeader(`waymark-${row.requested_at.toISOString().slice(0, 10)}.zip`),
      );
    try {
      const range = rangeOf(request.headers.range, size);
      const { start, end } = range ?? { start: 0, end: size - 1 };
      if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
      return reply
        .header('content-length', end - start + 1)
        .send(createReadStream('', { fd: file, start, end }));
    } catch (error) {
      await file.close();
      throw error;
    }
  },
});

/** Makes an archive from the start; killed, it is made from the start again. The file is there whole or not at all. */
async function makeExport(context: Context, { userId, id }: { userId: number; id: number }): Promise<void> {
  const { db, files, now } = context;
  const update = (values: Partial<Row>) =>
    db
      .updateTable('data_exports')
      .set(values)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
  const total = await countWorkouts(db, userId);
  const isOpen = await db
    .updateTable('data_exports')
    .set({ status: 'running', done: 0, total })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (!isOpen) return;
  let done = 0;
  let told: Promise<unknown> = Promise.resolve();
  const onProgress = (workouts: number) => {
    done = workouts;
    told = told.then(() => update({ done: workouts })).catch(() => undefined);
  };
  const bytes = await makeArchive(context, { userId, key: keyOf({ user_id: userId, id }) }, onProgress);
  await told;
  const at = now();
  const ready = await update({
    status: 'ready',
    done,
    total: done,
    bytes,
    ready_at: at,
    expires_at: new Date(at.getTime() + KEEP_MS),
  });
  // Deleted meanwhile.
  if (!ready) return files.remove(keyOf({ user_id: userId, id }));
  // A member has one archive: each may be as large as all that they store.
  await removeEarlierArchives(context, userId, id);
  await tellMember(context, userId);
}

/** Ends an export that no work will end; its member may ask for another one. */
async function failExport(context: Context, userId: number, id: number): Promise<void> {
  const failed = await context.db
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (failed) await context.files.remove(keyOf({ user_id: userId, id }));
}

/** Ends exports whose work is gone: it failed each time, or took longer than it may. */
async function failLostExports(context: Context): Promise<void> {
  const open = await context.db
    .selectFrom('data_exports')
    .select(['user_id', 'id'])
    .where('status', 'in', ['queued', 'running'])
    .where('requested_at', '<', new Date(context.now().getTime() - QUEUED_AFTER_MS))
    .execute();
  for (const { user_id: userId, id } of open)
    if (!(await context.jobs.isPending(WORK, { userId, id }))) await failExport(context, userId, id);
}

/** Removes the archives of a member with lower ids; one that is being made ends without a file. */
export async function removeEarlierArchives(
  { db, files }: Pick<Context, 'db' | 'files'>,
  userId: number,
  id: number,
): Promise<void> {
  const earlier = await db
    .selectFrom('data_exports')
    .select(['user_id', 'id'])
    .where('user_id', '=', userId)
    .where('id', '<', id)
    .execute();
  for (const row of earlier) {
    await files.remove(keyOf(row));
    await db.deleteFrom('data_exports').where('user_id', '=', userId).where('id', '=', row.id).execute();
  }
}

async function tellMember(context: Context, userId: number): Promise<void> {
  const { db, env } = context;
  const member = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['email', 'first_name'])
    .where('logins.user_id', '=', userId)
    .executeTakeFirst();
  if (!member) return;
  await context.mail(
    writeMail(
      context,
      { email: member.email, userId },
      {
        subject: 'Your Waymark archive is ready',
        greeting: member.first_name,
        lines: [
          'Your workouts, routes, photos and everything else are in one file. You can download it for seven days.',
        ],
        action: {
          label: 'Download your archive',
          href: new URL(env.DATA_EXPORT_LINK, env.SITE_URL).href,
        },
        after: ['Didn’t ask for it? Set a new password right away and sign out all other devices.'],
      },
    ),
  );
}

const cleanUp = hourly('data-export-cleanup', async ({ db, files, now }) => {
  const expired = await db
    .selectFrom('data_exports')
    .select(['user_id', 'id'])
    .where('expires_at', '<', now())
    .execute();
  for (const row of expired) {
    await files.remove(keyOf(row));
    await db.deleteFrom('data_exports').where('user_id', '=', row.user_id).where('id', '=', row.id).execute();
  }
});

/** Everything of a member as one archive. */
export const dataExportService: Service = {
  name: 'data export',
  base: SERVICE_BASES.main,
  routes: [listHandler, createHandler, removeHandler, downloadHandler, ...restoreRoutes],
  jobs(context) {
    cleanUp.declare(context);
    declareRestoreJobs(context);
    context.jobs.work<{ userId: number; id: number }>(
      WORK,
      {
        concurrency: 1,
        retries: 3,
        timeoutSeconds: ARCHIVE_TIMEOUT_MS / 1000,
        onSetAside: ({ userId, id }) => failExport(context, userId, id),
      },
      (data) => makeExport(context, data),
    );
  },
  credentials: [
    {
      kind: 'archive',
      tables: ['data_exports'],
      async list({ db, now }, userId) {
        const rows = await db
          .selectFrom('data_exports')
          .select(['id', 'requested_at'])
          .where('user_id', '=', userId)
          .where('status', '<>', 'failed')
          .where((q) => q.or([q('expires_at', 'is', null), q('expires_at', '>', now())]))
          .execute();
        return rows.map(({ id, requested_at: createdAt }) => ({
          id: String(id),
          name: null,
          createdAt,
          lastUsedAt: null,
        }));
      },
      /** The address of an archive opens it without a session. Its file goes with the next cleaning. */
      async end(trx, userId, ended) {
        const own = sql<boolean>`user_id = ${userId} and requested_at >= ${ended.since} and ${isNotKept('id', ended)}`;
        await trx.deleteFrom('data_exports').where(own).where('status', '<>', 'ready').execute();
        await trx
          .updateTable('data_exports')
          .set({ expires_at: new Date(0) })
          .where(own)
          .execute();
      },
    },
  ],
  async started(context) {
    await cleanUp.next(context);
    await scheduleRestoreCleanup(context);
  },
  async sweep(context) {
    await failLostExports(context);
    await failLostRestores(context);
  },
};
