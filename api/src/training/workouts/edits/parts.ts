import type { TimeRange } from '@waymark/api-contract';
import { keptSamples, type SampleRange, splitSamples, type Streams } from '@waymark/streams';
import { Refusal } from './refusal.ts';

/** Devices count on for a moment after the last sample. */
const LEEWAY = 1;

const told = (seconds: number): string => String(Math.round(seconds * 10) / 10);

const outOfRange = (what: string, end: number) =>
  new Refusal('out_of_range', `${what} does not fit: this workout goes from 0 to ${told(end)} s.`);
const notInOrder = (moment: number, before: number) =>
  new Refusal('out_of_range', `After ${told(before)} s comes ${told(moment)} s: give the places in order.`);

/**
 * The samples that stay of a recording.
 * @param length seconds that the workout says it lasted: an end up to there is the end of the recording
 */
export function partsToKeep(streams: Streams, keep: readonly TimeRange[], length: number): SampleRange[] {
  const end = streams.columns.time!.at(-1)! / 1000;
  let before = -1;
  const last = Math.max(end, length);
  for (const { from, to } of keep) {
    if (!(from < to) || from >= end || to > last + LEEWAY)
      throw outOfRange(`A part from ${told(from)} to ${told(to)} s`, last);
    if (from <= before) throw notInOrder(from, before);
    before = to;
  }
  const parts = keptSamples(streams, keep).filter(({ from, to }) => from <= to);
  const kept = parts.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (kept < 2) throw new Refusal('nothing_left');
  if (kept >= streams.n) throw new Refusal('nothing_cut');
  return parts;
}

/** The samples of each part of a recording that is split. */
export function partsOfSplit(streams: Streams, at: readonly number[]): SampleRange[] {
  const end = streams.columns.time!.at(-1)! / 1000;
  let before = 0;
  for (const moment of at) {
    if (!(moment > 0 && moment < end)) throw outOfRange(`A split at ${told(moment)} s`, end);
    if (moment <= before) throw notInOrder(moment, before);
    before = moment;
  }
  const parts = splitSamples(streams, at);
  if (parts.some(({ from, to }) => to <= from)) throw new Refusal('nothing_left');
  return parts;
}
