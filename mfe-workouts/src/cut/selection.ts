import { isPause, keptSamples, splitSamples, type SampleRange, type Streams } from '@waymark/streams';

export type Mode = 'trim' | 'remove' | 'split' | 'merge';

/** Where a workout is to be cut, as samples of its recording. Each way of cutting keeps its own. */
export interface Selection {
  mode: Mode;
  trim: SampleRange;
  remove: SampleRange;
  /** In order, none at an end. */
  splits: number[];
}

export interface Handle {
  key: string;
  index: number;
  /** How far it can be moved. */
  min: number;
  max: number;
}

/** The most that the server takes. */
export const MOST_SPLITS = 20;

const secondsAt = ({ columns: { time } }: Streams, index: number) => time![index]! / 1000;

/** Where most would split: in the longest pause, else in the middle. */
function firstSplit(streams: Streams): number {
  const time = streams.columns.time!;
  let best = Math.floor(streams.n / 2);
  let longest = 0;
  for (let i = 2; i < streams.n - 1; i++) {
    const gap = time[i]! - time[i - 1]!;
    if (gap > longest && isPause(streams, i)) {
      longest = gap;
      best = i;
    }
  }
  return best;
}

export function startSelection(streams: Streams): Selection {
  const last = streams.n - 1;
  return {
    mode: 'trim',
    trim: { from: 0, to: last },
    remove: { from: Math.floor(last * 0.4), to: Math.ceil(last * 0.6) },
    splits: [firstSplit(streams)],
  };
}

/** The handles of the current way of cutting, from left to right. */
export function handlesOf({ mode, trim, remove, splits }: Selection, n: number): Handle[] {
  if (mode === 'merge') return [];
  if (mode === 'split') {
    return splits.map((index, i) => ({
      key: `split ${i}`,
      index,
      min: (splits[i - 1] ?? 0) + 1,
      max: (splits[i + 1] ?? n - 1) - 1,
    }));
  }
  const { from, to } = mode === 'trim' ? trim : remove;
  return [
    { key: 'from', index: from, min: 0, max: to - 1 },
    { key: 'to', index: to, min: from + 1, max: n - 1 },
  ];
}

/** The selection with one handle moved, as far as it can be. */
export function moveHandle(selection: Selection, n: number, key: string, index: number): Selection {
  const handles = handlesOf(selection, n);
  const at = handles.findIndex((handle) => handle.key === key);
  const handle = handles[at];
  if (!handle) return selection;
  const to = Math.min(Math.max(index, handle.min), handle.max);
  if (to === handle.index) return selection;
  if (selection.mode === 'split') return { ...selection, splits: selection.splits.with(at, to) };
  const range = selection.mode === 'trim' ? 'trim' : 'remove';
  return { ...selection, [range]: { ...selection[range], [key]: to } };
}

/** One more split, in the middle of the longest part; the selection as it is where there is no room. */
export function addSplit(selection: Selection, n: number): Selection {
  const edges = [0, ...selection.splits, n - 1];
  let widest = 0;
  for (let i = 1; i < edges.length - 1; i++)
    if (edges[i + 1]! - edges[i]! > edges[widest + 1]! - edges[widest]!) widest = i;
  const middle = Math.floor((edges[widest]! + edges[widest + 1]!) / 2);
  if (middle <= edges[widest]! || selection.splits.length >= MOST_SPLITS) return selection;
  return { ...selection, splits: [...selection.splits, middle].toSorted((a, b) => a - b) };
}

export const removeSplit = (selection: Selection, at: number): Selection => ({
  ...selection,
  splits: selection.splits.filter((_, i) => i !== at),
});

/** The handle nearest to a sample. */
export function nearestHandle(handles: readonly Handle[], index: number): Handle | undefined {
  return handles.toSorted((a, b) => Math.abs(a.index - index) - Math.abs(b.index - index))[0];
}

/** What stays, in seconds after the start, as the server is asked for it. */
export function keepOf({ mode, trim, remove }: Selection, streams: Streams): { from: number; to: number }[] {
  const last = streams.n - 1;
  const parts =
    mode === 'trim'
      ? [trim]
      : [
          { from: 0, to: remove.from },
          { from: remove.to, to: last },
        ];
  return parts
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => ({ from: secondsAt(streams, from), to: secondsAt(streams, to) }));
}

export const splitsOf = ({ splits }: Selection, streams: Streams): number[] =>
  splits.map((index) => secondsAt(streams, index));

/** The samples of each workout that the edit would leave: one list of parts for each. The server does the same. */
export function madeOf(selection: Selection, streams: Streams): SampleRange[][] {
  if (selection.mode === 'split') {
    return splitSamples(streams, splitsOf(selection, streams)).map((range) => [range]);
  }
  return [keptSamples(streams, keepOf(selection, streams)).filter(({ from, to }) => from <= to)];
}

/** The edit would change something and leave something. */
export function isPossible(made: readonly SampleRange[][], n: number): boolean {
  const counts = made.map((parts) => parts.reduce((sum, { from, to }) => sum + to - from + 1, 0));
  return counts.every((count) => count >= 2) && (made.length > 1 || counts[0]! < n);
}

/** The index a key moves a handle to, by the clock: arrows a second, with Shift ten, Page Up and Down a minute. */
export function moveByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { index, min, max }: Handle,
  time: Int32Array,
): number | null {
  if (key === 'Home') return min;
  if (key === 'End') return max;
  const way = WAYS[key];
  if (way === undefined) return null;
  const step = key.startsWith('Page') ? 60_000 : shiftKey ? 10_000 : 1000;
  const wanted = time[index]! + way * step;
  let next = index + way;
  while (
    next + way >= min &&
    next + way <= max &&
    Math.abs(time[next + way]! - wanted) <= Math.abs(time[next]! - wanted)
  )
    next += way;
  return Math.min(Math.max(next, min), max);
}

const WAYS: Record<string, 1 | -1> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -1,
  PageUp: 1,
};
