import { SwimStroke } from '@waymark/api-contract';
import type { ParsedFit } from 'fit-file-parser';
import type { Beats } from './heart-rate-messages.ts';
import { type RecordedLap, type RecordedLength, type Recording, Samples } from '../../model/recording.ts';
import { MISSING } from '../../model/parsed-workout.ts';

export type FitLength = NonNullable<ParsedFit['lengths']>[number];

const STROKES: ReadonlyMap<string, SwimStroke> = new Map([
  ...SwimStroke.options.map((stroke): [string, SwimStroke] => [stroke, stroke]),
  ['im', 'medley'],
  ['im_by_round', 'medley'],
  ['rimo', 'medley'],
]);

/** With fewer records per length, each length has one speed: see `applyLengthSpeed`. */
const MIN_RECORDS_PER_LENGTH = 4;
/** Laps add up to the total within this share. */
const LAPS_AGREE_SHARE = 0.01;
/** A record this close to the end of a length, in ms, stands for it. */
const SAME_MOMENT_MS = 500;

/** A length that does not say so was swum where strokes were counted. */
const isSwum = ({ length_type, total_strokes }: FitLength): boolean =>
  length_type === undefined ? (total_strokes ?? 0) > 0 : length_type === 'active';

/** The lengths of a pool and the rests between them, in order. */
export function toRecordedLengths(lengths: readonly FitLength[]): RecordedLength[] {
  return lengths
    .map((length) => {
      const seconds = length.total_elapsed_time ?? length.total_timer_time ?? 0;
      const end = length.timestamp?.getTime() ?? Number.NaN;
      const from = length.start_time?.getTime() ?? end - seconds * 1000;
      const isActive = isSwum(length);
      return {
        from,
        to: seconds > 0 ? from + seconds * 1000 : end,
        isActive,
        isDrill: false,
        strokes: isActive ? (length.total_strokes ?? null) : null,
        stroke: isActive ? (STROKES.get(String(length.swim_stroke)) ?? null) : null,
      };
    })
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => a.from - b.from);
}

/**
 * Applies pool lengths to a recording. Moving time is the time of active lengths and of drills: rests in a lap that has a
 * distance and no active length. Indoors there is no GPS: where records
 * have no distance, or one that only grows at the end of a length, it grows evenly over each length; where the lengths of the pool do not add
 * up to the total, as with drills, by the distance of each lap. Where no record
 * has a time, the ends of the lengths become the samples.
 */
export function applyPoolLengths(recording: Recording, beats: Beats): void {
  const { lengths, samples, totals } = recording;
  const active = lengths.filter((length) => length.isActive);
  const activeCount = active.length;
  if (activeCount === 0) return;
  markDrills(recording);
  const swum = lengths.filter((one) => one.isActive || one.isDrill);
  totals.active = swum.reduce((sum, { from, to }) => sum + to - from, 0) / 1000;
  const isTimed = hasTimes(samples);
  const isSparse = !isTimed || samples.n < lengths.length * MIN_RECORDS_PER_LENGTH;
  recording.samples = isTimed ? withEnds(samples, lengths) : samplesOf(lengths, beats);
  const counted = recordedDistance(recording);
  const total = totals.distance ?? counted;
  const length = recording.poolLength ?? (total === null ? 0 : total / activeCount);
  // Drills without strokes and edited counts give another distance than the lengths.
  const agrees = total === null || Math.abs(total - activeCount * length) <= length;
  if (agrees) applyLengthDistance(recording, active, () => length);
  else if (counted === null) {
    const ofLaps = lapShares(recording, swum, total);
    if (ofLaps) applyLengthDistance(recording, swum, (one) => ofLaps.get(one) ?? 0);
    else applyLengthDistance(recording, active, () => total / activeCount);
  }
  if (isSparse && agrees) applyLengthSpeed(recording, length);
}

const isWithin = ({ start, elapsed, active }: RecordedLap, { from, to }: RecordedLength): boolean => {
  const middle = (from + to) / 2;
  return middle >= start && middle < start + (elapsed ?? active ?? 0) * 1000;
};

