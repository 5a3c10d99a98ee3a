import { useLingui } from '@lingui/react/macro';
import {
  type AxisRange,
  createCursorThrottle,
  labelTransform,
  nearestIndex,
  replaceText,
  watchPointerSelection,
} from '@waymark/chart';
import { Box } from '@waymark/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import type { Axis } from './axis.ts';
import { valueNear } from './columns.ts';
import type { Line } from './lines.ts';
import { moveByKey } from './move-by-key.ts';
import { BELOW, GUTTER, pixelAt, RIGHT, valueAt, type View } from './view.ts';

interface PointerLayerProps {
  view: View;
  lines: readonly Line[];
  /** Both axes: a place is given in time and distance. */
  axes: readonly Axis[];
  selection: RecordingSelection;
}

/** Cursor and selection over all strips. They move without React. */
export function PointerLayer({ view, lines, axes, selection }: PointerLayerProps) {
  const { t } = useLingui();
  const layer = useRef<HTMLDivElement>(null);
  const cursorLine = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const anchor = useRef<number>(undefined);

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
      const { cursor, part, hoveredPart } = selection.get();
      paintCursor(cursorLine.current!, label.current!, view, cursor);
      text.request();
      paintBand(band.current!, view, hoveredPart ?? part);
    };
    const schedulePaint = () => {
      frame ||= requestAnimationFrame(paint);
    };
    paint();
    describe(layer.current!, selection.get().cursor, axes, lines);
    const unsubscribe = selection.subscribe(schedulePaint);
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      text.cancel();
    };
  }, [view, axes, lines, selection]);

  const indexAt = useEffectEvent((clientX: number) => {
    const pixel = clientX - layer.current!.getBoundingClientRect().left;
    return nearestIndex(view.axis.values, valueAt(view, pixel));
  });
  const moveCursor = useEffectEvent((cursor: number, part?: AxisRange | null) =>
    selection.patch(part === undefined ? { cursor } : { cursor, part }),
  );
  const clear = useEffectEvent((change: { cursor: null } | { part: null }) => selection.patch(change));
  useEffect(
    () =>
      watchPointerSelection(layer.current!, {
        placeAt: (clientX) => indexAt(clientX),
        onMove: (index, part) => moveCursor(index, part),
        onLeave: () => clear({ cursor: null }),
        onClear: () => clear({ part: null }),
      }),
    [],
  );

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
      aria-label={t`Position in the workout. Arrow keys move, with Shift they select, Escape clears the selection.`}
      aria-valuemin={0}
      aria-valuemax={view.axis.values.length - 1}
      aria-valuenow={0}
      css={LAYER}
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
        css={MOVING}
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

/** Contained: what moves in it causes no layout elsewhere. */
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
/** On a compositor layer: what lies below is not painted again when it moves. */
const MOVING = { willChange: 'transform' } as const;
const LABEL = {
  ...MOVING,
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
  label.style.transform = labelTransform(x, view.width);
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
