import type { PlanSport } from '@waymark/api-contract';
import { addDays } from '../../kernel/local-day.ts';

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

/** A workout, or one leg of it. */
export interface MatchedWorkout {
  id: number;
  /** The workout whose leg it is. */
  parent_id: number | null;
  local_day: string;
  /** Its activity group; of a workout with legs those of all legs. */
  groups: readonly string[];
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
  if (!workout.groups.every((group) => SPORT_GROUPS[session.sport].includes(group))) return null;
  const [planned, done] =
    session.distance !== null && workout.distance !== null
      ? [session.distance, workout.distance]
      : [session.duration, workout.duration];
  if (done === null || !(done > 0) || !(planned > 0)) return null;
  return Math.round((100 * Math.min(planned, done)) / Math.max(planned, done));
}

/** Whether both are the same workout, or one is a leg of the other: they cannot be two sessions. */
export const sharesTraining = (
  one: Pick<MatchedWorkout, 'id' | 'parent_id'>,
  other: Pick<MatchedWorkout, 'id' | 'parent_id'>,
): boolean => one.id === other.id || one.parent_id === other.id || other.parent_id === one.id;

/** What sessions have taken: the whole takes its legs with it, and a leg its whole. */
class TakenWorkouts {
  readonly #ids = new Set<number>();
  readonly #wholesOfLegs = new Set<number>();

  add({ id, parent_id }: MatchedWorkout): void {
    this.#ids.add(id);
    if (parent_id !== null) this.#wholesOfLegs.add(parent_id);
  }

  has({ id, parent_id }: MatchedWorkout): boolean {
    return (
      this.#ids.has(id) || this.#wholesOfLegs.has(id) || (parent_id !== null && this.#ids.has(parent_id))
    );
  }
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
 *
 * Of a workout with legs each leg is compared by itself, as a workout of its own sport: the ride and the run of a
 * triathlon may be two sessions. The whole is compared too, where all of its legs are of the sport of a session, such as
 * cross-training. What is trained once counts once: as the whole or as legs, never as both.
 */
export function matchSessions(
  sessions: readonly MatchedSession[],
  workouts: readonly MatchedWorkout[],
): Map<number, Match> {
  const matches = new Map<number, Match>();
  const taken = new TakenWorkouts();
  const byId = new Map(workouts.map((workout) => [workout.id, workout]));
  for (const session of sessions.toSorted((a, b) => a.id - b.id)) {
    const chosen = session.workout_id === null ? undefined : byId.get(session.workout_id);
    if (!chosen || taken.has(chosen)) continue;
    const closeness = closenessOf(session, chosen) ?? 0;
    matches.set(session.id, { workoutId: chosen.id, closeness, isChosen: true });
    taken.add(chosen);
  }
  const byDay = firstOfDays(
    workouts.filter((workout) => !taken.has(workout)),
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
    if (matches.has(session.id) || taken.has(workout)) continue;
    matches.set(session.id, { workoutId: workout.id, closeness, isChosen: false });
    taken.add(workout);
  }
  return matches;
}
