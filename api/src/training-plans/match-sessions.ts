import type { PlanSport } from '@waymark/api-contract';
import { addDays } from '../workout-store/local-day.ts';

/** What of a session decides which workout was it. */
export interface MatchedSession {
  id: number;
  day: string;
  sport: PlanSport;
  distance: number | null;
  duration: number;
  is_skipped: boolean;
  workout_id: number | null;
  is_unmatched: boolean;
}

export interface MatchedWorkout {
  id: number;
  local_day: string;
  group: string;
  distance: number | null;
  duration: number | null;
}

export interface Match {
  workoutId: number;
  closeness: number;
  isChosen: boolean;
}

/** A workout on the day before or after may be the session: life moves training by a day. */
export const DAYS_AROUND = 1;
/** Percent from which a workout is taken for a session. */
const CLOSENESS_MIN = 60;
/** Workouts of a day and sessions of a day that are compared: each with each, thousands of both take minutes. */
const COMPARED_A_DAY = 20;
/** Percent that each day of distance costs against a workout on the day itself. */
const DAY_COSTS = 15;

/** The groups of activities whose workouts count for the sport of a session. */
export const SPORT_GROUPS: Readonly<Record<PlanSport, readonly string[]>> = {
  run: ['run'],
  ride: ['ride'],
  walk: ['walk', 'hike'],
  hike: ['hike', 'walk'],
  swim: ['swim'],
  gym: ['gym', 'class'],
  yoga: ['yoga', 'class'],
  cross: ['ride', 'swim', 'walk', 'hike', 'run', 'winter', 'gym', 'class'],
};

/**
 * How close a workout came to a session: percent of the smaller in the greater, by distance where both have one, else
 * by time. Null for another sport, or where there is nothing to compare.
 */
export function closenessOf(session: MatchedSession, workout: MatchedWorkout): number | null {
  if (!SPORT_GROUPS[session.sport].includes(workout.group)) return null;
  const [planned, done] =
    session.distance !== null && workout.distance !== null
      ? [session.distance, workout.distance]
      : [session.duration, workout.duration];
  if (done === null || !(done > 0) || !(planned > 0)) return null;
  return Math.round((100 * Math.min(planned, done)) / Math.max(planned, done));
}

const daysApart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** Things by day, the oldest of each day. */
const firstOfDays = <T extends { id: number }>(things: readonly T[], dayOf: (thing: T) => string) =>
  Map.groupBy(
    [...Map.groupBy(things, dayOf).values()].flatMap((ofDay) =>
      ofDay.toSorted((a, b) => a.id - b.id).slice(0, COMPARED_A_DAY),
    ),
    dayOf,
  );

/**
 * The workout of each session of one plan that was done. Chosen workouts come first; then the closest pair of all, the
 * next closest of what is left, and so on: each workout is one session, each session one workout. The result depends
 * on sessions and workouts only, never on the order in which they came.
 */
export function matchSessions(
  sessions: readonly MatchedSession[],
  workouts: readonly MatchedWorkout[],
): Map<number, Match> {
  const matches = new Map<number, Match>();
  const used = new Set<number>();
  const byId = new Map(workouts.map((workout) => [workout.id, workout]));
  for (const session of sessions.toSorted((a, b) => a.id - b.id)) {
    const chosen = session.workout_id === null ? undefined : byId.get(session.workout_id);
    if (!chosen || used.has(chosen.id)) continue;
    const closeness = closenessOf(session, chosen) ?? 0;
    matches.set(session.id, { workoutId: chosen.id, closeness, isChosen: true });
    used.add(chosen.id);
  }
  const byDay = firstOfDays(
    workouts.filter(({ id }) => !used.has(id)),
    ({ local_day }) => local_day,
  );
  const open = sessions.filter(
    ({ id, is_skipped, is_unmatched }) => !is_skipped && !is_unmatched && !matches.has(id),
  );
  const pairs = [...firstOfDays(open, ({ day }) => day).values()]
    .flat()
    .flatMap((session) =>
      [-DAYS_AROUND, 0, DAYS_AROUND].flatMap((days) =>
        (byDay.get(addDays(session.day, days)) ?? []).flatMap((workout) => {
          const closeness = closenessOf(session, workout);
          if (closeness === null || closeness < CLOSENESS_MIN) return [];
          const cost = DAY_COSTS * daysApart(session.day, workout.local_day);
          return [{ session, workout, closeness, rank: closeness - cost }];
        }),
      ),
    )
    .toSorted((a, b) => b.rank - a.rank || a.session.id - b.session.id || a.workout.id - b.workout.id);
  for (const { session, workout, closeness } of pairs) {
    if (matches.has(session.id) || used.has(workout.id)) continue;
    matches.set(session.id, { workoutId: workout.id, closeness, isChosen: false });
    used.add(workout.id);
  }
  return matches;
}
