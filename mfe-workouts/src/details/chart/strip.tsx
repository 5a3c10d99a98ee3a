import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import '../look.css';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import { createCursorThrottle, replaceText } from '../selection/cursor-throttle.ts';
import { valueNear } from './columns.ts';
import type { Line } from './lines.ts';
import { onColours } from './on-colours.ts';
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

  // Drawn along with the page: in the place of the early view's chart there is never none.
  useLayoutEffect(() => {
    const made = createPlot(box.current!, plotOptions(line, width, last));
    plot.current = made;
    const end = onColours(() => made.recolour());
    return () => {
      end();
      made.destroy();
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
    const tell = () => {
      const { cursor } = selection.get();
      replaceText(readout.current!, cursor === null ? line.unit : line.text(valueNear(line.values, cursor)));
    };
    const pace = createCursorThrottle(tell);
    tell();
    const unsubscribe = selection.subscribe(pace.ask);
    return () => {
      unsubscribe();
      pace.end();
    };
  }, [line, selection]);

  return (
    <div>
      <div className="wm-w-strip" style={{ paddingInlineStart: GUTTER, paddingInlineEnd: RIGHT }}>
        <span style={{ color: `var(${line.colour})` }}>{line.label}</span>
        <span ref={readout} style={{ insetInlineEnd: RIGHT }} />
      </div>
      <div ref={box} style={{ height: STRIP + (last ? BELOW : 0) }} />
    </div>
  );
}
