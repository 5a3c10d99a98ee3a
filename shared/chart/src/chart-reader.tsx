import { Box } from '@waymark/ui';
import { useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react';

/** What each key adds to the index that is read; `Home` and `End` go to the ends by themselves. */
export type KeyMoves = Readonly<Record<string, number>>;

const DEFAULT_MOVES: KeyMoves = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 7,
  PageDown: -7,
};

export interface ChartReaderProps {
  /** Names what is read and how: 'Distance by day'. */
  label: string;
  /** How many places there are. */
  count: number;
  at: number | null;
  onAt: (at: number | null) => void;
  /** Where reading begins when nothing is pointed at. */
  start: number;
  /** What is read aloud at a place. */
  text: (at: number) => string;
  /** The place under a point, as parts of width and height. */
  pick: (x: number, y: number) => number | null;
  moves?: KeyMoves;
  /** Enter and a click of the mouse. */
  onOpen?: (at: number) => void;
  /** What was read stays when the pointer and the keys leave, so that its link can be followed. */
  stays?: boolean;
  children: ReactNode;
}

/** Lets a drawing be read by mouse, finger and keys: it is a slider whose value text says each value in words. */
export function ChartReader(props: ChartReaderProps) {
  const { label, count, at, onAt, start, text, pick, moves = DEFAULT_MOVES, onOpen, stays, children } = props;
  // A place that is pointed at shall not vanish with the pointer while keys are at work.
  const [byKey, setByKey] = useState(false);
  const now = Math.min(at ?? start, count - 1);
  const under = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return pick((event.clientX - box.left) / (box.width || 1), (event.clientY - box.top) / (box.height || 1));
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    setByKey(false);
    const next = under(event);
    if (next !== null || !stays) onAt(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && at !== null) return onOpen?.(at);
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    const ends: KeyMoves = { Home: -now, End: count - 1 - now };
    const step = ends[event.key] ?? moves[event.key];
    if (step === undefined) return undefined;
    event.preventDefault();
    setByKey(true);
    return onAt(Math.min(Math.max(now + step, 0), count - 1));
  };
  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={now}
      aria-valuetext={text(now)}
      cursor={onOpen ? 'pointer' : 'default'}
      css={{ touchAction: 'pan-y', userSelect: 'none', WebkitTapHighlightColor: 'transparent' }}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => event.pointerType !== 'touch' && !byKey && !stays && onAt(null)}
      onFocus={(event) => {
        if (!event.currentTarget.matches(':focus-visible')) return;
        setByKey(true);
        onAt(now);
      }}
      onBlur={() => byKey && !stays && onAt(null)}
      onClick={(event) => {
        const found = under(event);
        // A finger looks first; the link beside what it found is the way on.
        if (found !== null && !byTouch(event.nativeEvent)) onOpen?.(found);
      }}
      onKeyDown={press}
    >
      {children}
    </Box>
  );
}

const byTouch = (event: object) => 'pointerType' in event && event.pointerType === 'touch';
