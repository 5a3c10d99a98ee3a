import type {
  PlanGoal,
  PlanLevel,
  PlannedSession,
  PlanSport,
  SessionKind,
  TrainingPlan,
} from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { type DayOptions, formatDate, formatGoalAmount } from '@waymark/units';

interface Length {
  distance: number | null;
  duration: number;
}

export const GOALS: readonly PlanGoal[] = [
  '5k',
  '10k',
  'half_marathon',
  'marathon',
  'century',
  'base',
  'return',
  'strength',
  'other',
];
export const LEVELS: readonly PlanLevel[] = ['beginner', 'intermediate', 'advanced'];
export const SPORTS: readonly PlanSport[] = ['run', 'ride', 'walk', 'hike', 'swim', 'gym', 'yoga', 'cross'];
export const KINDS: readonly SessionKind[] = [
  'easy',
  'long',
  'tempo',
  'intervals',
  'strength',
  'cross',
  'race',
];

/** Plans and sessions in the words of athletes, in the member's units. */
export function useTrainingWords() {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const goal = (name: PlanGoal): string =>
    ({
      '5k': t`5 km`,
      '10k': t`10 km`,
      half_marathon: t`Half marathon`,
      marathon: t`Marathon`,
      century: t`Long ride`,
      base: t`Base`,
      return: t`Back after a break`,
      strength: t`Strength`,
      other: t`Other`,
    })[name];
  const level = (name: PlanLevel): string =>
    ({ beginner: t`Beginner`, intermediate: t`Intermediate`, advanced: t`Advanced` })[name];
  const sport = (name: PlanSport): string =>
    ({
      run: t`Run`,
      ride: t`Ride`,
      walk: t`Walk`,
      hike: t`Hike`,
      swim: t`Swim`,
      gym: t`Gym`,
      yoga: t`Yoga`,
      cross: t`Cross-training`,
    })[name];
  const kind = (name: SessionKind): string =>
    ({
      easy: t`Easy`,
      long: t`Long`,
      tempo: t`Tempo`,
      intervals: t`Intervals`,
      strength: t`Strength`,
      cross: t`Cross-training`,
      race: t`Race`,
    })[name];
  const time = (seconds: number): string => {
    if (seconds < 60) return t`${seconds} s`;
    const minutes = Math.round(seconds / 60);
    if (seconds < 600 && seconds % 60 > 0) {
      const rest = String(seconds % 60).padStart(2, '0');
      return t`${Math.floor(seconds / 60)}:${rest} min`;
    }
    if (minutes < 60) return t`${minutes} min`;
    const rest = String(minutes % 60).padStart(2, '0');
    return t`${Math.floor(minutes / 60)}:${rest} h`;
  };
  const distance = (meters: number): string => {
    // Tracks are measured in metres, also where roads are measured in miles.
    if (meters < 1000) return t`${Math.round(meters)} m`;
    const { value, unit } = formatGoalAmount('distance', meters, { system, locale, round: 'nearest' });
    return `${value} ${unit}`;
  };
  /** As the session is measured: by distance where it has one. */
  const length = (session: Length): string =>
    session.distance === null ? time(session.duration) : distance(session.distance);
  const day = (iso: string, options: DayOptions = {}): string =>
    formatDate(iso, { locale, weekday: 'short', hasYear: false, ...options });
  const status = (name: PlannedSession['status']): string =>
    ({ planned: t`Planned`, done: t`Done`, skipped: t`Skipped`, missed: t`Missed` })[name];
  /** Empty for a session as the plan has it. */
  const load = (percent: number): string => (percent < 100 ? t`${percent}% of the plan’s load` : '');
  /** Of the first and of the longest week. */
  const weeklyTime = (plan: Pick<TrainingPlan, 'first_week_duration' | 'peak_week_duration'>): string => {
    const [first, peak] = [time(plan.first_week_duration), time(plan.peak_week_duration)];
    return first === peak ? t`${first} a week` : t`${first} to ${peak} a week`;
  };
  const weeks = (count: number): string => t`${plural(count, { one: '# week', other: '# weeks' })}`;
  const sessions = (count: number): string => t`${plural(count, { one: '# session', other: '# sessions' })}`;
  return { goal, level, sport, kind, time, distance, length, day, status, load, weeklyTime, weeks, sessions };
}
