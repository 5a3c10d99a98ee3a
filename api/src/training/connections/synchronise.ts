import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, notFound } from '../../kernel/server/errors.ts';
import { remainingStorage, requireStorage } from '../../kernel/storage/quota.ts';
import { receiveSentFile } from '../imports/upload.ts';
import { type Connector, ServiceProblem, type ServiceTokens } from './connectors/connector.ts';
import { findConnector } from './connectors/connectors.ts';
import type { ConnectionTables } from './tables.ts';
import { endAtService, openTokens, sealTokens } from './tokens.ts';

const SYNCHRONISE = 'synchronise-connection';
const END = 'end-connection';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Notices get lost, and an installation that the service cannot reach gets none: its list is asked for so often. */
const LIST_EVERY_MS = 6 * HOUR_MS;
/** A service that renews no tokens so long after they ended, and does not say that it never will, needs the member. */
const RENEW_GIVE_UP_MS = 7 * DAY_MS;
/** Tokens are renewed so long before they end. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS;
/** A file that cannot be had is given up after so many tries, which together take about four days. */
const MAX_TRIES = 12;
/** Longer than any service lists a workout, so that what was fetched is known as long as it may be named again. */
const REMEMBER_MS = 400 * DAY_MS;
/** A workout that has no file yet may be planned: it is looked at again so often, and so long. */
const LOOK_EVERY_MS = DAY_MS;
const LOOK_FOR_MS = 30 * DAY_MS;
/** Files of one piece of work; the rest goes behind the work of other members. */
const FILES_AT_ONCE = 20;
/** What a notice or list may leave waiting for one connection. */
const MAX_WAITING = 1000;

type Row = Selectable<ConnectionTables['connections']>;

interface Connected {
  context: Context;
  connector: Connector;
  row: Row;
}

const pauseMs = (tries: number, asked: number | null = null): number =>
  Math.max(asked === null ? 0 : asked * 1000, Math.min(MINUTE_MS * 2 ** tries, DAY_MS / 2));

/**
 * Keeps the names of workouts that have to be fetched; those that were named before are left out. Only a notice says that
 * one that had no file has it now.
 */
export async function keepRefs(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { user_id: userId, id }: Pick<Row, 'user_id' | 'id'>,
  refs: readonly string[],
  { isNotice = false } = {},
): Promise<void> {
  if (refs.length === 0) return;
  const at = now();
  const { waiting } = await db
    .selectFrom('connection_files')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('user_id', '=', userId)
    .where('connection_id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  const taken = refs.slice(0, Math.max(0, MAX_WAITING - waiting));
  if (taken.length === 0) return;
  await db
    .insertInto('connection_files')
    .values(taken.map((ref) => ({ user_id: userId, connection_id: id, ref, next_at: at, created_at: at })))
    .onConflict((on) => {
      const known = on.columns(['user_id', 'connection_id', 'ref']);
      if (!isNotice) return known.doNothing();
      return known
        .doUpdateSet({ next_at: at })
        .where('connection_files.done_at', 'is', null)
        .where('connection_files.tries', '=', 0);
    })
    .execute();
}

/** Has a connection's workouts fetched soon. */
export async function wakeConnection(
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  { user_id: userId, id }: Pick<Row, 'user_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ next_at: now() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  await jobs.send(SYNCHRONISE, { userId, connectionId: id }, { key: String(id) });
}

const findRow = ({ db }: { db: Db }, userId: number, id: number): Promise<Row | undefined> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('tokens', 'is not', null)
    .where('status', '=', 'active')
    .where((q) =>
      q.not(
        q.exists(
          q
            .selectFrom('deletion_requests')
            .select('deletion_requests.user_id')
            .whereRef('deletion_requests.user_id', '=', 'connections.user_id'),
        ),
      ),
    )
    .executeTakeFirst();

/** The row with the tokens that count now: short-lived ones are renewed, and stored before they are used. */
async function renewTokens({ context, connector, row }: Connected): Promise<Row> {
  const renewAt = (row.tokens_expire_at?.getTime() ?? Infinity) - RENEW_BEFORE_MS;
  if (context.now().getTime() < renewAt) return row;
  const sealed = sealTokens(context, await connector.refresh(openTokens(context, row.tokens!)));
  const { numUpdatedRows } = await context.db
    .updateTable('connections')
    .set(sealed)
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .where('tokens', '=', row.tokens)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    // Disconnected or connected anew meanwhile: what was stored for its end does not open the account any more.
    await context.db.transaction().execute((trx) => endAtService(trx, [{ ...row, tokens: sealed.tokens }]));
    throw new ServiceProblem('failed', 'disconnected meanwhile');
  }
  return { ...row, ...sealed };
}

