import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { adoptRefusals } from '../../../members/consents/adopt-refusals.ts';
import type { Trx } from '../../../kernel/database/tables.ts';
import { firstIdAt } from '../../../kernel/database/ids.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { hiddenCircle } from '../../../training/privacy/zones/hidden-circle.ts';
import { HEALTH_STREAMS, HEALTH_TABLES } from '../../../recordings/model/health-data.ts';
import type { StreamKind } from '../../../recordings/model/parsed-workout.ts';
import { countCells } from '../../../maps/routes/search/count-cells.ts';
import { announceChanges, selectWholeWorkouts } from '../../../training/workout-store/announce-changes.ts';
import { figuresWithoutHealthData } from '../../../training/workout-store/health-figures.ts';
import { checkRecording, checkSeriesOfWorkouts, checkSessionsOfPlans } from './check-recordings.ts';
import { type ArchiveRow, checkRow, type Column, findColumns } from './check-row.ts';
import { deleteOrphans } from './delete-orphans.ts';
import { deriveColumns } from './derive-columns.ts';
import { requireEmptyAccount } from './empty-account.ts';
import { NewIds } from './new-ids.ts';
import type { OpenArchive } from './open-archive.ts';
import { archiveInvalid, RestoreProblem } from './restore-problem.ts';
import { restoreFiles, restorePicture } from './restore-files.ts';
import { restoreBirthdate, restoreProfile } from './restore-profile.ts';
import { restoreRoutes } from './restore-routes.ts';
import { type Notifications, stricterNotifications } from './stricter-settings.ts';
import { RESTORED_TABLES, type RowsRule } from './restore-rules.ts';

/** Rows that one statement inserts, and their length in characters. */
const ROWS_AT_ONCE = 200;
const CHARS_AT_ONCE = 2_000_000;
const WORKOUTS_AT_ONCE = 100;
const ROWS_MAX = 1_000_000;
/** How long the transaction may hold its connection and the member's lock. */
const MAX_MS = 30 * 60_000;
/** Stories that come back at the top of feeds; those above this number are placed behind them. */
const RECENT_STORIES_MAX = 200;
const RECENT_MS = 14 * 86_400_000;

/** Rows that the new account has one of already. */
const REPLACED: Readonly<Record<string, string>> = {
  notification_settings: '(user_id)',
  // Announcing a workout makes its story.
  stories: '(user_id, id)',
};

export type Counts = Record<string, number>;

/** Ids that tables of the archive give to their rows. @throws RestoreProblem for more rows than an account has */
async function readIds(archive: OpenArchive): Promise<Set<number>> {
  const ids = new Set<number>();
  let total = 0;
  for (const [table, { maxRows = ROWS_MAX }] of RESTORED_TABLES) {
    let n = 0;
    for await (const { id, batch_id } of archive.rowsOf(table)) {
      for (const value of [id, batch_id]) {
        if (value === undefined) continue;
        if (!Number.isSafeInteger(value) || (value as number) <= 0) throw archiveInvalid(`${table}.id`);
        ids.add(value as number);
      }
      if (++n > maxRows || ++total > ROWS_MAX) throw archiveInvalid(table);
    }
  }
  return ids;
}

/** Uploads that made a workout, each with its file in the archive; others were of use to the old account only. */
async function readUsedImports(archive: OpenArchive): Promise<Map<unknown, string | null>> {
  const originals = new Map<string, string>();
  for (const path of archive.paths) {
    const [, id] = /^workouts\/(\d+)\/original-[^/]*$/.exec(path) ?? [];
    if (id) originals.set(id, path);
  }
  const used = new Map<unknown, string | null>();
  for await (const { id, import_id } of archive.rowsOf('workouts'))
    used.set(import_id, originals.get(String(id)) ?? used.get(import_id) ?? null);
  return used;
}

