import { Trans, useLingui } from '@lingui/react/macro';
import { useWidth } from '@waymark/chart';
import type { Streams } from '@waymark/streams';
import { Box, SegmentedControl, Stack } from '@waymark/ui';
import { useMemo, useRef } from 'react';
import type { Axis, AxisKind } from '../details/chart/axis.ts';
import { useLines } from '../details/chart/use-lines.ts';
import { Strip } from '../details/chart/strip.tsx';
import { GUTTER, RIGHT } from '../details/chart/view.ts';
import type { RecordingSelection } from '../details/selection/recording-selection.ts';
import { HandleLayer } from './handle-layer.tsx';
import type { Handle } from './selection.ts';

const STRIPS = 3;

interface CutChartProps {
  streams: Streams;
  group: string;
  selection: RecordingSelection;
  axes: readonly Axis[];
  axis: Axis;
  onAxis: (kind: AxisKind) => void;
  handles: readonly Handle[];
  nameOf: (key: string) => string;
  removed: readonly { from: number; to: number }[];
  onMove: (key: string, index: number) => void;
}

/** The first series of the recording, with the handles over them. */
export function CutChart(props: CutChartProps) {
  const { streams, group, selection, axes, axis, onAxis, ...layer } = props;
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(0, useWidth(box) - GUTTER - RIGHT);
  const view = useMemo(() => ({ axis, from: 0, to: streams.n - 1, width }), [axis, streams, width]);
  const lines = useLines(streams, group).slice(0, STRIPS);
  const names = lines.map((line) => line.label).join(', ');
  return (
    <Stack gap={3} align="flex-start">
      {axes.length > 1 && (
        <SegmentedControl
          label={t`Chart by`}
          value={axis.kind}
          onChange={onAxis}
          options={[
            { value: 'time', label: <Trans>Time</Trans> },
            { value: 'distance', label: <Trans>Distance</Trans> },
          ]}
        />
      )}
      <Box ref={box} position="relative" mx={{ base: -1, md: 0 }} w="100%" minH="120px">
        {width > 0 && (
          <>
            <Box role="img" aria-label={t`Chart of ${names}`}>
              {lines.map((line, i) => (
                <Strip
                  key={line.key}
                  line={line}
                  view={view}
                  selection={selection}
                  last={i === lines.length - 1}
                />
              ))}
            </Box>
            <HandleLayer streams={streams} view={view} axes={axes} {...layer} />
          </>
        )}
      </Box>
    </Stack>
  );
}
