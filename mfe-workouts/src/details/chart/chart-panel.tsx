import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { runningTotals, type Streams } from '@waymark/streams';
import { Box, Flex, SegmentedControl, Stack } from '@waymark/ui';
import { useMemo, useRef, useState } from 'react';
import type { Focus, Part } from '../recording/focus.ts';
import { axisOf, type AxisKind } from './axis.ts';
import { ChartTable } from './chart-table.tsx';
import { LineToggles, shownAtFirst } from './line-toggles.tsx';
import { useLines } from './lines.ts';
import { PointerLayer } from './pointer-layer.tsx';
import { SelectedPart } from './selected-part.tsx';
import { Strip } from './strip.tsx';
import { useWidth } from './use-width.ts';
import { GUTTER, RIGHT, wholePart } from './view.ts';

interface ChartPanelProps {
  streams: Streams;
  /** Key of the activity's group: it decides between pace and speed. */
  group: string;
  focus: Focus;
}

/** The series of the recording over time or distance, in strips under one cursor. */
export function ChartPanel({ streams, group, focus }: ChartPanelProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [kind, setKind] = useState<AxisKind>('time');
  const [zoom, setZoom] = useState<Part | null>(null);
  const lines = useLines(streams, group);
  const [shown, setShown] = useState(() => shownAtFirst(lines));
  const totals = useMemo(() => runningTotals(streams), [streams]);
  const axes = useMemo(() => {
    const time = axisOf('time', streams, system, locale);
    return streams.columns.distance ? [time, axisOf('distance', streams, system, locale)] : [time];
  }, [streams, system, locale]);
  const axis = axes.find((one) => one.kind === kind) ?? axes[0]!;
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(0, useWidth(box) - GUTTER - RIGHT);
  const view = useMemo(
    () => ({ axis, from: zoom?.from ?? 0, to: zoom?.to ?? streams.n - 1, width }),
    [axis, zoom, streams, width],
  );
  const visible = lines.filter((line) => shown.has(line.key));
  const names = visible.map((line) => line.label).join(', ');

  return (
    <Stack gap={3}>
      <Flex gap={3} wrap="wrap" align="center" justify="space-between">
        {axes.length > 1 && (
          <SegmentedControl
            label={t`Across`}
            value={axis.kind}
            onChange={setKind}
            options={[
              { value: 'time', label: <Trans>Time</Trans> },
              { value: 'distance', label: <Trans>Distance</Trans> },
            ]}
          />
        )}
        <LineToggles lines={lines} shown={shown} onChange={setShown} />
      </Flex>
      <Box ref={box} position="relative" mx={{ base: -1, md: 0 }}>
        {width > 0 && (
          <>
            <Box role="img" aria-label={t`Chart of ${names}. Its numbers are in the table below.`}>
              {visible.map((line, i) => (
                <Strip key={line.key} line={line} view={view} focus={focus} last={i === visible.length - 1} />
              ))}
            </Box>
            <PointerLayer view={view} lines={visible} axes={axes} focus={focus} />
          </>
        )}
      </Box>
      <SelectedPart
        streams={streams}
        totals={totals}
        group={group}
        axis={axis}
        focus={focus}
        zoomed={zoom !== null}
        onZoom={(part) => setZoom(part && wholePart(part))}
      />
      <ChartTable axis={axis} lines={visible} />
    </Stack>
  );
}
