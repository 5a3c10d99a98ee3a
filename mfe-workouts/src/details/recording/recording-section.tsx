import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAfterPaint, useChunk } from '@waymark/remote';
import { Button, Skeleton, Stack } from '@waymark/ui';
import { useDeferredValue, useEffect, useState } from 'react';
import { Hint } from '../../shared/hint.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { EarlyRecording } from './early-recording.ts';
import { createRecordingSelection } from '../selection/recording-selection.ts';
import { MapFrame } from './map-frame.tsx';
import { useRecording, RecordingFailed } from './use-recording.tsx';

const loadAnalysis = () => import(/* webpackChunkName: "analysis" */ '../analysis/analysis.tsx');

interface RecordingSectionProps {
  workout: Workout;
  /** What the early view's script has of it. */
  early: EarlyRecording | undefined;
  /** The chart is there, or will not be: what comes after it need not wait any longer. */
  onCharted: () => void;
}

/** Map and chart of the recording beside each other, and what can be worked out from it below. */
export function RecordingSection({ workout, early, onCharted }: RecordingSectionProps) {
  const { t } = useLingui();
  const painted = useAfterPaint();
  const [selection] = useState(createRecordingSelection);
  const recording = useRecording(workout.id, painted, early);
  const hasTrack = workout.preview.polyline !== null;
  const streams = recording.data;
  const failed = recording.isError;
  // The chart is drawn first; then the map, and what is worked out comes below the fold.
  const charted = useDeferredValue(streams !== undefined || failed, false);
  const analysis = useChunk(loadAnalysis, charted);
  useEffect(() => {
    if (charted) onCharted();
  }, [charted, onCharted]);
  return (
    <>
      <section className="wm-w-recording" aria-label={t`Recording`} data-track={hasTrack ? '' : undefined}>
        {hasTrack && (
          <MapFrame
            workout={workout}
            streams={streams}
            selection={selection}
            wanted={painted && (charted || !early)}
          />
        )}
        <div className="wm-w-chart">
          {failed && <RecordingFailed retry={() => void recording.refetch()} busy={recording.isFetching} />}
          {!failed && !streams && early && <EarlyChart chart={early.chart} />}
          {!failed && !streams && !early && <Skeleton height="420px" radius="8px" />}
          {!failed && streams && (
            <ChartPanel streams={streams} group={workout.activity_group} selection={selection} />
          )}
          {!failed && streams && workout.can.edit && (
            <Hint name="select-part">
              <Trans>Drag over the chart to see the figures of a part, there and on the map.</Trans>
            </Hint>
          )}
        </div>
      </section>
      {!failed && streams && analysis.module && (
        <analysis.module.Analysis workout={workout} streams={streams} selection={selection} />
      )}
      {!failed && !analysis.module && !analysis.failed && (
        <Stack gap={3}>
          <Skeleton height="28px" width="120px" />
          <Skeleton height="240px" />
        </Stack>
      )}
      {analysis.failed && (
        <div>
          <Button size="sm" onClick={analysis.retry}>
            <Trans>Show splits, zones and best efforts</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** The chart that the early view's script draws, or has drawn, until the page's own is there. */
function EarlyChart({ chart }: { chart: HTMLElement }) {
  return <div ref={(place) => place?.append(chart)} />;
}
