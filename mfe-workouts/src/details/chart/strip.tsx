import { createCursorThrottle, replaceText, watchColorScheme } from '@waymark/chart';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import '../look.css';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import { valueNear } from './columns.ts';
import type { Line } from './lines.ts';
import { pictureOf, plotOptions } from './picture.ts';
import { createPlot, type Plot } from './plot.ts';
import { BELOW, GUTTER, RIGHT, STRIP, type View } from './view.ts';

/** One series over the whole width, with its name and its value below the pointer. */
export function Strip({
  line,
  view,
  selection,
  last,
}: {
  line: Line;
  view: View;
  selection: RecordingSelection;
  last: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const readout = useRef<HTMLSpanElement>(null);
  const { width } = view;

  // Drawn with the first render, so that the early view's chart is replaced without a gap.
  useLayoutEffect(() => {
    const created = createPlot(box.current!, plotOptions(line, width, last));
    plot.current = created;
    const stopWatching = watchColorScheme(() => created.recolor());
    return () => {
      stopWatching();
      created.destroy();
    };
    // A new width is a resize, not a new drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [line, last]);

  const picture = useMemo(() => pictureOf(line, view), [line, view]);

  useLayoutEffect(() => {
    plot.current!.resize(width + GUTTER + RIGHT);
    plot.current!.draw(picture);
  }, [picture, width, last]);

  useEffect(() => {
    const update = () => {
      const { cursor } = selection.get();
      replaceText(readout.current!, cursor === null ? line.unit : line.text(valueNear(line.values, cursor)));
    };
    const throttle = createCursorThrottle(update);
    update();
    const unsubscribe = selection.subscribe(throttle.request);
    return () => {
      unsubscribe();
      throttle.cancel();
    };
  }, [line, selection]);

  return (
    <div>
      <div className="wm-w-strip" style={{ paddingInlineStart: GUTTER, paddingInlineEnd: RIGHT }}>
        <span style={{ color: `var(${line.color})` }}>{line.label}</span>
        <span ref={readout} style={{ insetInlineEnd: RIGHT }} />
      </div>
      <div ref={box} style={{ height: STRIP + (last ? BELOW : 0) }} />
    </div>
  );
}
