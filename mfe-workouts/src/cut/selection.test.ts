import { sampleStreams } from '../testing/recording.ts';
import { removedOf } from './cut-panel.tsx';
import {
  addSplit,
  handlesOf,
  isPossible,
  keepOf,
  madeOf,
  MOST_SPLITS,
  moveByKey,
  moveHandle,
  nearestHandle,
  removeSplit,
  splitsOf,
  startSelection,
  type Selection,
} from './selection.ts';

const run = sampleStreams(1000);
/** The same with a pause of ten minutes after 700 s. */
const paused = sampleStreams(1000, { time: (i) => i * 1000 + (i > 700 ? 600_000 : 0) });
const start = startSelection(run);
const as = (mode: Selection['mode'], over: Partial<Selection> = {}): Selection => ({
  ...start,
  mode,
  ...over,
});

it('[WORK-06] a handle goes no further than its neighbour and the ends', () => {
  const trimmed = moveHandle(moveHandle(start, run.n, 'from', 200), run.n, 'to', 150);
  expect(trimmed.trim).toEqual({ from: 200, to: 201 });
  expect(moveHandle(start, run.n, 'from', -50)).toBe(start);
  expect(moveHandle(as('split', { splits: [300, 600] }), run.n, 'split 0', 900).splits).toEqual([599, 600]);
  expect(moveHandle(start, run.n, 'split 0', 5)).toBe(start);
  expect(handlesOf(as('merge'), run.n)).toEqual([]);
  expect(nearestHandle(handlesOf(start, run.n), 700)?.key).toBe('to');
});

it('[WORK-06] keys move a handle by the clock', () => {
  const [handle] = handlesOf(as('trim', { trim: { from: 100, to: 900 } }), run.n);
  const time = run.columns.time!;
  const to = (key: string, shiftKey = false) => moveByKey({ key, shiftKey }, handle!, time);
  expect([to('ArrowRight'), to('ArrowLeft'), to('ArrowRight', true), to('PageUp'), to('PageDown')]).toEqual([
    101, 99, 110, 160, 40,
  ]);
  expect([to('Home'), to('End'), to('a')]).toEqual([0, 899, null]);
  // Over a pause a step is one sample, however long.
  const [before] = handlesOf(as('split', { splits: [700] }), paused.n);
  expect(moveByKey({ key: 'ArrowRight', shiftKey: false }, before!, paused.columns.time!)).toBe(701);
});

it('[WORK-06] what is asked of the server is in seconds, what is shown are the same samples', () => {
  const removed = as('remove', { remove: { from: 300, to: 500 } });
  expect(keepOf(removed, run)).toEqual([
    { from: 0, to: 300 },
    { from: 500, to: 1000 },
  ]);
  expect(madeOf(removed, run)).toEqual([keepOf(removed, run)]);
  expect(removedOf(madeOf(removed, run).flat(), run.n)).toEqual([{ from: 300, to: 500 }]);
  expect(keepOf(as('remove', { remove: { from: 0, to: 500 } }), run)).toEqual([{ from: 500, to: 1000 }]);
  expect(splitsOf(as('split', { splits: [250] }), run)).toEqual([250]);
  expect(madeOf(as('split', { splits: [250] }), run)).toEqual([
    [{ from: 0, to: 250 }],
    [{ from: 250, to: 1000 }],
  ]);
});

it('[WORK-06] splitting begins in the longest pause, which then belongs to neither part', () => {
  const selection = { ...startSelection(paused), mode: 'split' as const };
  expect(madeOf(selection, paused)).toEqual([[{ from: 0, to: 700 }], [{ from: 701, to: 1000 }]]);
});

it('[WORK-06] more splits find room in the longest part, and go again', () => {
  let selection = as('split', { splits: [800] });
  selection = addSplit(selection, run.n);
  expect(selection.splits).toEqual([400, 800]);
  expect(removeSplit(selection, 1).splits).toEqual([400]);
  for (let i = 0; i < 30; i++) selection = addSplit(selection, run.n);
  expect(selection.splits).toHaveLength(MOST_SPLITS);
  expect(selection.splits).toEqual([...new Set(selection.splits)].toSorted((a, b) => a - b));
});

it('[WORK-06] only what takes something and leaves something can be done', () => {
  const possible = (selection: Selection) => isPossible(madeOf(selection, run), run.n);
  expect(possible(start)).toBe(false);
  expect(possible(as('trim', { trim: { from: 1, to: 1000 } }))).toBe(true);
  expect(possible(as('remove', { remove: { from: 0, to: 1000 } }))).toBe(false);
  expect(possible(as('split'))).toBe(true);
});
