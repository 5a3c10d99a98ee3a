import type { TimeRange } from '@waymark/api-contract';
import { keptSamples, type SampleRange, splitSamples, type Streams } from '@waymark/streams';
import { Refusal } from './refusal.ts';

/** Devices count on for a moment after the last sample. */
const LEEWAY = 1;

/**
 * The samples that stay of a recording.
 * @param length seconds that the workout says it lasted: an end up to there is the end of the recording
 */
export function partsToKeep(streams: Streams, keep: readonly TimeRange[], length: number): SampleRange[] {
  const end = streams.columns.time!.at(-1)! / 1000;
  let before = -1;
  for (const { from, to } of keep) {
    if (!(from < to) || from <= before || from >= end || to > Math.max(end, length) + LEEWAY)
      throw new Refusal('out_of_range');
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
    if (!(moment > before && moment < end)) throw new Refusal('out_of_range');
    before = moment;
  }
  const parts = splitSamples(streams, at);
  if (parts.some(({ from, to }) => to <= from)) throw new Refusal('nothing_left');
  return parts;
}
