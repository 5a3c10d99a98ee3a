import type { Database, Trx } from '../../kernel/database/tables.ts';
import type { DomainEvents } from '../../kernel/server/domain-events.ts';
import type { Asked } from '../../kernel/server/questions.ts';
import type { Restriction } from '../../training/privacy/restrictions.ts';

/** The value of each setting that keeps something from others. */
const RESTRICTIVE = {
  is_map_hidden: true,
  is_hidden_from_feed: true,
  is_removed_by_moderator: true,
  has_comments: false,
} as const satisfies Record<Restriction & keyof Database['stories'], boolean>;

const RESTRICTIONS = Object.keys(RESTRICTIVE) as Restriction[];

export async function readRestrictions({
  trx,
  userId,
  workoutIds,
}: Asked<'restrictions'>): Promise<Map<number, Restriction[]>> {
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
  { userId, workoutId, restrictions }: DomainEvents['workoutRestricted'],
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
