import { Box } from '@waymark/ui';
import { useEffect, useMemo, useRef } from 'react';
import type { Focus } from '../recording/focus.ts';
import { paced } from '../recording/paced.ts';
import { drawnPoints, sortedSample, valueNear } from './columns.ts';
import type { Line } from './lines.ts';
import { onColours } from './on-colours.ts';
import { createPlot, type Plot } from './plot.ts';
import { BELOW, GUTTER, pixelAt, rangeOf, RIGHT, STRIP, type View } from './view.ts';

const TICK_PIXELS = 90;
const HALF_LABEL = 24;

const EDGE = 0.08;
/** A line of text, as a part of the strip's height. */
const LABEL = 15 / STRIP;

/** The ticks whose labels run into neither each other nor the strips above and below. Paces lie closer the slower they are. */
function readable(ticks: readonly number[], [low, high]: [number, number]): number[] {
  let last = -1;
  return ticks
    .toReversed()
    .filter((at) => {
      const down = (high - at) / (high - low);
      const fits = down > EDGE && down < 1 - EDGE && (last < 0 || down - last >= LABEL);
      if (fits) last = down;
      return fits;
    })
    .toReversed();
}

/** Changes with the cursor: on a layer of its own, and nothing around it is laid out anew. */
const READOUT = { contain: 'strict', willChange: 'transform', width: '9em', textAlign: 'end' } as const;

/** One series over the whole width, with its name and its value below the pointer. */
export function Strip({ line, view, focus, last }: { line: Line; view: View; focus: Focus; last: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const readout = useRef<HTMLSpanElement>(null);
  const below = last ? BELOW : 0;
  const { axis, from, to, width } = view;

  useEffect(() => {
    const made = createPlot(box.current!, {
      width: width + GUTTER + RIGHT,
      height: STRIP + below,
      gutter: GUTTER,
      right: RIGHT,
      below,
      colour: line.colour,
      filled: line.filled ?? false,
    });
    plot.current = made;
    const end = onColours(() => made.recolour());
    return () => {
      end();
      made.destroy();
    };
    // A new width is a resize, not a new drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [line, below]);

  const picture = useMemo(() => {
    const xRange = rangeOf(view);
    const yRange = line.scale(sortedSample(line.values, from, to + 1, line.scaleFrom));
    const most = Math.max(2, Math.floor(width / TICK_PIXELS));
    return {
      ...drawnPoints(line.values, axis.values, from, to + 1, {
        pixels: width,
        even: line.even,
        toPlot: line.toPlot,
      }),
      xRange,
      yRange,
      xTicks: axis
        .ticks(...xRange, most)
        // A label that would be cut off at the right edge says less than none.
        .filter((at) => width - pixelAt(view, at) > HALF_LABEL - RIGHT)
        .map((at) => ({ at, text: axis.tickText(at) })),
      yTicks: readable(line.ticks(...yRange), yRange).map((at) => ({ at, text: line.tickText(at) })),
    };
  }, [line, view, axis, from, to, width]);

  useEffect(() => {
    plot.current!.resize(width + GUTTER + RIGHT);
    plot.current!.draw(picture);
  }, [picture, width, below]);

  useEffect(() => {
    const tell = () => {
      const { cursor } = focus.get();
      readout.current!.textContent = cursor === null ? line.unit : line.text(valueNear(line.values, cursor));
    };
    const pace = paced(tell);
    tell();
    const unsubscribe = focus.subscribe(pace.ask);
    return () => {
      unsubscribe();
      pace.end();
    };
  }, [line, focus]);

  return (
    <Box>
      <Box
        display="flex"
        justifyContent="space-between"
        fontSize="xs"
        h="20px"
        ps={`${GUTTER}px`}
        pe={`${RIGHT}px`}
      >
        <Box as="span" fontWeight={600} style={{ color: `var(${line.colour})` }}>
          {line.label}
        </Box>
        <Box as="span" ref={readout} color="muted" fontVariantNumeric="tabular-nums" css={READOUT} />
      </Box>
      <Box ref={box} h={`${STRIP + below}px`} />
    </Box>
  );
}
