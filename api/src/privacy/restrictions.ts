import type { Database, Trx } from '../kernel/database/tables.ts';

/** Settings of a story that keep something from others, each with the value that does. */
const RESTRICTIVE = {
  is_map_hidden: true,
  is_hidden_from_feed: true,
  is_removed_by_moderator: true,
  has_comments: false,
} as const satisfies Partial<Record<keyof Database['stories'], boolean>>;

/** What the owner of a workout, or a moderator, refused at its story. */
export type Restriction = keyof typeof RESTRICTIVE;
const RESTRICTIONS = Object.keys(RESTRICTIVE) as Restriction[];

/** The restrictions of workouts, deleted ones too, by id. They stay as they are until the transaction ends. */
export async function readRestrictions(
  trx: Trx,
  userId: number,
  workoutIds: readonly number[],
): Promise<Map<number, Restriction[]>> {
  const rows = await trx
    .selectFrom('stories')
    .select(['id', ...RESTRICTIONS])
    .where('user_id', '=', userId)
    .where('kind', '=', 'workout')
    .where('id', 'in', [...workoutIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, RESTRICTIONS.filter((name) => row[name] === RESTRICTIVE[name])]));
}

export async function writeRestrictions(
  trx: Trx,
  userId: number,
  workoutId: number,
  restrictions: readonly Restriction[],
): Promise<void> {
  const settings = RESTRICTIONS.map((name) => [name, restrictions.includes(name) === RESTRICTIVE[name]]);
  await trx
    .updateTable('stories')
    .set(Object.fromEntries(settings))
    .where('user_id', '=', userId)
    .where('kind', '=', 'workout')
    .where('id', '=', workoutId)
    .execute();
}

/**
 * Workouts that begin from others are as restricted as all of those together. Called by whatever makes one workout of
 * another, in the transaction that does and after the workouts are announced: no commit has them without.
 * @returns what each of the sources was restricted by before
 */
export async function inheritRestrictions(
  trx: Trx,
  userId: number,
  { from, to }: { from: readonly number[]; to: readonly number[] },
): Promise<Map<number, Restriction[]>> {
  const before = await readRestrictions(trx, userId, from);
  const strictest = [...new Set([...before.values()].flat())];
  if (strictest.length > 0) for (const id of to) await writeRestrictions(trx, userId, id, strictest);
  return before;
}
