import type { SwimLength } from '@waymark/api-contract';

/** Seconds below which a turn at the wall is no rest. */
const LEAST_REST = 1;

export interface SwumLength extends SwimLength {
  index: number;
  strokesPerMinute: number | null;
  /** Seconds and strokes of the length together. */
  swolf: number | null;
  /** Seconds at the wall after it; 0 for none. */
  rest: number;
}

/** The lengths of a pool swim with what follows from time and strokes. */
export function swumLengths(lengths: readonly SwimLength[]): SwumLength[] {
  return lengths.map((length, index) => {
    const { start, duration, strokes, stroke } = length;
    const next = lengths[index + 1];
    const rest = next ? next.start - start - duration : 0;
    const isCounted = strokes !== null && strokes > 0 && duration > 0;
    return {
      index,
      start,
      duration,
      strokes,
      stroke,
      strokesPerMinute: isCounted ? (strokes * 60) / duration : null,
      swolf: isCounted ? Math.round(duration) + strokes : null,
      rest: rest >= LEAST_REST ? rest : 0,
    };
  });
}

export interface SwimFigures {
  strokesPerLength: number | null;
  strokesPerMinute: number | null;
  swolf: number | null;
  rest: number;
}

/** Averages over the lengths whose strokes were counted, and all rest. */
export function swimFigures(lengths: readonly SwumLength[]): SwimFigures {
  const counted = lengths.filter(({ swolf }) => swolf !== null);
  const sum = (value: (length: SwumLength) => number) => counted.reduce((all, one) => all + value(one), 0);
  const strokes = sum((length) => length.strokes!);
  const mean = (total: number) => (counted.length > 0 ? total / counted.length : null);
  return {
    strokesPerLength: mean(strokes),
    strokesPerMinute: counted.length > 0 ? (strokes * 60) / sum(({ duration }) => duration) : null,
    swolf: mean(sum((length) => length.swolf!)),
    rest: lengths.reduce((all, { rest }) => all + rest, 0),
  };
}
