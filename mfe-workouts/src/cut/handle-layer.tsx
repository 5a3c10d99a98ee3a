import { nearestIndex } from '@waymark/chart';
import { useLingui } from '@lingui/react/macro';
import type { Streams } from '@waymark/streams';
import { Box } from '@waymark/ui';
import { useRef, type PointerEvent } from 'react';
import type { Axis } from '../details/chart/axis.ts';
import { BELOW, GUTTER, pixelAt, RIGHT, valueAt, type View } from '../details/chart/view.ts';
import { type Handle, moveByKey, nearestHandle } from './selection.ts';

interface HandleLayerProps {
  streams: Streams;
  view: View;
  axes: readonly Axis[];
  handles: readonly Handle[];
  nameOf: (key: string) => string;
  /** Samples that would go, from and to. */
  removed: readonly { from: number; to: number }[];
  onMove: (key: string, index: number) => void;
}

/** Lies over the strips: what would go is dimmed, and each end of it is a handle for pointer, finger and keys. */
export function HandleLayer({ streams, view, axes, handles, nameOf, removed, onMove }: HandleLayerProps) {
  const { t } = useLingui();
  const layer = useRef<HTMLDivElement>(null);
  const dragged = useRef<string>(undefined);
  const pixel = (index: number) => pixelAt(view, view.axis.values[index]!);
  const indexAt = (event: PointerEvent) => {
    const left = layer.current!.getBoundingClientRect().left;
    return nearestIndex(view.axis.values, valueAt(view, event.clientX - left));
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    const onHandle = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]');
    // A finger on the chart scrolls the page; on a handle it drags.
    if (event.button !== 0 || (event.pointerType === 'touch' && !onHandle)) return;
    const key = onHandle?.dataset['handle'] ?? nearestHandle(handles, indexAt(event))?.key;
    if (key === undefined) return;
    dragged.current = key;
    layer.current!.setPointerCapture(event.pointerId);
    const handle = layer.current!.querySelector<HTMLElement>(`[data-handle="${key}"]`);
    handle?.focus({ preventScroll: true });
    event.preventDefault();
    if (!onHandle) onMove(key, indexAt(event));
  };
  const move = (event: PointerEvent) => {
    if (dragged.current !== undefined) onMove(dragged.current, indexAt(event));
  };
  const up = () => {
    dragged.current = undefined;
  };
  const seconds = (index: number) => Math.round(streams.columns.time![index]! / 1000);

  return (
    <Box
      ref={layer}
      role="group"
      aria-label={t`Where to trim or split`}
      position="absolute"
      top="20px"
      bottom={`${BELOW}px`}
      left={`${GUTTER}px`}
      right={`${RIGHT}px`}
      css={{ touchAction: 'pan-y', userSelect: 'none' }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onClick={(event) => {
        // A tap of a finger, which `down` left to the page for scrolling.
        const near = (event.target as HTMLElement).closest('[data-handle]') ? undefined : touched(event);
        if (near !== undefined) onMove(nearestHandle(handles, near)?.key ?? '', near);
      }}
    >
      {removed.map(({ from, to }) => (
        <Box
          key={from}
          css={GONE}
          style={{ left: pixel(from), width: Math.max(0, pixel(to) - pixel(from)) }}
        />
      ))}
      {handles.map((handle) => (
        <Box
          key={handle.key}
          data-handle={handle.key}
          css={HANDLE}
          role="slider"
          tabIndex={0}
          aria-label={nameOf(handle.key)}
          aria-valuemin={seconds(handle.min)}
          aria-valuemax={seconds(handle.max)}
          aria-valuenow={seconds(handle.index)}
          aria-valuetext={axes.map((axis) => axis.text(axis.values[handle.index]!)).join(', ')}
          style={{ transform: `translateX(${pixel(handle.index).toFixed(1)}px)` }}
          onKeyDown={(event) => {
            const to = moveByKey(event, handle, streams.columns.time!);
            if (to === null) return;
            event.preventDefault();
            onMove(handle.key, to);
          }}
        />
      ))}
    </Box>
  );

  function touched(event: React.MouseEvent): number | undefined {
    const touch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    return touch ? indexAt(event as PointerEvent) : undefined;
  }
}

const GONE = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  pointerEvents: 'none',
  background: 'color-mix(in srgb, var(--wm-paper) 74%, transparent)',
} as const;
/** A line with a grip; what can be hit is wider than what is seen, and wider still for fingers. */
const HANDLE = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  left: '-14px',
  width: '28px',
  cursor: 'ew-resize',
  touchAction: 'none',
  outline: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    left: '13px',
    width: '2px',
    background: 'var(--wm-blaze)',
  },
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 'calc(50% - 18px)',
    left: '6px',
    width: '16px',
    height: '36px',
    borderRadius: '8px',
    boxSizing: 'border-box',
    background: 'var(--wm-surface)',
    border: '2px solid var(--wm-blaze)',
  },
  '&:focus-visible::after, &:active::after': { background: 'var(--wm-blaze)' },
  '&:focus-visible::after': { outline: '2px solid var(--wm-focus)', outlineOffset: '2px' },
  '@media (pointer: coarse)': {
    left: '-22px',
    width: '44px',
    '&::before': { left: '21px' },
    '&::after': {
      top: 'calc(50% - 24px)',
      left: '11px',
      width: '22px',
      height: '48px',
      borderRadius: '11px',
    },
  },
} as const;
