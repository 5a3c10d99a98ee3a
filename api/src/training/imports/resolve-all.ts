import { importCalls } from '@waymark/api-contract';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { removeBytes, releaseArchives } from './release-archives.ts';
import { sendReading } from './import-rows.ts';
import type { Choice } from './tables.ts';

/** The caller's import rows: of one upload or of all. */
interface RowScope {
  userId: number;
  batchId: number | undefined;
}

/** States that need nothing of the member; a duplicate waits for their choice. */
const FINISHED = ['ready', 'skipped', 'failed'] as const;

type Builder = ExpressionBuilder<Database, 'file_imports'>;

const isInScope =
  ({ userId, batchId }: RowScope) =>
  (eb: Builder) =>
    eb.and([
      eb('user_id', '=', userId),
      eb('hidden_at', 'is', null),
      ...(batchId === undefined ? [] : [eb('batch_id', '=', batchId)]),
    ]);

/** A file with stored bytes, or an activity with figures of another service's table. */
const isReadable = (eb: Builder) =>
  eb.or([eb('storage_key', 'is not', null), sql<boolean>`told -> 'figures' <> 'null'`]);

/** Queues rows again in one statement, and a job for each upload. */
async function queueAll(
  context: Context,
  whose: RowScope,
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
    .where(isInScope(whose))
    .where('state', '=', state)
    .where(isReadable)
    .returning('batch_id')
    .execute();
  const batches = new Set(again.map(({ batch_id }) => batch_id));
  for (const batchId of batches) await sendReading(context, { userId: whose.userId, batchId });
  return again.length;
}

export const resolveAllHandler = route<typeof importCalls.resolveAll>({
  call: importCalls.resolveAll,
  access: 'member',
  async handler({ context, caller, body: { choice, batch_id } }) {
    const whose: RowScope = { userId: caller!.userId, batchId: batch_id };
    if (batch_id !== undefined) {
      // Files that are still being read first: those that become duplicates in between are then found below.
      await context.db
        .updateTable('file_imports')
        .set({ choice })
        .where(isInScope(whose))
        .where('state', 'in', ['queued', 'reading'])
        .where('choice', 'is', null)
        .execute();
    }
    return { changed: await queueAll(context, whose, 'duplicate', choice) };
  },
});

export const retryAllHandler = route<typeof importCalls.retryAll>({
  call: importCalls.retryAll,
  access: 'member',
  async handler({ context, caller, body }) {
    return {
      changed: await queueAll(context, { userId: caller!.userId, batchId: body.batch_id }, 'failed', null),
    };
  },
});

export const dismissAllHandler = route<typeof importCalls.dismissAll>({
  call: importCalls.dismissAll,
  access: 'member',
  async handler({ context, caller, query }) {
    const whose: RowScope = { userId: caller!.userId, batchId: query.batch_id };
    const removed = await context.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('file_imports')
        .select(['id', 'batch_id', 'state', 'storage_key', 'entry'])
        .where(isInScope(whose))
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
        .where('id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
        .execute();
      return rows.filter(({ state }) => state !== 'ready');
    });
    await removeBytes(context, removed);
    const batches = new Set(removed.filter(({ entry }) => entry !== null).map(({ batch_id }) => batch_id));
    for (const batchId of batches) await releaseArchives(context, whose.userId, batchId);
    return undefined;
  },
});
