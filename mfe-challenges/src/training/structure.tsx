import type { PlanSport, TrainingStep } from '@waymark/api-contract';
import {
  expandSteps,
  rangeOf,
  stepIntensity,
  stepSeconds,
  type TrainingItem,
} from '@waymark/api-contract/training-steps';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Stack, Text } from '@waymark/ui';
import { formatDuration } from '@waymark/units';
import { useTrainingWords } from './use-training-words.ts';

/** Items with their places, from 1: what has no id of its own and never changes its order is told apart by its place. */
export function numbered<T>(items: readonly T[]): { number: number; item: T }[] {
  return items.map((item, index) => ({ number: index + 1, item }));
}

const WIDTH = 600;
const HEIGHT = 96;
const GAP = 1;
/** More would be narrower than a pixel. */
const STEPS_SHOWN = 400;
const METERS_PER_MILE = 1609.344;

const colorOf = (intensity: number): string =>
  intensity >= 7 ? 'var(--wm-blaze)' : intensity >= 5 ? 'var(--wm-sun)' : 'var(--wm-moss)';

/** Bars from left to right, on the picture's own scale. */
function barsOf(steps: readonly TrainingItem[], sport: PlanSport) {
  const flat = expandSteps(steps).slice(0, STEPS_SHOWN);
  const total = flat.reduce((sum, step) => sum + stepSeconds(step, sport), 0);
  let end = 0;
  return flat.map((step) => {
    const x = end;
    const width = (stepSeconds(step, sport) / total) * WIDTH;
    end += width;
    const intensity = stepIntensity(step);
    return {
      x,
      width: Math.max(0.5, width - GAP),
      height: Math.max(8, (intensity / 10) * HEIGHT),
      intensity,
    };
  });
}

/** The shape of a session: a bar for each step, as wide as it is long and as high as it is hard. */
export function StructurePicture({ steps, sport }: { steps: readonly TrainingItem[]; sport: PlanSport }) {
  const { t } = useLingui();
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={t`Shape of the session: wide steps are long, tall ones are hard`}
    >
      {barsOf(steps, sport).map(({ x, width, height, intensity }) => (
        <rect
          key={x}
          x={x}
          y={HEIGHT - height}
          width={width}
          height={height}
          rx={2}
          fill={colorOf(intensity)}
        />
      ))}
    </svg>
  );
}

/** The target of a step in words: '220–250 W', 'zone 4', '5:00–5:10 /km', 'effort 3 of 10'. */
function useTargetText() {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  return ({ power, hr, pace, rpe }: TrainingStep): string => {
    const spoken = (target: Parameters<typeof rangeOf>[0], write = number) => {
      const { low, high } = rangeOf(target);
      return low === high ? write(low) : `${write(low)}–${write(high)}`;
    };
    if (power) return power.units === 'w' ? t`${spoken(power)} W` : t`${spoken(power)}% of threshold power`;
    if (hr) return hr.units === 'bpm' ? t`${spoken(hr)} bpm` : t`heart rate zone ${spoken(hr)}`;
    if (pace) {
      const isMetric = system === 'metric';
      const write = (seconds: number) =>
        formatDuration(Math.round(isMetric ? seconds : (seconds * METERS_PER_MILE) / 1000));
      const range = spoken(pace, write);
      return isMetric ? t`${range} /km` : t`${range} /mi`;
    }
    return rpe ? t`effort ${spoken(rpe)} of 10` : '';
  };
}

function StepText({ step }: { step: TrainingStep }) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const target = useTargetText()(step);
  const name = step.warmup
    ? t`Warm-up`
    : step.cooldown
      ? t`Cool-down`
      : step.intensity === 'recovery'
        ? t`Recover`
        : step.intensity === 'rest'
          ? t`Rest`
          : '';
  const length = step.duration === undefined ? words.distance(step.distance ?? 0) : words.time(step.duration);
  return (
    <span>
      <b>{length}</b>
      {[name, target].filter(Boolean).map((part) => (
        <span key={part}> · {part}</span>
      ))}
      {step.text && <span data-untranslated=""> · {step.text}</span>}
    </span>
  );
}

/** The steps in words, one after the other. */
export function StepList({ steps }: { steps: readonly TrainingItem[] }) {
  return (
    <Box as="ol" m={0} ps={6}>
      {numbered(steps).map(({ item, number }) => (
        <Box as="li" key={number} py={1}>
          {'reps' in item ? (
            <Stack gap={1}>
              <Text as="span" fontWeight={600}>
                <Trans>{item.reps} times</Trans>
              </Text>
              <Box as="ul" m={0} ps={5}>
                {numbered(item.steps).map((nested) => (
                  <li key={nested.number}>
                    <StepText step={nested.item} />
                  </li>
                ))}
              </Box>
            </Stack>
          ) : (
            <StepText step={item} />
          )}
        </Box>
      ))}
    </Box>
  );
}
