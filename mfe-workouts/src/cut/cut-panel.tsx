import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { SampleRange, Streams } from '@waymark/streams';
import { Box, Button, Flex, Grid, PlusIcon, Stack, Text } from '@waymark/ui';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { axisOf, type AxisKind } from '../details/chart/axis.ts';
import { createRecordingSelection } from '../details/selection/recording-selection.ts';
import { MapFrame } from '../details/recording/map-frame.tsx';
import { BeforeAfter } from './before-after.tsx';
import { CutChart } from './cut-chart.tsx';
import { PlaceFields } from './place-fields.tsx';
import { figuresOfParts } from './preview-figures.ts';
import {
  addSplit,
  handlesOf,
  madeOf,
  moveHandle,
  MOST_SPLITS,
  nearestHandle,
  removeSplit,
  type Selection,
} from './selection.ts';

/** What lies before, between and after the parts that stay; pauses between two parts of a split are no loss. */
export function removedOf(kept: readonly SampleRange[], n: number): SampleRange[] {
  const edges = [{ from: 0, to: 0 }, ...kept, { from: n - 1, to: n - 1 }];
  return edges
    .slice(1)
    .map(({ from }, i) => ({ from: edges[i]!.to, to: from }))
    .filter(({ from, to }) => from < to);
}

interface CutPanelProps {
  workout: Workout;
  streams: Streams;
  selection: Selection;
  hint: string;
  onChange: (selection: Selection) => void;
}

/** Map, chart and fields that choose the same places, and what would come of it. */
export function CutPanel({ workout, streams, selection, hint, onChange }: CutPanelProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [recordingSelection] = useState(createRecordingSelection);
  const [kind, setKind] = useState<AxisKind>('time');
  const axes = useMemo(() => {
    const time = axisOf('time', streams, system, locale);
    return streams.columns.distance ? [time, axisOf('distance', streams, system, locale)] : [time];
  }, [streams, system, locale]);
  const handles = handlesOf(selection, streams.n);
  const made = useMemo(() => madeOf(selection, streams), [selection, streams]);
  const kept = useMemo(() => made.flat(), [made]);
  const move = (key: string, index: number) => {
    onChange(moveHandle(selection, streams.n, key, index));
    recordingSelection.patch({ cursor: index });
  };
  const nameOf = (key: string) => {
    if (key === 'from') return selection.mode === 'trim' ? t`Start` : t`From`;
    if (key === 'to') return selection.mode === 'trim' ? t`End` : t`To`;
    const number = Number(key.split(' ')[1]) + 1;
    return t`Split ${number}`;
  };
  const { mode } = selection;
  const first = handles[0]?.index;
  useEffect(() => {
    // A split shows on the map at once; the ends of what goes show by themselves.
    recordingSelection.patch({ cursor: mode === 'split' && first !== undefined ? first : null });
    // oxlint-disable-next-line react/exhaustive-deps -- later moves of the handle tell their own place
  }, [mode, recordingSelection]);
  const hasTrack = workout.preview.polyline !== null;
  return (
    <Stack gap={5}>
      <Text color="muted">{hint}</Text>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          lg: hasTrack ? 'minmax(0, 2fr) minmax(0, 3fr)' : 'minmax(0, 1fr)',
        }}
        gap={{ base: 5, lg: 6 }}
      >
        {hasTrack && (
          <MapFrame
            workout={workout}
            streams={streams}
            selection={recordingSelection}
            wanted
            kept={kept}
            onPick={(index) => {
              const near = nearestHandle(handles, index);
              if (near) move(near.key, index);
            }}
          />
        )}
        <Stack gap={4} minW={0}>
          <CutChart
            streams={streams}
            group={workout.activity_group}
            selection={recordingSelection}
            axes={axes}
            axis={axes.find((one) => one.kind === kind) ?? axes[0]!}
            onAxis={setKind}
            handles={handles}
            nameOf={nameOf}
            removed={removedOf(kept, streams.n)}
            onMove={move}
          />
          <Flex wrap="wrap" columnGap={6} rowGap={4} align="flex-end">
            {handles.map((handle, i) => (
              <PlaceFields
                key={handle.key}
                handle={handle}
                name={nameOf(handle.key)}
                axes={axes}
                onMove={(index) => move(handle.key, index)}
                onRemove={
                  selection.mode === 'split' && handles.length > 1
                    ? () => onChange(removeSplit(selection, i))
                    : undefined
                }
              />
            ))}
            {selection.mode === 'split' && (
              <Button
                icon={<PlusIcon />}
                disabled={handles.length >= MOST_SPLITS}
                onClick={() => onChange(addSplit(selection, streams.n))}
              >
                <Trans>Add another split</Trans>
              </Button>
            )}
          </Flex>
          <Text size="sm" color="muted" display={{ base: 'none', md: 'block' }}>
            <Trans>
              By keyboard: arrow keys move a handle by a second, with Shift by ten, Page Up and Page Down by a
              minute.
            </Trans>
          </Text>
        </Stack>
      </Grid>
      <Live workout={workout} streams={streams} made={made} />
    </Stack>
  );
}

interface LiveProps {
  workout: Workout;
  streams: Streams;
  made: readonly SampleRange[][];
}

/** Follows the handles, a moment behind them where the recording is long. */
function Live({ workout, streams, made }: LiveProps) {
  const { t } = useLingui();
  const later = useDeferredValue(made);
  const figures = useMemo(
    () => later.map((parts) => figuresOfParts(workout, streams, parts)),
    [later, workout, streams],
  );
  return (
    <Box as="section" aria-label={t`Preview`} maxW="640px">
      <BeforeAfter workout={workout} made={figures} />
    </Box>
  );
}