async function insertRows(trx: Trx, table: string, columns: readonly Column[], rows: readonly ArchiveRow[]) {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => name).filter((name) => name in rows[0]!);
  const list = sql.join(names.map((name) => sql.ref(name)));
  const target = REPLACED[table];
  const changes = names.filter((name) => !target?.includes(name));
  const replace = sql`on conflict ${sql.raw(target ?? '')} do update set ${sql.join(
    changes.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  )}`;
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    ${target ? replace : sql``}`.execute(trx);
}

interface Restore {
  context: Context;
  trx: Trx;
  userId: number;
  archive: OpenArchive;
  ids: NewIds;
  zoneKey: Uint8Array;
  usedImports: ReadonlyMap<unknown, string | null>;
  hidesHealthData: boolean;
  /** As the new account has them; undefined where nothing was set. */
  notifications: Notifications | undefined;
  onRow: () => Promise<void>;
}

type ArchivedWorkout = ArchiveRow & Parameters<typeof figuresWithoutHealthData>[0];

/** Without the consent to it no health data is stored; in the files of devices it can stand, too. */
function withoutHealthData(table: string, row: ArchiveRow): ArchiveRow | null {
  if (table === 'workout_streams' && HEALTH_STREAMS.has(row['kind'] as StreamKind)) return null;
  if (HEALTH_TABLES.has(table)) return null;
  if (table === 'file_imports') return { ...row, storage_key: null };
  return table === 'workouts' ? figuresWithoutHealthData(row as ArchivedWorkout) : row;
}

/** Rows that stand on their own in a new account. */
function isRestored(table: string, row: ArchiveRow, { usedImports }: Restore): boolean {
  if (table === 'file_imports')
    return row['state'] === 'ready' && row['archive'] === false && usedImports.has(row['id']);
  if (table === 'workout_photos') return row['state'] === 'ready';
  if (table === 'stories') return row['kind'] === 'workout' || row['kind'] === 'status';
  return true;
}

/** Columns that depend on the new account. */
function completeRow(
  table: string,
  row: ArchiveRow,
  oldId: unknown,
  { zoneKey, userId, usedImports, notifications }: Restore,
): ArchiveRow {
  if (table === 'file_imports')
    return { ...row, storage_key: usedImports.get(oldId) ? `imports/${userId}/${String(row['id'])}` : null };
  if (table === 'notification_settings' && notifications)
    return { ...row, ...stricterNotifications(notifications, row as unknown as Notifications) };
  if (table !== 'privacy_zones') return row;
  const { lat, lng, radius } = row as { lat: number; lng: number; radius: number };
  const hidden = hiddenCircle(zoneKey, { lat, lng, radius });
  return { ...row, hidden_lat: hidden.lat, hidden_lng: hidden.lng, hidden_radius: hidden.radius };
}

async function restoreTable(restore: Restore, table: string, rule: RowsRule): Promise<number> {
  const { trx, archive, ids, hidesHealthData, onRow } = restore;
  const columns = await findColumns(trx, table);
  let count = 0;
  let limited = 0;
  let rows: ArchiveRow[] = [];
  let chars = 0;
  const insert = async () => {
    await insertRows(trx, table, columns, rows);
    rows = [];
    chars = 0;
  };
  for await (const stored of archive.rowsOf(table)) {
    if (stored['user_id'] !== archive.userId) throw archiveInvalid(`${table}.user_id`);
    const line = checkRow(table, columns, stored, rule);
    const { maxOf } = rule;
    if (maxOf && line[maxOf.column] === maxOf.value && ++limited > maxOf.max) throw archiveInvalid(table);
    if (!isRestored(table, line, restore)) continue;
    const kept = Object.fromEntries(Object.entries(line).filter(([name]) => !rule.without?.includes(name)));
    const renumbered = ids.replaceIn(kept, columns);
    if (!renumbered) continue;
    const checked = deriveColumns(table, await checkRecording(table, renumbered), restore.context.now());
    const complete = completeRow(table, checked, line['id'], restore);
    const row = hidesHealthData ? withoutHealthData(table, complete) : complete;
    if (!row) continue;
    rows.push(row);
    chars += JSON.stringify(row).length;
    count++;
    await onRow();
    if (rows.length >= ROWS_AT_ONCE || chars >= CHARS_AT_ONCE) await insert();
  }
  await insert();
  return count;
}

/** Totals, records, stories and links follow from the workouts as they do for new ones. */
async function announceWorkouts({ context, trx, userId, onRow }: Restore): Promise<void> {
  for (let last = 0; ;) {
    const after = await selectWholeWorkouts(trx, [userId])
      .where('id', '>', last)
      .orderBy('id')
      .limit(WORKOUTS_AT_ONCE)
      .execute();
    if (after.length > 0) await announceChanges(context, trx, { userId, before: [], after });
    await onRow();
    if (after.length < WORKOUTS_AT_ONCE) return;
    last = after.at(-1)!.id;
  }
}

/**
 * Stories of workouts are of workouts that are there, and as private as they are; and nobody fills the feeds of friends
 * at once, whatever limits held where the posts were written.
 */
async function reconcileStories({ context, trx, userId }: Restore): Promise<void> {
  await sql`
    delete from stories where user_id = ${userId} and kind = 'workout' and not exists (
      select 1 from workouts where user_id = ${userId} and workouts.id = stories.id)`.execute(trx);
  await sql`
    update stories set privacy = workouts.privacy, activity_type_id = workouts.activity_type_id
    from workouts
    where stories.user_id = ${userId} and stories.kind = 'workout'
      and workouts.user_id = ${userId} and workouts.id = stories.id`.execute(trx);
  const recent = firstIdAt(context.now().getTime() - RECENT_MS);
  await sql`
    update stories set position = ${recent}
    where user_id = ${userId} and id in (
      select id from stories where user_id = ${userId} and position > ${recent}
      order by position desc offset ${RECENT_STORIES_MAX})`.execute(trx);
}

/** The key that moves hidden circles: with the old one they stay where they are. */
async function restoreZoneKey(trx: Trx, userId: number, archive: OpenArchive): Promise<Uint8Array> {
  let key: Buffer = randomBytes(32);
  for await (const row of archive.rowsOf('privacy_zone_owners'))
    if (typeof row['key'] === 'string' && /^\\x[0-9a-f]{64}$/.test(row['key']))
      key = Buffer.from(row['key'].slice(2), 'hex');
  const owner = await trx
    .insertInto('privacy_zone_owners')
    .values({ user_id: userId, key, version: 1 })
    .onConflict((at) => at.column('user_id').doUpdateSet({ version: sql`privacy_zone_owners.version + 1` }))
    .returning('key')
    .executeTakeFirstOrThrow();
  return owner.key;
}

const tookTooLong = () =>
  new RestoreProblem(
    'Bringing this archive in took longer than it may, and nothing was changed. Try again later, or ask support.',
  );

/** What the member refused before stays refused. Permissions are asked for by the new account itself. */
async function restoreRefusals(
  context: Context,
  trx: Trx,
  userId: number,
  archive: OpenArchive,
): Promise<void> {
  const latest = new Map<unknown, ArchiveRow>();
  for await (const row of archive.rowsOf('consent_records'))
    if (Number(latest.get(row['consent_id'])?.['id'] ?? 0) < Number(row['id']))
      latest.set(row['consent_id'], row);
  const refusals = [...latest.values()].filter(({ choice }) => choice === 'declined');
  const consentIds = refusals.map(({ consent_id }) => String(consent_id));
  await adoptRefusals({ ...context, db: trx }, userId, {
    consentIds,
    source: 'import',
    locale: 'en-us',
  });
}

/**
 * Writes all that an archive holds into an account without workouts, in one transaction: killed or refused at any
 * point, nothing of it is there. It locks rows of this member only; the username and the squares of the map, which others
 * may ask for, come last.
 * @param onStored stores the outcome in the same transaction: what was brought in is never brought in again
 * @throws RestoreProblem with a sentence for the member
 */
export async function restoreAccount(
  context: Context,
  userId: number,
  archive: OpenArchive,
  onRow: () => Promise<void>,
  onStored?: (trx: Trx, counts: Counts) => Promise<void>,
): Promise<void> {
  await requireEmptyAccount(context.db, userId);
  const oldIds = await readIds(archive);
  const usedImports = await readUsedImports(archive);
  let profile: ArchiveRow | undefined;
  for await (const row of archive.rowsOf('users')) profile ??= row;
  const endsAt = context.now().getTime() + MAX_MS;
  const onStep = () => {
    if (context.now().getTime() > endsAt) throw tookTooLong();
    return onRow();
  };
  await withMemberLock(context.db, userId, async (trx) => {
    await requireEmptyAccount(trx, userId);
    const users = { before: archive.userId, after: userId };
    await restoreRefusals(context, trx, userId, archive);
    await restoreBirthdate(context, trx, userId, profile);
    const { hides_health_data } = await trx
      .selectFrom('users')
      .select('hides_health_data')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const restore: Restore = {
      context,
      trx,
      userId,
      archive,
      ids: await NewIds.mint(oldIds, users, () => context.newId()),
      zoneKey: await restoreZoneKey(trx, userId, archive),
      usedImports,
      hidesHealthData: hides_health_data,
      notifications: await trx
        .selectFrom('notification_settings')
        .select(['kinds', 'email_digest'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
      onRow: onStep,
    };
    const counts: Counts = {};
    for (const [table, rule] of RESTORED_TABLES) {
      // Stories are written over those that announcing makes.
      if (table === 'stories') {
        await deleteOrphans(trx, userId);
        await announceWorkouts(restore);
      }
      counts[table] = await restoreTable(restore, table, rule);
      if (table === 'workout_streams') await checkSeriesOfWorkouts(trx, userId);
      if (table === 'planned_sessions') await checkSessionsOfPlans(trx, userId);
    }
    await reconcileStories(restore);
    const routes = await restoreRoutes(restore);
    await restoreFiles(restore);
    const pictureVersion = await restoreProfile(context, trx, userId, profile);
    await restorePicture(restore, pictureVersion);
    await countCells(trx, [], routes);
    await onStored?.(trx, counts);
  });
}
