import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { paceKindOf, type PaceKind, planLength, usualSpeed } from '@waymark/routes';
import { Box, Button, Figure, Flex, Select, Text } from '@waymark/ui';
import { convert, formatDistance, formatElevation, formatTempo, type Shown, unitsOf } from '@waymark/units';
import { useCallback, type ReactNode } from 'react';
import type { CourseFigures } from '../../shared/course-figures.ts';
import type { Planner } from '../planner.ts';
import { formatEstimatedTime } from '../format-figures.ts';
import { usePlanner, useThrottledValue } from '../store/use-planner.ts';

interface Read extends CourseFigures {
  /** Of a dragged range, not of the whole. */
  part: boolean;
  /** A point is being dragged: only the distance is known. */
  preview: boolean;
}

function readOf(planner: Planner): Read {
  const { range, preview, plan } = planner.get();
  if (preview && preview !== plan) {
    const whole = planner.figures();
    return { ...whole, distance: planLength(preview), part: false, preview: true };
  }
  return { ...planner.figures(range), part: range !== null, preview: false };
}

const same = (a: Read, b: Read) =>
  (Object.keys(a) as (keyof Read)[]).every((key) => Object.is(a[key], b[key]));

/** Distance, climb and time of the course or of a dragged part of it: always in sight. */
export function FiguresBar({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const read = useCallback(() => readOf(planner), [planner]);
  const { distance, ascent, descent, seconds, part, preview } = useThrottledValue(
    planner.subscribe,
    read,
    same,
  );
  const flat = distance > 0 && ascent === null && !preview;
  const climb = (meters: number | null): Shown | null =>
    meters === null || preview ? null : formatElevation(meters, system, { locale });
  return (
    <Flex
      role="group"
      aria-label={part ? t`Figures of the chosen part` : t`Figures of the route`}
      align="center"
      wrap="wrap"
      columnGap={{ base: 4, md: 6 }}
      rowGap={1}
      minH="44px"
    >
      <Value label={<Trans>Distance</Trans>} shown={formatDistance(distance, system, { locale })} strong />
      {!flat && (
        <>
          <Value label={<Trans>Ascent</Trans>} shown={climb(ascent)} />
          <Value label={<Trans>Descent</Trans>} shown={climb(descent)} />
        </>
      )}
      <Value
        label={<Trans>Time</Trans>}
        shown={preview || distance === 0 ? null : { value: formatEstimatedTime(seconds), unit: '' }}
      />
      {distance > 0 && <SpeedSelect planner={planner} />}
      {flat && (
        <Text muted size="sm">
          <Trans>No elevation data here.</Trans>
        </Text>
      )}
      {part && (
        <Button size="sm" variant="quiet" onClick={() => planner.setRange(null)}>
          <Trans>Clear selection</Trans>
        </Button>
      )}
    </Flex>
  );
}

/** Speeds on the flat to choose from, in km/h or mph; on foot from a stroll, by car to a motorway. */
const SPEEDS: Readonly<Record<PaceKind, readonly number[]>> = {
  foot: [2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7],
  run: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20],
  ride: [10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 36, 40],
  mountain: [6, 8, 10, 12, 14, 15, 16, 18, 20, 22, 25, 28],
  swim: [1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5],
  car: [20, 30, 40, 50, 60, 70, 80, 100, 120],
};
const USUAL = 'usual';

/** What the time is estimated with, said and changed in one. */
function SpeedSelect({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const kind = usePlanner(planner, ({ form, plan }) =>
    paceKindOf(form.activityTypeId, plan.segments[0]?.travelMode ?? 1),
  );
  const own = usePlanner(planner, ({ speeds }) => speeds[kind]);
  const unit = unitsOf(system).speed;
  const text = (speed: number) => {
    const shown = formatTempo(kind === 'run' ? 'pace' : 'speed', speed, system, locale);
    return `${shown.value}\u00a0${shown.unit}`;
  };
  const usual = text(usualSpeed(kind));
  const choices = SPEEDS[kind].map((value) => convert(value, unit, 'm/s'));
  const known = own !== undefined && !choices.some((speed) => Math.abs(speed - own) < 0.001);
  const speeds = known ? [...choices, own].toSorted((a, b) => a - b) : choices;
  return (
    <Box w="190px">
      <Select
        aria-label={t`Speed on the flat, for the time`}
        value={own === undefined ? USUAL : text(own)}
        onChange={(value) =>
          planner.setSpeed(kind, value === USUAL ? null : speeds.find((speed) => text(speed) === value)!)
        }
        options={[
          { value: USUAL, label: t`at ${usual}` },
          ...speeds.map((speed) => {
            const chosen = text(speed);
            return { value: chosen, label: t`at ${chosen}` };
          }),
        ]}
      />
    </Box>
  );
}

function Value({ label, shown, strong }: { label: ReactNode; shown: Shown | null; strong?: boolean }) {
  return (
    <Box lineHeight={1.1}>
      <Box as="span" display="block" color="muted" fontSize="xs">
        {label}
      </Box>
      <Box as="span" fontSize={strong ? '2xl' : 'xl'} display="inline-block" minW={strong ? '72px' : '52px'}>
        <Figure value={shown?.value ?? '–'} unit={shown?.unit} />
      </Box>
    </Box>
  );
}