async function listWorkouts({ context, connector, row }: Connected, tokens: ServiceTokens): Promise<void> {
  const { db, now } = context;
  if (row.listed_at && now().getTime() - row.listed_at.getTime() < LIST_EVERY_MS) return;
  await keepRefs(context, row, await connector.listRecent(tokens));
  await db
    .updateTable('connections')
    .set({ listed_at: now() })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .execute();
  await db
    .deleteFrom('connection_files')
    .where('user_id', '=', row.user_id)
    .where('connection_id', '=', row.id)
    .where('done_at', '<', new Date(now().getTime() - REMEMBER_MS))
    .execute();
}

/** @throws ApiProblem 404 where the member has disconnected while a file came in */
async function requireConnection(trx: Trx, { user_id, id }: Row): Promise<void> {
  if (!(await findRow({ db: trx }, user_id, id))) throw notFound('connection');
}

/** Fetches one file and hands it to the import. A workout that gets no file in a month is done too. */
async function fetchOne(
  { context, connector, row }: Connected,
  tokens: ServiceTokens,
  { ref, created_at: namedAt }: { ref: string; created_at: Date },
): Promise<void> {
  const { db, now } = context;
  const remaining = await requireStorage(context, row.user_id);
  const file = await connector.fetchFile(tokens, ref);
  if (file)
    try {
      await receiveSentFile(context, row.user_id, remaining, file, (trx) => requireConnection(trx, row));
    } finally {
      file.file.destroy();
    }
  const mayCome = !file && now().getTime() - namedAt.getTime() < LOOK_FOR_MS;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('connection_files')
      .set(mayCome ? { next_at: new Date(now().getTime() + LOOK_EVERY_MS) } : { done_at: now() })
      .where('user_id', '=', row.user_id)
      .where('connection_id', '=', row.id)
      .where('ref', '=', ref)
      .execute();
    if (file)
      await trx
        .updateTable('connections')
        .set({ last_received_at: now(), workouts_received: sql<number>`workouts_received + 1` })
        .where('user_id', '=', row.user_id)
        .where('id', '=', row.id)
        .execute();
  });
}

/**
 * Whether the member has no room left. Then nothing is asked of the service and no file is given up: the connection waits
 * and says so. There is room again some time after the member deleted something.
 * @param hadNoRoom for a file, although there may be some for a smaller one
 */
async function waitForRoom({ context, row }: Connected, hadNoRoom = false): Promise<boolean> {
  const isFull = hadNoRoom || (await remainingStorage(context, row.user_id)) <= 0;
  await context.db
    .updateTable('connections')
    .set({ waits_for_room: isFull, ...(isFull && { next_at: new Date(context.now().getTime() + HOUR_MS) }) })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .where((at) => at.or([at('waits_for_room', '!=', isFull), at.lit(isFull)]))
    .execute();
  return isFull;
}

/** Puts a file off. One that was tried too often is done without. */
async function putOff(
  { context: { db, now, log }, row }: Connected,
  file: { ref: string; tries: number },
  error: unknown,
): Promise<void> {
  const tries = file.tries + 1;
  const asked = error instanceof ServiceProblem ? error.retrySeconds : null;
  const isOver = tries >= MAX_TRIES;
  log[isOver ? 'error' : 'info'](
    { err: error, connection: row.id, ref: file.ref, tries },
    'a file was not fetched',
  );
  await db
    .updateTable('connection_files')
    .set({
      tries,
      next_at: new Date(now().getTime() + pauseMs(tries, asked)),
      ...(isOver && { done_at: now() }),
    })
    .where('user_id', '=', row.user_id)
    .where('connection_id', '=', row.id)
    .where('ref', '=', file.ref)
    .execute();
}

/** @returns whether there was no room for one of them: the others wait with it */
async function fetchWaiting(connected: Connected, tokens: ServiceTokens): Promise<boolean> {
  const { context, row } = connected;
  const files = await context.db
    .selectFrom('connection_files')
    .select(['ref', 'tries', 'created_at'])
    .where('user_id', '=', row.user_id)
    .where('connection_id', '=', row.id)
    .where('done_at', 'is', null)
    .where('next_at', '<=', context.now())
    .orderBy('created_at')
    .orderBy('ref')
    .limit(FILES_AT_ONCE)
    .execute();
  for (const file of files) {
    // Nothing comes in any more once the member has disconnected, or their account is on its way to its end.
    if (!(await findRow(context, row.user_id, row.id))) return false;
    try {
      await fetchOne(connected, tokens, file);
    } catch (error) {
      if (!(error instanceof ServiceProblem || error instanceof ApiProblem)) throw error;
      if (error instanceof ServiceProblem && error.kind === 'refused') throw error;
      if (error instanceof ApiProblem && error.code === 'member_storage_full') return true;
      await putOff(connected, file, error);
      // What asks for patience asks it of all files.
      if (error instanceof ServiceProblem && error.kind === 'later') throw error;
    }
  }
  return false;
}

