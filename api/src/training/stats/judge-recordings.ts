import { floatsOf } from '../../recordings/streams/analysis.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { AnnouncedRow } from '../workout-store/announce-changes.ts';
import { findImpossibilities, type Impossibility } from '../workout-store/plausibility.ts';

const ROWS_AT_ONCE = 1000;

/** Finds what nobody can have done, among workouts and legs of members, from their figures and recordings. */
export async function judgeRecordings(
  trx: Trx,
  userIds: readonly number[],
  rows: readonly AnnouncedRow[],
): Promise<(row: AnnouncedRow) => readonly Impossibility[]> {
  const reasons = new Map<number, readonly Impossibility[]>();
  const recorded = new Map(rows.flatMap((row) => (row.has_time_series ? [[row.id, row] as const] : [])));
  const ids = [...recorded.keys()];
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const curves = await trx
      .selectFrom('workout_analyses')
      .select(['workout_id', 'distance', 'power'])
      .where('user_id', 'in', [...userIds])
      .where('workout_id', 'in', ids.slice(from, from + ROWS_AT_ONCE))
      .execute();
    for (const { workout_id: id, distance, power } of curves)
      reasons.set(
        id,
        findImpossibilities(recorded.get(id)!, {
          distance: distance && floatsOf(distance),
          power: power && floatsOf(power),
        }),
      );
  }
  return (row) => reasons.get(row.id) ?? findImpossibilities(row);
}
