import { importCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { removeBytes, releaseArchives } from './release-archives.ts';
import { queueReading } from './read-waiting.ts';
import { stillReading, type ImportRow, ownImport, presentImport } from './import-rows.ts';
import type { Choice } from './tables.ts';

/** Queues a file again, once: of two calls at the same time one finds another state. */
async function queueAgain(context: Context, row: ImportRow, choice: Choice | null): Promise<ImportRow> {
  const again = await context.db
    .updateTable('file_imports')
    .set({
      state: 'queued',
      progress: 0,
      choice,
      problem_code: null,
      problem_message: null,
      turn: sql`turn + 1`,
      tries: 0,
      reader: null,
      updated_at: context.now(),
    })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('turn', '=', row.turn)
    .returningAll()
    .executeTakeFirst();
  if (!again) throw stillReading();
  await queueReading(context, again);
  return again;
}

/** Whether it has stored bytes, or figures of another service's table. */
export const canBeRead = ({ storage_key, told }: ImportRow): boolean =>
  storage_key !== null || (told?.figures ?? null) !== null;

const fileGone = () => conflict('file_gone', 'The file is no longer kept here. Upload it again.');

/** 'keep_both' and 'replace' read the file again in the background; 'skip' takes effect at once. */
export const resolveHandler = route<typeof importCalls.resolve>({
  call: importCalls.resolve,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const row = await ownImport(context.db, caller, params.id);
    if (row.state === 'queued' || row.state === 'reading') throw stillReading();
    if (row.state !== 'duplicate') {
      throw conflict('not_duplicate', 'There is nothing to choose for this file any more.');
    }
    if (!canBeRead(row)) throw fileGone();
    return presentImport(context.db, await queueAgain(context, row, body.choice));
  },
});

export const retryHandler = route<typeof importCalls.retry>({
  call: importCalls.retry,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await ownImport(context.db, caller, params.id);
    if (row.state === 'queued' || row.state === 'reading') throw stillReading();
    if (row.state !== 'failed')
      throw conflict('not_failed', 'This file was read. There is nothing to try again.');
    if (!canBeRead(row)) throw fileGone();
    return presentImport(context.db, await queueAgain(context, row, row.choice));
  },
});

/** Takes a file off the list and removes its bytes, unless workouts were created from them. */
export const dismissHandler = route<typeof importCalls.dismiss>({
  call: importCalls.dismiss,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await ownImport(context.db, caller, params.id);
    if (row.state === 'queued' || row.state === 'reading') throw stillReading();
    const keep = row.state === 'ready';
    const hidden = await context.db
      .updateTable('file_imports')
      .set({
        hidden_at: context.now(),
        ...(row.state === 'duplicate' && { state: 'skipped' }),
        ...(!keep && { storage_key: null, entry: null }),
      })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .where('turn', '=', row.turn)
      .where('state', '=', row.state)
      .returning('id')
      .executeTakeFirst();
    if (!hidden) throw stillReading();
    if (!keep) await removeBytes(context, [row]);
    if (row.entry) await releaseArchives(context, row.user_id, row.batch_id);
    return undefined;
  },
});
