import { Trans, useLingui } from '@lingui/react/macro';
import { CURSOR_KEY_STEPS, roundTicks, useWidth } from '@waymark/chart';
import { useMeasurementSystem } from '@waymark/remote';
import { useStore } from '@waymark/store';
import { Box, Flex, SegmentedControl, Text } from '@waymark/ui';
import { convert, unitsOf } from '@waymark/units';
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useAddressValue } from '../shared/use-address-value.ts';
import { gapsTo, metersAt, PLACES, type Laid, type Measure, type PlaceCursor } from './grid.ts';
import { OverChart, pixelOf, placeAt } from './over-chart.tsx';
import type { useMeasures } from './use-measures.ts';

const MEASURES: readonly Measure[] = ['speed', 'heartrate', 'altitude', 'power'];

export interface Line {
  /** Place in the comparison. */
  at: number;
  name: string;
  laid: Laid;
}

interface OverChartsProps {
  lines: readonly Line[];
  /** Metres from left to right. */
  length: number;
  said: ReturnType<typeof useMeasures>;
  cursor: PlaceCursor;
}

/** What was measured and the time gap, over the same course; one cursor for both and the map. */
export function OverCharts({ lines, length, said, cursor }: OverChartsProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const there = MEASURES.filter((key) => lines.some(({ laid }) => !laid[key].every(Number.isNaN)));
  const [chosen, setChosen] = useAddressValue<Measure>('chart', 'speed', (text) =>
    (MEASURES as readonly string[]).includes(text),
  );
  const measure = there.includes(chosen) ? chosen : there[0]!;
  const ticks = useMemo(() => {
    const unit = unitsOf(system).distance;
    const most = Math.max(2, Math.floor(width / 110));
    return roundTicks(0, convert(length, 'm', unit), most)
      .map((value) => convert(value, unit, 'm'))
      .filter((meters) => meters < length * 0.97);
  }, [length, system, width]);
  const gaps = useMemo(
    () => lines.map(({ at, laid }) => ({ at, values: gapsTo(lines[0]!.laid, laid) })),
    [lines],
  );
  const shared = { length, place: said.place, ticks, width };
  const first = lines[0]!.name;

  return (
    <Box>
      <Flex mb={3} gap={3} wrap="wrap">
        <SegmentedControl
          label={t`Chart of`}
          value={measure}
          onChange={setChosen}
          options={there.map((key) => ({ value: key, label: said.measures[key].label }))}
        />
      </Flex>
      <Box ref={box} position="relative">
        {width > 0 && (
          <>
            <OverChart
              said={said.measures[measure]}
              lines={lines.map(({ at, laid }) => ({ at, values: laid[measure] }))}
              height={220}
              {...shared}
            />
            <Text fontSize="sm" fontWeight={600} mt={3} mb={1}>
              <Trans>Time gap to {first}</Trans>
            </Text>
            <OverChart said={said.gap} lines={gaps} height={150} {...shared} />
            <PointerLayer
              lines={lines}
              length={length}
              said={said}
              cursor={cursor}
              width={width}
              measure={measure}
            />
          </>
        )}
      </Box>
      <Text muted fontSize="sm" mt={1}>
        <Trans>Above zero is behind, below is ahead. Pauses of the device are left out.</Trans>
      </Text>
    </Box>
  );
}

function PointerLayer({
  lines,
  length,
  said,
  cursor,
  width,
  measure,
}: OverChartsProps & { width: number; measure: Measure }) {
  const { t } = useLingui();
  const place = useStore(cursor);
  const at = place ?? 0;
  const point = (event: PointerEvent<HTMLElement>) =>
    cursor.set(placeAt(event.clientX - event.currentTarget.getBoundingClientRect().left, width));
  const press = (event: KeyboardEvent) => {
    const step = CURSOR_KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    cursor.set(Math.min(PLACES - 1, Math.max(0, at + Math.round(step * PLACES))));
  };
  const told = lines.map(({ name, laid }) => {
    if (Number.isNaN(laid.time[at])) return t`${name}: ended before here`;
    const gap = said.gap.text(laid.time[at]! - lines[0]!.laid.time[at]!);
    return `${name}: ${[said.measures[measure].text(laid[measure][at]!), gap].filter(Boolean).join(', ')}`;
  });
  return (
    <Box
      position="absolute"
      inset={0}
      role="slider"
      tabIndex={0}
      cursor="crosshair"
      aria-label={t`Place on the course. Arrow keys move it.`}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(metersAt(at, length))}
      aria-valuetext={[said.place(metersAt(at, length)), ...told].join('. ')}
      css={{ touchAction: 'pan-y', userSelect: 'none' }}
      onPointerMove={point}
      onPointerDown={point}
      onKeyDown={press}
    >
      {place !== null && (
        <Box
          position="absolute"
          top={0}
          bottom="24px"
          w="1px"
          bg="ink"
          pointerEvents="none"
          style={{ left: pixelOf(place, width) }}
        />
      )}
    </Box>
  );
}