/** When there is something to do next: a file that waits, or the list. */
async function planNext({ context: { db, now }, row }: Connected, atLeast: Date): Promise<void> {
  await sql`
    update connections c set next_at = greatest(${atLeast}::timestamptz, least(
      coalesce(c.listed_at, ${now()}::timestamptz) + ${LIST_EVERY_MS} * interval '1 millisecond',
      (select min(f.next_at) from connection_files f
       where f.user_id = c.user_id and f.connection_id = c.id and f.done_at is null)))
    where c.user_id = ${row.user_id} and c.id = ${row.id} and c.status = 'active'`.execute(db);
}

/** Brings in what a service has for a member: one piece of work for a connection at a time. */
async function synchronise(context: Context, userId: number, id: number): Promise<void> {
  const row = await findRow(context, userId, id);
  const connector = row && findConnector(context, row.type);
  if (!row || !connector) {
    // Its account is being deleted, or the service is not configured now: both may change.
    await context.db
      .updateTable('connections')
      .set({ next_at: new Date(context.now().getTime() + LIST_EVERY_MS) })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('next_at', 'is not', null)
      .execute();
    return;
  }
  let connected: Connected = { context, connector, row };
  try {
    connected = { ...connected, row: await renewTokens(connected) };
    const tokens = openTokens(context, connected.row.tokens!);
    await listWorkouts(connected, tokens);
    if (await waitForRoom(connected)) return;
    if (await waitForRoom(connected, await fetchWaiting(connected, tokens))) return;
    await planNext(connected, context.now());
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    context.log.info({ err: error, connection: id }, 'a connection is tried again later');
    const endedAt = connected.row.tokens_expire_at?.getTime() ?? Infinity;
    if (error.kind === 'refused' || context.now().getTime() - endedAt > RENEW_GIVE_UP_MS)
      await context.db
        .updateTable('connections')
        .set({ status: 'needs_attention', next_at: null })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        // The member may have connected it anew meanwhile.
        .where('tokens', '=', connected.row.tokens)
        .execute();
    else await planNext(connected, new Date(context.now().getTime() + pauseMs(4, error.retrySeconds)));
  }
}

/** Ends a permission at its service, so that it keeps nothing open for us. */
async function endPermission(context: Context, id: number): Promise<void> {
  const { db, log, now } = context;
  const row = await db.selectFrom('ended_connections').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const connector = findConnector(context, row.type);
  const remove = () => db.deleteFrom('ended_connections').where('id', '=', id).execute();
  // Connected again: services have one permission for each member, and that one is wanted.
  const again = await db
    .selectFrom('connections')
    .select('id')
    .where('type', '=', row.type)
    .where('account_ref', '=', row.account_ref)
    .executeTakeFirst();
  if (!connector || again) return void (await remove());
  try {
    let tokens = openTokens(context, row.tokens);
    const revoke = () => connector.revoke({ accountRef: row.account_ref, tokens });
    try {
      await revoke();
    } catch (error) {
      if (!(error instanceof ServiceProblem && error.kind === 'refused' && tokens.refresh !== null))
        throw error;
      tokens = await connector.refresh(tokens);
      await db
        .updateTable('ended_connections')
        .set({ tokens: sealTokens(context, tokens).tokens })
        .where('id', '=', id)
        .execute();
      await revoke();
    }
    await remove();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const tries = row.tries + 1;
    log.warn({ err: error, service: row.type, tries }, 'a permission was not ended at its service');
    // A token that opens nothing there is what was wanted.
    if (error.kind === 'refused' || tries >= MAX_TRIES) return void (await remove());
    await db
      .updateTable('ended_connections')
      .set({ tries, next_at: new Date(now().getTime() + pauseMs(tries, error.retrySeconds)) })
      .where('id', '=', id)
      .execute();
  }
}

/** Workers of the connections. */
export function workConnections(context: Context): void {
  context.jobs.work<{ userId: number; connectionId: number }>(
    SYNCHRONISE,
    { concurrency: 2, retries: 3, timeoutSeconds: 3600 },
    ({ userId, connectionId }) => synchronise(context, userId, connectionId),
  );
  context.jobs.work<{ id: number }>(END, { concurrency: 1, retries: 3, timeoutSeconds: 300 }, ({ id }) =>
    endPermission(context, id),
  );
}

/** Queues what is due. */
export async function sweepConnections({ db, jobs, now }: Context): Promise<void> {
  const due = await db
    .selectFrom('connections')
    .select(['user_id', 'id'])
    .where('next_at', '<=', now())
    .where('status', '=', 'active')
    .orderBy('next_at')
    .limit(200)
    .execute();
  for (const { user_id: userId, id } of due)
    await jobs.send(SYNCHRONISE, { userId, connectionId: id }, { key: String(id) });
  const ended = await db
    .selectFrom('ended_connections')
    .select('id')
    .where('next_at', '<=', now())
    .orderBy('next_at')
    .limit(200)
    .execute();
  for (const { id } of ended) await jobs.send(END, { id }, { key: String(id) });
}
