import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import type { GearKind } from './tables.ts';

const NAME_LENGTH = 100;

/**
 * The member's gear of a name, made when there is none: what an archive of another service calls by name only.
 * Capitals do not matter; of several the one of this kind wins, then the one in use. Call it under the member lock.
 * @returns its id; null for a name without a letter
 */
export async function gearByName(
  trx: Trx,
  userId: number,
  name: string,
  kind: GearKind,
  { newId, now }: { newId: () => number; now: Date },
): Promise<number | null> {
  const wanted = name.replaceAll(/\s+/gu, ' ').trim().slice(0, NAME_LENGTH).trim();
  if (!wanted) return null;
  const found = await trx
    .selectFrom('gear')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(name) = lower(${wanted})`)
    .orderBy(sql`kind = ${kind}`, 'desc')
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (found) return found.id;
  const id = newId();
  await trx
    .insertInto('gear')
    .values({
      user_id: userId,
      id,
      name: wanted,
      kind,
      brand: '',
      model: '',
      notes: '',
      initial_distance: 0,
      alert_distance: null,
      default_for: [],
      retired_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}
