import type { Workout } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Box, Grid, Skeleton, Stack } from '@waymark/ui';
import { useDeferredValue, useState } from 'react';
import { createFocus } from './focus.ts';
import { MapFrame } from './map-frame.tsx';
import { RecordingFailed } from './recording-failed.tsx';
import { useAfterPaint, useChunk } from './use-chunk.ts';
import { useRecording } from './use-recording.ts';

const loadChart = () => import(/* webpackChunkName: "chart" */ '../chart/chart-chunk.ts');

/** Map and chart of the recording beside each other, and what can be worked out from it below. */
export function RecordingSection({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const painted = useAfterPaint();
  const [focus] = useState(createFocus);
  const recording = useRecording(workout.id, painted);
  const chart = useChunk(loadChart, painted);
  const hasTrack = workout.preview.polyline !== null;
  const streams = recording.data;
  const failed = recording.isError || chart.failed;
  const ready = streams && chart.module;
  // What is worked out comes below the fold: the chart is drawn first.
  const analysed = useDeferredValue(ready !== undefined, false);
  const retry = () => {
    if (chart.failed) chart.retry();
    if (recording.isError) void recording.refetch();
  };
  return (
    <>
      <Grid
        as="section"
        aria-label={t`Recording`}
        templateColumns={{
          base: 'minmax(0, 1fr)',
          lg: hasTrack ? 'minmax(0, 2fr) minmax(0, 3fr)' : 'minmax(0, 1fr)',
        }}
        gap={{ base: 5, lg: 6 }}
      >
        {hasTrack && <MapFrame workout={workout} streams={streams} focus={focus} wanted={painted} />}
        <Box minW={0} minH="420px">
          {failed && <RecordingFailed retry={retry} busy={recording.isFetching} />}
          {!failed && !ready && <Skeleton height="420px" radius="8px" />}
          {!failed && ready && (
            <ready.ChartPanel streams={streams} group={workout.activity_group} focus={focus} />
          )}
        </Box>
      </Grid>
      {!failed && ready && analysed ? (
        <ready.Analysis workout={workout} streams={streams} focus={focus} />
      ) : (
        !failed && (
          <Stack gap={3}>
            <Skeleton height="28px" width="120px" />
            <Skeleton height="240px" />
          </Stack>
        )
      )}
    </>
  );
}
