import type { Challenge, ChallengeKind } from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { groupName } from '@waymark/ui';
import {
  formatDistance,
  formatDuration,
  formatElevation,
  formatGoalAmount,
  formatGoalRemaining,
  formatNumber,
  type GoalAmountOptions,
  type Shown,
} from '@waymark/units';

type Aim = Pick<Challenge, 'kind' | 'target' | 'distance' | 'activity_groups'>;

/** Challenges in the member's units and in the words of athletes. */
export function useChallengeWords() {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();

  const days = (value: number): string => t`${plural(value, { one: 'day', other: 'days' })}`;
  const workouts = (value: number): string => t`${plural(value, { one: 'workout', other: 'workouts' })}`;

  /** A value or target of this kind. Progress is rounded down, so that a target never looks reached before it is. */
  const amount = (kind: ChallengeKind, value: number, round: GoalAmountOptions['round'] = 'down'): Shown => {
    const number = formatNumber(value, { locale });
    switch (kind) {
      case 'distance':
      case 'longest':
        return formatGoalAmount('distance', value, { system, locale, round });
      case 'duration':
      case 'energy':
        return formatGoalAmount(kind, value, { system, locale, round });
      case 'ascent':
        return formatElevation(round === 'down' ? Math.floor(value) : value, system, { locale });
      case 'fastest':
        return { value: formatDuration(value), unit: '' };
      case 'count':
        return { value: number, unit: workouts(value) };
      case 'active_days':
        return { value: number, unit: days(value) };
    }
  };

  /** What is left to a target that is not reached; of times nothing is added up. */
  const remaining = (
    kind: Exclude<ChallengeKind, 'fastest' | 'longest'>,
    progress: { value: number; target: number },
  ): Shown => {
    if (kind === 'distance' || kind === 'duration' || kind === 'energy')
      return formatGoalRemaining(kind, progress, { system, locale });
    return amount(kind, Math.max(1, progress.target - Math.floor(progress.value)), 'nearest');
  };

  /** A result on a leaderboard, where neighbours are to be told apart. */
  const result = (kind: ChallengeKind, value: number): Shown => {
    if (kind === 'distance' || kind === 'longest')
      return formatDistance(value, system, { locale, digits: 2 });
    if (kind === 'duration') return { value: formatDuration(value), unit: '' };
    return amount(kind, value);
  };

  const text = ({ value, unit }: Shown): string => (unit ? `${value} ${unit}` : value);

  const courseOf = (distance: number | null): string =>
    text(formatGoalAmount('distance', distance ?? 0, { system, locale, round: 'nearest' }));

  /** What to do, in one line: 'Cover 100 km', or 'Most elevation gain' where there is no target. */
  const aim = ({ kind, target, distance }: Aim): string => {
    const course = courseOf(distance);
    if (target === null)
      return {
        distance: () => t`Most distance`,
        duration: () => t`Most time`,
        ascent: () => t`Most elevation gain`,
        count: () => t`Most workouts`,
        energy: () => t`Most energy burned`,
        active_days: () => t`Most active days`,
        longest: () => t`Longest single workout`,
        fastest: () => t`Fastest ${course}`,
      }[kind]();
    const goal = text(amount(kind, target, 'nearest'));
    return {
      distance: () => t`Cover ${goal}`,
      duration: () => t`Train for ${goal}`,
      ascent: () => t`Climb ${goal}`,
      count: () => t`Complete ${goal}`,
      energy: () => t`Burn ${goal}`,
      active_days: () => t`Be active on ${goal}`,
      longest: () => t`Cover ${goal} in one workout`,
      fastest: () => t`${course} in ${goal} or faster`,
    }[kind]();
  };

  /** Which workouts count: 'Run, Walk', or all. */
  const activities = ({ activity_groups: groups }: Pick<Aim, 'activity_groups'>): string =>
    groups.length === 0 ? t`All activities` : groups.map((group) => i18n._(groupName(group))).join(', ');

  return { amount, remaining, result, text, aim, activities };
}

/** How much of the target is done, from 0 to 1 and beyond; null without a target. */
export function targetShare({ kind, target, progress }: Pick<Challenge, 'kind' | 'target' | 'progress'>) {
  if (target === null || !progress) return null;
  if (progress.is_completed) return Math.max(1, progress.value / target);
  // A time is to become shorter: what is left to gain is the share above the target.
  if (kind === 'fastest') return progress.value > 0 ? Math.min(0.99, target / progress.value) : 0;
  return progress.value / target;
}
