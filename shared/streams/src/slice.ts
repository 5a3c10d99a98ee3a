import { MISSING, STREAM_KINDS, type Streams } from './kinds.ts';
import { isPause } from './pauses.ts';

/** First and last sample of a part, both included. */
export type SampleRange = { from: number; to: number };

/** The sample nearest to a moment, in ms after the first sample. */
function nearest(time: Int32Array, ms: number): number {
  let low = 0;
  let high = time.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= ms) low = middle;
    else high = middle;
  }
  return ms - time[low]! <= time[high]! - ms ? low : high;
}

/**
 * The sample at which a part ends, and the one at which the next begins, when a recording falls apart at `seconds`:
 * both parts share the nearest sample, so that no step between samples is lost. A pause belongs to neither part.
 */
export function samplesAt(streams: Streams, seconds: number): { end: number; start: number } {
  const near = nearest(streams.columns.time!, seconds * 1000);
  if (isPause(streams, near + 1)) return { end: near, start: near + 1 };
  return isPause(streams, near) ? { end: near - 1, start: near } : { end: near, start: near };
}

/**
 * The samples of parts given in seconds after the first sample. Ends go to the nearest recorded sample: nothing is
 * made up between two. A part does not begin or end with a pause, unless the recording does.
 */
export function keptSamples(streams: Streams, parts: readonly { from: number; to: number }[]): SampleRange[] {
  const last = streams.n - 1;
  const end = streams.columns.time![last]! / 1000;
  return parts.map(({ from, to }) => ({
    from: from <= 0 ? 0 : samplesAt(streams, from).start,
    to: to >= end ? last : samplesAt(streams, to).end,
  }));
}

/**
 * The parts into which a recording falls at some moments, in seconds after the first sample and in order. Nothing lies
 * between two moments of one pause: such a part ends before it begins.
 */
export function splitSamples(streams: Streams, at: readonly number[]): SampleRange[] {
  const cuts = at.map((seconds) => samplesAt(streams, seconds));
  return [...cuts, { end: streams.n - 1 }].map(({ end }, i) => ({ from: cuts[i - 1]?.start ?? 0, to: end }));
}

/**
 * The recording with only some of its parts, which are in order and at most share a sample. It begins at the first
 * sample kept. What is left out between two parts becomes a pause: `time` keeps to the clock on the wall, while
 * `timer` and `distance` stand still. A kind without any sample left is absent.
 */
export function sliceStreams(streams: Streams, parts: readonly SampleRange[]): Streams {
  const ranges = parts.map(({ from, to }, i) => ({ from: parts[i - 1]?.to === from ? from + 1 : from, to }));
  const n = ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - from + 1), 0);
  const result: Streams = { n, columns: {} };
  if (n === 0) return result;
  const start = ranges[0]!.from;
  for (const kind of STREAM_KINDS) {
    const source = streams.columns[kind];
    if (!source) continue;
    const values = new Int32Array(n);
    const counts = kind === 'timer' || kind === 'distance';
    let at = 0;
    let offset = kind === 'time' || counts ? source[start]! : 0;
    for (const [r, { from, to }] of ranges.entries()) {
      // A shared sample was stepped over: there is no gap, and its step to the next one counts.
      const gap = r > 0 && parts[r]!.from === from;
      if (counts && gap) offset += source[from]! - source[parts[r - 1]!.to]!;
      for (let i = from; i <= to; i++) values[at++] = source[i] === MISSING ? MISSING : source[i]! - offset;
    }
    if (values.some((value) => value !== MISSING)) result.columns[kind] = values;
  }
  return result;
}
