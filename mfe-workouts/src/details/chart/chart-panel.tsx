import { Trans, useLingui } from '@lingui/react/macro';
import { useWidth } from '@waymark/chart';
import { useAfterPaint, useChunk, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { Streams } from '@waymark/streams';
import { Button, SegmentedControl, Skeleton } from '@waymark/ui';
import { useMemo, useRef, useState } from 'react';
import '../look.css';
import type { RecordingSelection, Part } from '../selection/recording-selection.ts';
import { axisOf, type AxisKind } from './axis.ts';
import { LineToggles } from './line-toggles.tsx';
import { shownAtFirst } from './lines.ts';
import { PointerLayer } from './pointer-layer.tsx';
import { Strip } from './strip.tsx';
import { useLines } from './use-lines.ts';
import { GUTTER, REST, RIGHT, wholePart } from './view.ts';

const loadRest = () => import(/* webpackChunkName: "analysis" */ './below-chart.ts');

interface ChartPanelProps {
  streams: Streams;
  /** Key of the activity's group: it decides between pace and speed. */
  group: string;
  selection: RecordingSelection;
}

/** The series of the recording over time or distance, in strips under one cursor. */
export function ChartPanel({ streams, group, selection }: ChartPanelProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [kind, setKind] = useState<AxisKind>('time');
  const [zoom, setZoom] = useState<Part | null>(null);
  const lines = useLines(streams, group);
  const [shown, setShown] = useState(() => shownAtFirst(lines));
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
  // The chart is drawn first.
  const { module: rest, failed, retry } = useChunk(loadRest, useAfterPaint());
  const visible = lines.filter((line) => shown.has(line.key));
  const names = visible.map((line) => line.label).join(', ');

  return (
    <div className="wm-w-parts">
      <div className="wm-w-controls">
        {axes.length > 1 && (
          <SegmentedControl
            label={t`Chart by`}
            value={axis.kind}
            onChange={setKind}
            options={[
              { value: 'time', label: <Trans>Time</Trans> },
              { value: 'distance', label: <Trans>Distance</Trans> },
            ]}
          />
        )}
        <LineToggles lines={lines} shown={shown} onChange={setShown} />
      </div>
      <div ref={box} className="wm-w-strips">
        {width > 0 && (
          <>
            <div role="img" aria-label={t`Chart of ${names}. Its numbers are in the table below.`}>
              {visible.map((line, i) => (
                <Strip
                  key={line.key}
                  line={line}
                  view={view}
                  selection={selection}
                  last={i === visible.length - 1}
                />
              ))}
            </div>
            <PointerLayer view={view} lines={visible} axes={axes} selection={selection} />
          </>
        )}
      </div>
      {rest && (
        <rest.SelectedPart
          streams={streams}
          group={group}
          axis={axis}
          selection={selection}
          zoomed={zoom !== null}
          onZoom={(chosen) => setZoom(chosen && wholePart(chosen))}
        />
      )}
      {!rest && !failed && <Skeleton height={`${REST}px`} radius="8px" />}
      {failed && (
        <div>
          <Button size="sm" onClick={retry}>
            <Trans>Show the fields for a part</Trans>
          </Button>
        </div>
      )}
      {rest && <rest.RecordingTable axis={axis} lines={visible} />}
    </div>
  );
}
