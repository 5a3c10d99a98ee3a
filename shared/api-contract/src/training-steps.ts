import type { PlanSport, TrainingStep, TrainingTarget } from './training-plans.ts';

/** The steps of a session; `reps` repeat the steps below them. */
export type TrainingItem = TrainingStep | { reps: number; steps: TrainingStep[]; text?: string | undefined };

/** Metres per second where a step says how far and not how fast: easy speeds of people who train for their health. */
const USUAL_SPEED: Readonly<Record<PlanSport, number>> = {
  run: 2.6,
  ride: 6.4,
  walk: 1.4,
  hike: 1.1,
  swim: 0.7,
  gym: 1.4,
  yoga: 1.4,
  cross: 2.6,
};

/** Both ends of a target: `value` is a range of one. */
export const rangeOf = (target: TrainingTarget): { low: number; high: number } =>
  'value' in target
    ? { low: target.value, high: target.value }
    : { low: Math.min(target.start, target.end), high: Math.max(target.start, target.end) };

function speedOf({ pace }: TrainingStep, sport: PlanSport): number {
  if (!pace) return USUAL_SPEED[sport];
  const { low, high } = rangeOf(pace);
  return 2000 / (low + high);
}

/** How long a step takes, by its target or at an easy speed where it has a distance only. */
export const stepSeconds = (step: TrainingStep, sport: PlanSport): number =>
  step.duration ?? Math.round((step.distance ?? 0) / speedOf(step, sport));

/** Steps one after the other, with repeats written out. */
export const expandSteps = (items: readonly TrainingItem[]): TrainingStep[] =>
  items.flatMap((item) =>
    'reps' in item ? Array.from({ length: item.reps }, () => item.steps).flat() : [item],
  );

export interface SessionTotals {
  /** Seconds; an estimate where some steps have a distance only. */
  duration: number;
  /** Metres where every step has a distance, else null: nobody knows how far a time leads. */
  distance: number | null;
}

export function sessionTotals(items: readonly TrainingItem[], sport: PlanSport): SessionTotals {
  let duration = 0;
  let distance = 0;
  let isMeasured = items.length > 0;
  for (const item of items) {
    const [reps, steps] = 'reps' in item ? [item.reps, item.steps] : [1, [item]];
    for (const step of steps) {
      duration += reps * stepSeconds(step, sport);
      distance += reps * (step.distance ?? 0);
      isMeasured &&= step.distance !== undefined;
    }
  }
  return { duration, distance: isMeasured ? distance : null };
}

/** How hard a step is, from 1 (walking) to 10 (all out), for its picture. */
export function stepIntensity(step: TrainingStep): number {
  const middle = (target: TrainingTarget) => {
    const { low, high } = rangeOf(target);
    return (low + high) / 2;
  };
  if (step.rpe) return middle(step.rpe);
  if (step.hr?.units === 'hr_zone') return Math.min(10, middle(step.hr) * 2);
  if (step.power?.units === '%ftp') return Math.max(1, Math.min(10, middle(step.power) / 12));
  if (step.intensity === 'rest') return 1;
  if (step.warmup || step.cooldown || step.intensity === 'recovery') return 3;
  return step.pace || step.hr || step.power ? 7 : 4;
}
