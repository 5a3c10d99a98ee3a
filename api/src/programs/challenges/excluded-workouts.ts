import type { ContributionExclusion } from '@waymark/api-contract';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import { judgeRecordings } from '../../training/stats/judge-recordings.ts';
import {
  type AnnouncedRow,
  readLegs,
  selectWholeWorkouts,
} from '../../training/workout-store/announce-changes.ts';
import { storeExclusions } from '../../training/workout-store/exclusions.ts';
import { contributionOf, judge, type ReviewedContribution, type ScoringRules } from './scoring.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Workouts count now, count no longer, or are left out for another reason. `days` are those of the ones that are there. */
    exclusionsChanged: { userId: number; workoutIds: readonly number[]; days: readonly string[] };
  }
}

/** The longest duration of a workout: one that began earlier cannot overlap. */
const LONGEST_MS = 31 * 86_400_000;

/** Every workout of every time, as if a challenge counted workouts. */
const EVERYWHERE: ScoringRules = {
  kind: 'count',
  activity_groups: [],
  distance: null,
  first_day: '0001-01-01',
  last_day: '9999-12-31',
  time_zone: null,
  accepts_manual: true,
};

const endOf = ({ start_at, elapsed_time_total, active_time_total }: AnnouncedRow): number =>
  start_at.getTime() + Math.min((elapsed_time_total ?? active_time_total ?? 0) * 1000, LONGEST_MS);

/** Workouts at the time of some, those at the time of these, and so on: what decides about one of them is among them. */
async function readNeighbours(
  trx: Trx,
  userId: number,
  rows: readonly AnnouncedRow[],
): Promise<AnnouncedRow[]> {
  let from = Math.min(...rows.map(({ start_at }) => start_at.getTime()));
  let to = Math.max(...rows.map(endOf));
  for (;;) {
    const found = await selectWholeWorkouts(trx, [userId])
      .where('start_at', '<=', new Date(to))
      .where('start_at', '>=', new Date(from - LONGEST_MS))
      .where(
        sql<boolean>`start_at + make_interval(secs =>
          least(coalesce(elapsed_time_total, active_time_total, 0), ${LONGEST_MS / 1000})) >= ${new Date(from)}`,
      )
      .execute();
    const earliest = Math.min(from, ...found.map(({ start_at }) => start_at.getTime()));
    const latest = Math.max(to, ...found.map(endOf));
    if (earliest === from && latest === to) return found;
    [from, to] = [earliest, latest];
  }
}

/** The reasons that moderators accepted, by workout. */
export async function readAcceptedReasons(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, ContributionExclusion[]>> {
  const rows = await db
    .selectFrom('workout_reviews')
    .select(['workout_id', 'exclusion'])
    .where('user_id', 'in', [...userIds])
    .where('decision', '=', 'accepted')
    .execute();
  const reasons = new Map<number, ContributionExclusion[]>();
  for (const { workout_id, exclusion } of rows)
    reasons.set(workout_id, [...(reasons.get(workout_id) ?? []), exclusion]);
  return reasons;
}

/** Why workouts count nowhere, of a set in which all that overlap are. */
async function judgeWorkouts(trx: Trx, userId: number, rows: readonly AnnouncedRow[]) {
  const legs = await readLegs(trx, [userId], rows);
  const legsOf = Map.groupBy(legs, ({ parent_id }) => parent_id);
  const judgePart = await judgeRecordings(trx, [userId], [...rows, ...legs]);
  const accepted = await readAcceptedReasons(trx, [userId]);
  const contributions = rows.flatMap((row): ReviewedContribution[] => {
    const judgeWhole = () => [row, ...(legsOf.get(row.id) ?? [])].flatMap(judgePart);
    const one = contributionOf(EVERYWHERE, row, [], judgeWhole);
    if (!one) return [];
    return [
      {
        ...one,
        ended_at: new Date(endOf(row)),
        accepted: accepted.get(row.id) ?? [],
      },
    ];
  });
  return judge(contributions);
}

/**
 * Judges workouts anew that came, changed or went, with those at their time. What counts nowhere is stored: goals and
 * points leave it out, and its owner reads why. Under the member lock, after the workouts are written.
 */
export async function updateExclusions(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  { before, after }: { before: readonly AnnouncedRow[]; after: readonly AnnouncedRow[] },
): Promise<void> {
  const changed = [...before, ...after];
  if (changed.length === 0) return;
  const rows = await readNeighbours(trx, userId, changed);
  const ids = [...new Set([...changed, ...rows].map(({ id }) => id))];
  const dayOf = new Map(rows.map(({ id, local_day }) => [id, local_day]));
  const stored = new Map(
    (
      await trx
        .selectFrom('excluded_workouts')
        .select(['workout_id', 'exclusion', 'further_exclusions', 'overlaps_id'])
        .where('user_id', '=', userId)
        .where(sql<boolean>`workout_id = any(${ids}::bigint[])`)
        .execute()
    ).map((row) => [row.workout_id, row]),
  );
  const excluded = (await judgeWorkouts(trx, userId, rows)).flatMap(
    ({ workout_id, exclusion, further_exclusions: further, overlaps_id }) =>
      exclusion === null ? [] : [{ workout_id, exclusion, further_exclusions: [...further], overlaps_id }],
  );
  const isStored = (row: (typeof excluded)[number]) => isDeepStrictEqual(stored.get(row.workout_id), row);
  const excludedIds = new Set(excluded.map(({ workout_id }) => workout_id));
  const added = excluded.filter((row) => !isStored(row));
  const outdated = [...stored.keys()].filter(
    (id) => !excludedIds.has(id) || added.some(({ workout_id }) => workout_id === id),
  );
  await storeExclusions(trx, userId, { outdated, added });
  const workoutIds = [...new Set([...outdated, ...added.map(({ workout_id }) => workout_id)])];
  const days = [...new Set(workoutIds.flatMap((id) => dayOf.get(id) ?? []))];
  if (workoutIds.length > 0) await publisher.publish(trx, 'exclusionsChanged', { userId, workoutIds, days });
}
