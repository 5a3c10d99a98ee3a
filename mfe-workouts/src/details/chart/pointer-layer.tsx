import { useLingui } from '@lingui/react/macro';
import { Box } from '@waymark/ui';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import { createCursorThrottle, replaceText } from '../selection/cursor-throttle.ts';
import type { Axis } from './axis.ts';
import { nearestIndex, valueNear } from './columns.ts';
import type { Line } from './lines.ts';
import { moveByKey } from './move-by-key.ts';
import { BELOW, GUTTER, pixelAt, RIGHT, valueAt, type View } from './view.ts';

const DRAG_PIXELS = 4;
/** A finger that rests so long begins to select; before, it moves the cursor or scrolls the page. */
const HOLD_MS = 400;
const REST_PIXELS = 10;

interface PointerLayerProps {
  view: View;
  lines: readonly Line[];
  /** The other axis too, so that the place is told in time and distance. */
  axes: readonly Axis[];
  selection: RecordingSelection;
}

/** Lies over all strips: one cursor, one selection. It moves without React. */
export function PointerLayer({ view, lines, axes, selection }: PointerLayerProps) {
  const { t } = useLingui();
  const layer = useRef<HTMLDivElement>(null);
  const cursorLine = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const drag = useRef<{ pixel: number; index: number; moved: boolean }>(undefined);
  const anchor = useRef<number>(undefined);
  const hold = useRef<{ timer: ReturnType<typeof setTimeout>; pixel: number }>(undefined);

  useEffect(() => {
    let frame = 0;
    const text = createCursorThrottle(() => {
      const { cursor } = selection.get();
      if (document.activeElement === layer.current) describe(layer.current!, cursor, axes, lines);
      if (cursor === null) return;
      replaceText(label.current!, axes.map((axis) => axis.text(axis.values[cursor]!)).join(' · '));
    });
    const paint = () => {
      frame = 0;
      const { cursor, part, hoveredPart: hint } = selection.get();
      paintCursor(cursorLine.current!, label.current!, view, cursor);
      text.ask();
      paintBand(band.current!, view, hint ?? part);
    };
    const later = () => {
      frame ||= requestAnimationFrame(paint);
    };
    paint();
    describe(layer.current!, selection.get().cursor, axes, lines);
    const end = selection.subscribe(later);
    return () => {
      end();
      cancelAnimationFrame(frame);
      text.end();
    };
  }, [view, axes, lines, selection]);

  const place = (event: { clientX: number }) => {
    const pixel = event.clientX - layer.current!.getBoundingClientRect().left;
    return { pixel, index: nearestIndex(view.axis.values, valueAt(view, pixel)) };
  };
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'touch') {
      const start = place(event);
      selection.patch({ cursor: start.index });
      const timer = setTimeout(() => {
        drag.current = { ...start, moved: true };
        navigator.vibrate?.(10);
      }, HOLD_MS);
      hold.current = { timer, pixel: start.pixel };
      return;
    }
    if (event.button !== 0) return;
    layer.current!.setPointerCapture(event.pointerId);
    drag.current = { ...place(event), moved: false };
  };
  const move = useEffectEvent((event: MouseEvent) => {
    const { pixel, index } = place(event);
    if (hold.current && Math.abs(pixel - hold.current.pixel) > REST_PIXELS) clearTimeout(hold.current.timer);
    const start = drag.current;
    if (start && (start.moved ||= Math.abs(pixel - start.pixel) > DRAG_PIXELS)) {
      const part = { from: Math.min(start.index, index), to: Math.max(start.index, index) };
      return selection.patch({ cursor: index, part: part.from < part.to ? part : null });
    }
    selection.patch({ cursor: index });
  });
  useEffect(() => {
    const here = layer.current!;
    // The page has nothing else to do with a moving pointer: going up through it would take longer than the move.
    const over = (event: MouseEvent) => {
      event.stopPropagation();
      if (event.type === 'pointermove') move(event);
    };
    here.addEventListener('pointermove', over);
    here.addEventListener('mousemove', over);
    return () => {
      here.removeEventListener('pointermove', over);
      here.removeEventListener('mousemove', over);
    };
  }, []);
  const up = () => {
    // A click without a drag lets go of the selection.
    if (drag.current && !drag.current.moved) selection.patch({ part: null });
    clearTimeout(hold.current?.timer);
    hold.current = undefined;
    drag.current = undefined;
  };

  return (
    <Box
      ref={layer}
      position="absolute"
      top="20px"
      bottom={`${BELOW}px`}
      style={{ left: GUTTER, right: RIGHT }}
      cursor="crosshair"
      role="slider"
      tabIndex={0}
      aria-label={t`Position in the workout. Arrow keys move, with Shift they select, Escape lets go.`}
      aria-valuemin={0}
      aria-valuemax={view.axis.values.length - 1}
      aria-valuenow={0}
      css={LAYER}
      onContextMenu={(event) => drag.current && event.preventDefault()}
      onPointerDown={down}
      onPointerUp={up}
      onPointerCancel={up}
      onPointerLeave={(event) =>
        event.pointerType !== 'touch' && !drag.current && selection.patch({ cursor: null })
      }
      onFocus={() => describe(layer.current!, selection.get().cursor, axes, lines)}
      onKeyDown={(event) => {
        const next = moveByKey(event, selection.get(), view, anchor.current);
        if (!next) return;
        event.preventDefault();
        anchor.current = next.anchor;
        selection.patch(next.change);
      }}
    >
      <Box ref={band} position="absolute" top={0} bottom={0} left={0} hidden css={BAND} />
      <Box
        ref={cursorLine}
        position="absolute"
        top={0}
        bottom={0}
        left={0}
        w="1px"
        bg="ink"
        hidden
        pointerEvents="none"
        css={MOVES}
      />
      <Box
        ref={label}
        hidden
        position="absolute"
        top="-22px"
        left={0}
        px={2}
        css={LABEL}
        bg="ink"
        color="paper"
        borderRadius="sm"
      />
    </Box>
  );
}

