import { importCalls } from '@waymark/api-contract';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../kernel/database/tables.ts';
import type { Context } from '../kernel/server/context.ts';
import { route } from '../kernel/server/route.ts';
import { dropBytes, releaseArchives } from './release-archives.ts';
import { sendReading } from './import-rows.ts';
import type { Choice } from './tables.ts';

/** The caller's lines, of one upload or of all. */
interface Whose {
  userId: number;
  batchId: number | undefined;
}

/** What needs nothing of the member any more; a duplicate waits for their choice, with its file. */
const FINISHED = ['ready', 'skipped', 'failed'] as const;

type Builder = ExpressionBuilder<Database, 'file_imports'>;

const theirs =
  ({ userId, batchId }: Whose) =>
  (eb: Builder) =>
    eb.and([
      eb('user_id', '=', userId),
      eb('hidden_at', 'is', null),
      ...(batchId === undefined ? [] : [eb('batch_id', '=', batchId)]),
    ]);

/** What can be read: bytes that are kept, or figures that another service's table has. */
const readable = (eb: Builder) =>
  eb.or([eb('storage_key', 'is not', null), sql<boolean>`told -> 'figures' <> 'null'`]);

/** Sets lines back to the queue, all in one statement, and has them read upload by upload. */
async function queueAll(
  context: Context,
  whose: Whose,
  state: 'duplicate' | 'failed',
  choice: Choice | null,
): Promise<number> {
  const again = await context.db
    .updateTable('file_imports')
    .set({
      state: 'queued',
      progress: 0,
      ...(choice !== null && { choice }),
      problem_code: null,
      problem_message: null,
      turn: sql`turn + 1`,
      tries: 0,
      reader: null,
      updated_at: context.now(),
    })
    .where(theirs(whose))
    .where('state', '=', state)
    .where(readable)
    .returning('batch_id')
    .execute();
  const batches = new Set(again.map(({ batch_id }) => batch_id));
  for (const batchId of batches) await sendReading(context, { userId: whose.userId, batchId });
  return again.length;
}

export const resolveAllRoute = route<typeof importCalls.resolveAll>({
  call: importCalls.resolveAll,
  access: 'member',
  async handler({ context, caller, body: { choice, batch_id } }) {
    const whose: Whose = { userId: caller!.userId, batchId: batch_id };
    if (batch_id !== undefined) {
      // First those that are still being read: what becomes a duplicate in between is then found below.
      await context.db
        .updateTable('file_imports')
        .set({ choice })
        .where(theirs(whose))
        .where('state', 'in', ['queued', 'reading'])
        .where('choice', 'is', null)
        .execute();
    }
    return { changed: await queueAll(context, whose, 'duplicate', choice) };
  },
});

export const retryAllRoute = route<typeof importCalls.retryAll>({
  call: importCalls.retryAll,
  access: 'member',
  async handler({ context, caller, body }) {
    return {
      changed: await queueAll(context, { userId: caller!.userId, batchId: body.batch_id }, 'failed', null),
    };
  },
});

export const dismissAllRoute = route<typeof importCalls.dismissAll>({
  call: importCalls.dismissAll,
  access: 'member',
  async handler({ context, caller, query }) {
    const whose: Whose = { userId: caller!.userId, batchId: query.batch_id };
    const gone = await context.db.transaction().execute(async (trx) => {
      const lines = await trx
        .selectFrom('file_imports')
        .select(['id', 'batch_id', 'state', 'storage_key', 'entry'])
        .where(theirs(whose))
        .where('state', 'in', FINISHED)
        .forUpdate()
        .execute();
      await trx
        .updateTable('file_imports')
        .set({
          hidden_at: context.now(),
          storage_key: sql`case state when 'ready' then storage_key end`,
          entry: sql`case state when 'ready' then entry end`,
        })
        .where('user_id', '=', whose.userId)
        .where('id', '=', sql<number>`any(${lines.map(({ id }) => id)}::bigint[])`)
        .execute();
      return lines.filter(({ state }) => state !== 'ready');
    });
    await dropBytes(context, gone);
    const batches = new Set(gone.filter(({ entry }) => entry !== null).map(({ batch_id }) => batch_id));
    for (const batchId of batches) await releaseArchives(context, whose.userId, batchId);
    return undefined;
  },
});
