import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { isEnergyHiddenIn } from '../../recordings/model/health-data.ts';
import type { Scope } from '../stats/query-scope.ts';
import { isExcludedFor, levelsSql } from '../workout-store/exclusions.ts';
import type { GoalCell } from './measure-weeks.ts';

/** A workout that goals count otherwise than the totals of its day do, or a leg of it. Amounts in thousandths. */
interface CorrectedPart extends Omit<GoalCell, 'n'> {
  root_id: number;
  is_leg: boolean;
  /** A sample, or one that counts nowhere. */
  is_left_out: boolean;
}

/** Finds the workouts of some days that goals leave out or count by their legs. */
export async function readCorrectedParts(
  db: Db,
  scope: Scope,
  days: { from: string; to: string },
): Promise<CorrectedPart[]> {
  const { userId, privacy, partly } = scope;
  const levels = levelsSql(privacy);
  // What the caller sees of a workout; nothing of legs whose workout has hidden parts.
  const amount = (shown: string, whole: RawBuilder<unknown>) => {
    const stored = sql`round(coalesce(${whole}, 0)::numeric * 1000)::float8`;
    return partly
      ? sql`case when s.workout_id is null then ${stored} when p.is_leg then 0 else ${sql.ref(`s.${shown}`)} end`
      : stored;
  };
  const energy = amount('energy', sql`p.metabolic_energy_total`);
  const isEnergyHidden = isEnergyHiddenIn('p', scope);
  const { rows } = await sql<CorrectedPart>`
    with roots as (
      select * from (
        select w.id, w.local_day, w.leg_count,
          w.source = 'sample' or ${isExcludedFor(levels, userId, sql`w.id`)} as is_left_out
        from workouts w
        where w.user_id = ${userId} and w.parent_id is null and w.deleted_at is null and w.privacy = any(${levels})
          and w.local_day between ${days.from}::date and ${days.to}::date) as w
      where leg_count > 0 or is_left_out
    ), parts as (
      select w.*, r.id as root_id, r.local_day as first_day, r.is_left_out, w.id <> r.id as is_leg
      from roots r join workouts w on w.user_id = ${userId} and w.id = r.id
      union all
      select w.*, r.id, r.local_day, r.is_left_out, true
      from roots r join workouts w on w.user_id = ${userId} and w.parent_id = r.id and w.deleted_at is null
    )
    select p.first_day, p.activity_type_id, p.root_id, p.is_leg, p.is_left_out,
      ${amount('distance', sql`p.distance_total`)} as distance,
      ${amount('duration', sql`coalesce(p.active_time_total, p.elapsed_time_total)`)} as duration,
      ${isEnergyHidden ? sql`case when ${isEnergyHidden} then 0 else ${energy} end` : energy} as energy
    from parts p
    ${
      partly
        ? sql`left join (
            select workout_id, distance, duration, energy from redacted_workouts where user_id = ${userId}
            union all select workout_id, 0, 0, 0 from stale_redactions where user_id = ${userId}
          ) s on s.workout_id = p.root_id`
        : sql``
    }
    order by p.root_id, p.is_leg, p.id`.execute(db);
  return rows;
}

/**
 * What makes of the totals of days what a goal counts: without samples and workouts that count nowhere, and for a goal of
 * some activities with the legs of a workout instead of the whole, as in challenges. A workout with two such legs is one.
 */
export function correctionsOf(
  parts: readonly CorrectedPart[],
  types: ReadonlySet<number> | null,
): GoalCell[] {
  const corrections: GoalCell[] = [];
  for (const [whole, ...legs] of Map.groupBy(parts, ({ root_id }) => root_id).values()) {
    const isByLegs = types !== null && legs.length > 0;
    if (!whole || (!whole.is_left_out && !isByLegs)) continue;
    const { first_day, activity_type_id, distance, duration, energy } = whole;
    corrections.push({
      first_day,
      activity_type_id,
      n: -1,
      distance: -distance,
      duration: -duration,
      energy: -energy,
    });
    if (whole.is_left_out || !types) continue;
    const counted = legs.filter((leg) => types.has(leg.activity_type_id));
    for (const [index, leg] of counted.entries()) corrections.push({ ...leg, n: index === 0 ? 1 : 0 });
  }
  return corrections;
}