function markDrills({ laps, lengths }: Recording): void {
  for (const lap of laps) {
    if (!lap.distance) continue;
    const own = lengths.filter((one) => isWithin(lap, one));
    if (own.some(({ isActive }) => isActive)) continue;
    for (const rest of own) rest.isDrill = true;
  }
}

/** Metres of each length by the distance of its lap; null where the laps do not add up to the total. */
function lapShares(
  { laps }: Recording,
  swum: readonly RecordedLength[],
  total: number,
): ReadonlyMap<RecordedLength, number> | null {
  const shares = new Map<RecordedLength, number>();
  let sum = 0;
  for (const lap of laps) {
    const own = swum.filter((one) => isWithin(lap, one));
    for (const one of own) shares.set(one, (lap.distance ?? 0) / own.length);
    if (own.length > 0) sum += lap.distance ?? 0;
  }
  return Math.abs(sum - total) <= total * LAPS_AGREE_SHARE ? shares : null;
}

/** One speed per length: a device that writes one record per length has it at the end only. */
function applyLengthSpeed({ samples, lengths }: Recording, poolLength: number): void {
  if (!(poolLength > 0)) return;
  const active = lengths.filter((length) => length.isActive);
  let next = 0;
  samples.rewrite('speed', (i) => {
    const at = samples.at[i]!;
    while (next < active.length && active[next]!.to < at) next++;
    const current = active[next];
    if (!current || at < current.from) return MISSING;
    return (poolLength * 1_000_000) / (current.to - current.from);
  });
}

/** Whether two samples at least have a time. */
export function hasTimes({ at, n }: Samples): boolean {
  let timed = 0;
  for (let i = 0; i < n; i++) if (!Number.isNaN(at[i]!) && ++timed === 2) return true;
  return false;
}

/** Adds samples without values at the ends of lengths, where a record spans a length and a rest. */
function withEnds(samples: Samples, lengths: readonly RecordedLength[]): Samples {
  const known = samples.at.slice(0, samples.n).sort();
  const ends = new Samples();
  let next = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const at of lengths.flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a - b)) {
    while (next < known.length && known[next]! < at - SAME_MOMENT_MS) next++;
    const isKnown = next < known.length && known[next]! <= at + SAME_MOMENT_MS;
    if (isKnown || at === last) continue;
    ends.add(at);
    last = at;
  }
  if (ends.n === 0) return samples;
  samples.append(ends);
  return samples.byTime();
}

function samplesOf(lengths: readonly RecordedLength[], beats: Beats): Samples {
  const [start, end] = [lengths[0]!.from, lengths.at(-1)!.to];
  const times = lengths.flatMap(({ from, to }) => [from, to]);
  for (const at of beats.at) if (at > start && at < end) times.push(at);
  const samples = new Samples();
  for (const at of times.toSorted((a, b) => a - b)) if (at !== samples.at[samples.n - 1]) samples.add(at);
  return samples;
}

/** Metres by the count of the records; null where they have none. */
function recordedDistance({ samples }: Recording): number | null {
  let most: number | null = null;
  for (const value of samples.columns.distance?.subarray(0, samples.n) ?? []) {
    if (value > 0) most = Math.max(most ?? 0, value / 100);
  }
  return most;
}

function applyLengthDistance(
  { samples }: Recording,
  swum: readonly RecordedLength[],
  metersOf: (length: RecordedLength) => number,
): void {
  if (!swum.some((length) => metersOf(length) > 0)) return;
  let next = 0;
  let meters = 0;
  const at = samples.at.slice(0, samples.n);
  samples.rewrite('distance', (i) => {
    while (next < swum.length && swum[next]!.to <= at[i]!) meters += metersOf(swum[next++]!);
    const current = swum[next];
    const part = current ? Math.max(0, (at[i]! - current.from) / (current.to - current.from)) : 0;
    return (meters + (current ? part * metersOf(current) : 0)) * 100;
  });
}
