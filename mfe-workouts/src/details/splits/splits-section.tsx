import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { between, flatMeters, type Split, type Streams } from '@waymark/streams';
import { Box, Flex, Heading, SegmentedControl } from '@waymark/ui';
import { formatNumber, tempoOf, unitsOf } from '@waymark/units';
import { useMemo, useState } from 'react';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import { cut, DEFAULT_SPLIT_TYPE, SPLIT_TYPES, splitTypesFor, type SplitType } from './split-types.ts';
import { SplitsTable } from './splits-table.tsx';

/** Where no split is adjusted by more, the course is flat. */
const FLAT = 0.01;

/** The workout in equal parts, or in the laps of the device. A part chosen here is the selected one everywhere. */
export function SplitsSection({
  workout,
  streams,
  selection,
}: {
  workout: Workout;
  streams: Streams;
  selection: RecordingSelection;
}) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const tempo = tempoOf(workout.activity_group);
  const labelOf = useSplitLabels(tempo === 'swim');
  const [type, setType] = useState<SplitType>(DEFAULT_SPLIT_TYPE);
  const parts = useMemo(
    () => cut(streams, type, { laps: workout.laps, tempo, system }),
    [streams, type, workout.laps, tempo, system],
  );
  const gaps = useMemo(
    () => (tempo === 'pace' ? gradeAdjusted(streams, parts) : null),
    [streams, parts, tempo],
  );
  const meters = (streams.columns.distance!.at(-1)! - streams.columns.distance![0]!) / 100;
  const types = splitTypesFor(meters, workout.laps.length, tempo, system);
  return (
    <Box as="section" aria-labelledby="splits" minW={0}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap" mb={3}>
        <Heading level={2} id="splits">
          <Trans>Splits</Trans>
        </Heading>
        {types.length > 1 && (
          <SegmentedControl
            label={t`Length of a split`}
            value={String(type)}
            options={types.map((one) => ({ value: String(one), label: labelOf(one) }))}
            onChange={(value) => {
              setType(Number(value) as SplitType);
              // The parts are others now: what was selected is no longer one of them.
              selection.patch({ part: null, hoveredPart: null });
            }}
          />
        )}
      </Flex>
      <SplitsTable
        parts={parts}
        tempo={tempo}
        laps={type === SPLIT_TYPES.laps}
        gaps={gaps}
        selection={selection}
      />
    </Box>
  );
}

/** Metres a second on the flat that would have cost as much, of each part; null where no height changes the pace. */
function gradeAdjusted(streams: Streams, parts: readonly Split[]): (number | null)[] | null {
  const flat = flatMeters(streams);
  if (!flat) return null;
  const speeds = parts.map(({ from, to, active }) =>
    active > 0 ? (between(flat, to) - between(flat, from)) / active : null,
  );
  const differs = parts.some(
    ({ pace }, i) => pace !== null && speeds[i] !== null && Math.abs(speeds[i]! * pace - 1) > FLAT,
  );
  return differs ? speeds : null;
}

/** '0.5 km', '1 mi', in water '50 m'. */
function useSplitLabels(swim: boolean): (type: SplitType) => string {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const units = unitsOf(system);
  const [unit, one] = swim ? [units.short, 100] : [units.distance, 1];
  const sizes = { 1: 0.5, 2: 1, 3: 5, 4: 10 };
  return (type) => {
    if (type === SPLIT_TYPES.laps) return t`Laps`;
    const size = sizes[type] * one;
    return `${formatNumber(size, { digits: Number.isInteger(size) ? 0 : 1, locale })} ${unit}`;
  };
}
