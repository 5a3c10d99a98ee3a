import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { planLength } from '@waymark/routes';
import { Box, Button, Figure, Flex, Text } from '@waymark/ui';
import { formatDistance, formatElevation, type Shown } from '@waymark/units';
import { useCallback, type ReactNode } from 'react';
import type { CourseFigures } from '../../shared/course-figures.ts';
import type { Planner } from '../planner.ts';
import { formatEstimatedTime } from '../format-figures.ts';
import { useThrottledValue } from '../store/use-planner.ts';

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