/** Its size is that of the chart: what moves in it lays nothing else out anew. */
const LAYER = {
  contain: 'layout size style',
  touchAction: 'pan-y',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
} as const;
const BAND = {
  pointerEvents: 'none',
  background: 'color-mix(in srgb, var(--wm-sky) 16%, transparent)',
  borderInline: '1px solid var(--wm-sky)',
} as const;
/** On a layer of its own: what lies below is not painted anew when it moves. */
const MOVES = { willChange: 'transform' } as const;
const LABEL = {
  ...MOVES,
  contain: 'layout style',
  pointerEvents: 'none',
  fontSize: 'var(--wm-text-xs)',
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
} as const;

function paintCursor(line: HTMLElement, label: HTMLElement, view: View, cursor: number | null): void {
  const x = cursor === null ? -1 : pixelAt(view, view.axis.values[cursor]!);
  const hidden = x < -0.5 || x > view.width + 0.5;
  line.hidden = label.hidden = hidden;
  if (hidden || cursor === null) return;
  line.style.transform = `translateX(${x.toFixed(1)}px)`;
  label.style.transform = `translateX(${x.toFixed(1)}px) translateX(${((-x / view.width) * 100).toFixed(1)}%)`;
}

function paintBand(band: HTMLElement, view: View, part: { from: number; to: number } | null): void {
  const edge = (at: number) => {
    const x = pixelAt(view, view.axis.values[Math.round(at)]!);
    return Math.min(Math.max(x, 0), view.width);
  };
  if (!part) {
    // An attribute that is set again counts as changed.
    if (!band.hidden) band.hidden = true;
    return;
  }
  const left = edge(part.from);
  const right = edge(part.to);
  // Zoomed to the part, all of the chart would be tinted.
  const everything = left <= 0 && right >= view.width;
  band.hidden = everything || right <= 0 || left >= view.width;
  band.style.transform = `translateX(${left.toFixed(1)}px)`;
  band.style.width = `${Math.max(1, right - left).toFixed(1)}px`;
}

function describe(
  layer: HTMLElement,
  cursor: number | null,
  axes: readonly Axis[],
  lines: readonly Line[],
): void {
  const at = cursor ?? 0;
  const parts = [
    ...axes.map((axis) => axis.text(axis.values[at]!)),
    ...lines.map((line) => `${line.label} ${line.text(valueNear(line.values, at))}`),
  ];
  layer.setAttribute('aria-valuenow', String(at));
  layer.setAttribute('aria-valuetext', parts.join(', '));
}
