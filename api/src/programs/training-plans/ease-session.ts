import {
  type PlanSport,
  SESSION_STEPS_MAX,
  sessionTotals,
  type TrainingItem,
  type TrainingStep,
} from '@waymark/api-contract';
import type { FullLoad } from './tables.ts';

const DURATION = { unit: 30, min: 60 };
const DISTANCE = { unit: 100, min: 200 };

/** A part of an amount in round numbers, never more than it was. */
const reduce = (amount: number, percent: number, { unit, min }: typeof DURATION): number =>
  Math.min(amount, Math.max(min, Math.round((amount * percent) / 100 / unit) * unit));

function easeStep(step: TrainingStep, percent: number): TrainingStep {
  // Less training needs no shorter warm-up.
  if (step.warmup || step.cooldown) return step;
  return step.duration === undefined
    ? { ...step, distance: reduce(step.distance!, percent, DISTANCE) }
    : { ...step, duration: reduce(step.duration, percent, DURATION) };
}

function easeSteps(items: readonly TrainingItem[], percent: number): TrainingItem[] {
  const ease = (single: (item: Extract<TrainingItem, { reps: number }>) => TrainingItem[]) =>
    items.flatMap((item) => {
      if (!('reps' in item)) return [easeStep(item, percent)];
      const reps = Math.round((item.reps * percent) / 100);
      return reps >= 2 ? [{ ...item, reps }] : single(item);
    });
  const eased = ease(({ steps }) => steps);
  if (eased.length <= SESSION_STEPS_MAX) return eased;
  // Written flat there would be too many steps: two shorter repetitions come to about the same.
  return ease(({ reps, steps, ...item }) => [
    { ...item, reps: 2, steps: steps.map((step) => easeStep(step, (reps * percent) / 2)) },
  ]);
}

/** A session with a part of its load: fewer repetitions, shorter steps. */
export function easeSession(full: FullLoad, sport: PlanSport, percent: number): FullLoad {
  const steps = easeSteps(full.steps, percent);
  const [before, after] = [sessionTotals(full.steps, sport), sessionTotals(steps, sport)];
  const hasSteps = steps.length > 0;
  return {
    steps,
    // Figures that the plan states itself, instead of adding up the steps, are reduced by themselves.
    distance:
      full.distance === null || (hasSteps && full.distance === before.distance)
        ? full.distance && after.distance
        : reduce(full.distance, percent, DISTANCE),
    duration:
      hasSteps && full.duration === before.duration
        ? after.duration
        : reduce(full.duration, percent, DURATION),
  };
}
