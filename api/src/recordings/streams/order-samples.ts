import { haversine } from '@waymark/units';
import { SAMPLE_KINDS, type Samples } from '../model/recording.ts';
import { MISSING } from '../model/parsed-workout.ts';

/** A clock that runs back by no more than this jitters; beyond it, it was set. */
const JITTER_MS = 3000;
/** So many samples out of order are dropped, or this share of all. */
const MAX_DROPPED = 10;
const MAX_DROPPED_SHARE = 0.05;
/** More runs than this mean an unordered file and not a clock that was set back. */
const MAX_RUNS = 4;
/** Points in the wrong order zigzag: the way becomes longer by this factor at least. */
const ZIGZAG_FACTOR = 1.05;
/** A part after a jump of the clock has so many samples, and this share of the longest. */
const MIN_PART = 60;
const MIN_PART_SHARE = 0.1;
/** Two parts that end and begin this close together, in metres, are of one movement. */
const CONTINUES_WITHIN_METERS = 500;

/** Samples in the order of their times. `times` may differ from `samples.at`: see `orderSamples`. */
export type OrderedSamples = {
  order: Uint32Array;
  /** ms since 1970, ascending, by place in `order`. */
  times: Float64Array;
  /** The clock was set during the recording: what is dated `from` to `until` is `by` ms later than it says. */
  shifts: { from: number; until: number; by: number }[];
  /** A part of the recording is missing, so that figures of the whole do not apply. */
  isCut: boolean;
};

export const formatCount = (n: number, one: string, many: string) =>
  n === 1 ? `One ${one}` : `${n} ${many}`;

/**
 * Puts samples into the order of their times, one sample for each moment. The rules, in this order:
 *
 * 0. Parts without a place and a distance that were recorded beside the others are sorted in among them afterwards.
 * 1. Times that run back by up to 3 s jitter: the points stay in the order of the file and share their times in
 *    ascending order. Sorting the points would make them zigzag and lengthen the way.
 * 2. A few samples out of order (10, or 5 % of all) are left out. Of a part that is there twice the second counts.
 * 3. Parts in the wrong order that do not overlap in time are put in order, and parts without a place and a
 *    distance (a sensor's own record) are sorted in among the others. Other points are sorted, unless that makes the way
 *    longer: then the times are unordered, and the points stay in the order of the file.
 * 4. Where the clock was set back, the part before it moves so that it ends where the next begins; where it was set
 *    forward (see `isClockSet`) likewise. A part that does not continue where the other ended is left out.
 * 5. Samples of the same moment complete each other field by field; the first value of a field stays.
 */
export function orderSamples(
  samples: Samples,
  timed: Uint32Array,
  isClockSet: (from: number, to: number) => boolean,
  warnings: string[],
): OrderedSamples {
  const ordered: OrderedSamples = { order: timed, times: timesOf(samples, timed), shifts: [], isCut: false };
  const steps = backSteps(ordered.times);
  const sensors = steps.most > JITTER_MS ? takeSensors(samples, ordered) : null;
  const { most, large } = sensors ? backSteps(ordered.times) : steps;
  if (most > JITTER_MS) resolveBackSteps(samples, ordered, large, warnings);
  if (most > 0) ordered.times.sort();
  resolveForwardJumps(samples, ordered, isClockSet, warnings);
  if (sensors) addSensors(samples, ordered, sensors);
  mergeMoments(samples, ordered);
  return ordered;
}

/** A sensor's own record lasts for this share of the movement at least. */
const SENSOR_SHARE = 0.5;

/**
 * Takes out the parts without a place and a distance that were recorded at the times of the others, such as a heart rate
 * track: the order of the others cannot be judged by them. Null where there are none.
 */
function takeSensors(samples: Samples, ordered: OrderedSamples): Uint32Array | null {
  const { order } = ordered;
  const isStill = createStillCheck(samples);
  const moving = timesOf(
    samples,
    order.filter((index) => !isStill(index)),
  );
  if (moving.length === 0 || moving.length === order.length) return null;
  const [first, last] = [min(moving), max(moving)];
  const isSensor = new Uint8Array(samples.n);
  for (let from = 0, to = 0; from < order.length; from = to + 1) {
    for (to = from; to < order.length && isStill(order[to]!); to++);
    if (to === from) continue;
    const part = order.subarray(from, to);
    const times = timesOf(samples, part);
    const overlap = Math.min(last, max(times)) - Math.max(first, min(times));
    if (overlap >= (last - first) * SENSOR_SHARE) for (const index of part) isSensor[index] = 1;
  }
  const sensors = order.filter((index) => isSensor[index] === 1);
  if (sensors.length === 0) return null;
  applyOrder(
    ordered,
    samples,
    order.filter((index) => isSensor[index] === 0),
  );
  return sensors;
}

/** Sorts the samples of sensors in among the others; their clock was set when that of the others was. */
function addSensors({ at }: Samples, ordered: OrderedSamples, sensors: Uint32Array): void {
  const correctTime = timeCorrection(ordered);
  const order = Uint32Array.from([...ordered.order, ...sensors]);
  const times = Float64Array.from([
    ...ordered.times,
    ...Array.from(sensors, (index) => correctTime(at[index]!)),
  ]);
  const places = order.map((_, place) => place).sort((a, b) => times[a]! - times[b]! || a - b);
  ordered.order = places.map((place) => order[place]!);
  ordered.times = Float64Array.from(places, (place) => times[place]!);
}

/** Corrects a time of the file where the clock was set. */
export const timeCorrection =
  ({ shifts }: Pick<OrderedSamples, 'shifts'>) =>
  (at: number): number =>
    at + (shifts.find(({ from, until }) => at >= from && at <= until)?.by ?? 0);

const timesOf = ({ at }: Samples, order: Uint32Array): Float64Array =>
  Float64Array.from(order, (index) => at[index]!);

/** How far times fall behind the latest before them, and where the clock ran back by more than jitter. */
function backSteps(times: Float64Array): { most: number; large: number[] } {
  let most = 0;
  let latest = times[0]!;
  const large: number[] = [];
  for (let i = 1; i < times.length; i++) {
    most = Math.max(most, latest - times[i]!);
    latest = Math.max(latest, times[i]!);
    if (times[i - 1]! - times[i]! > JITTER_MS && large.length <= MAX_RUNS) large.push(i);
  }
  return { most, large };
}

function resolveBackSteps(
  samples: Samples,
  ordered: OrderedSamples,
  starts: number[],
  warnings: string[],
): void {
  const { order, times } = ordered;
  const inOrder = longestAscent(times);
  const out = times.length - inOrder.length;
  if (out <= Math.max(MAX_DROPPED, times.length * MAX_DROPPED_SHARE)) {
    warnings.push(`${formatCount(out, 'point', 'points')} left out because the clock ran backwards.`);
    applyOrder(
      ordered,
      samples,
      order.filter((_, i) => inOrder.mask[i] === 1),
    );
    return;
  }
  const all = [0, ...starts].map((from, i) => {
    const to = starts[i] ?? times.length;
    const part = times.subarray(from, to);
    return {
      from,
      to,
      first: min(part),
      last: max(part),
      moves: hasMovement(samples, order.subarray(from, to)),
    };
  });
  const runs = all.filter((run, i) => !all.slice(i + 1).some((later) => repeats(samples, order, run, later)));
  if (runs.length === 1 && all.length > 1) return keepRuns(ordered, runs);
  const sorted = runs.toSorted((a, b) => a.first - b.first);
  const isDisjoint = sorted.every((run, i) => i === 0 || sorted[i - 1]!.last <= run.first);
  const onlyJitters = runs.every(({ from, to }) => backSteps(times.subarray(from, to)).most <= JITTER_MS);
  const hasSensorParts = runs.length > 1 && runs.filter((run) => run.moves).length === 1;
  const isInOneMovement = (parts: readonly Run[]): boolean =>
    parts.every((run, i) => i === 0 || isContinuous(samples, order, parts[i - 1]!.to - 1, run.from));
  const isSetBack = isDisjoint && onlyJitters && isInOneMovement(runs) && !isInOneMovement(sorted);
  if (isDisjoint && onlyJitters && !isSetBack) {
    warnings.push('The parts of the file were not in the order of their times and have been sorted.');
    keepRuns(ordered, sorted);
    return;
  }
  if (!isSetBack && (!onlyJitters || hasSensorParts || starts.length >= MAX_RUNS)) {
    const at = samples.at;
    const byTime = order.slice().sort((a, b) => at[a]! - at[b]! || a - b);
    if (!hasSensorParts) {
      if (trackLength(samples, byTime) > trackLength(samples, order) * ZIGZAG_FACTOR) {
        warnings.push('The times of the points were mixed up. The points keep the order of the file.');
        return;
      }
      warnings.push('The points were not in the order of their times and have been sorted.');
    }
    applyOrder(ordered, samples, byTime);
    return;
  }
  joinRuns(samples, ordered, runs, warnings, isSetBack);
}

/** Metres from position to position, in the order of the file unless another is given; 0 without positions. */
export function trackLength({ columns: { lat, lng }, n }: Samples, order?: Uint32Array): number {
  if (!lat || !lng) return 0;
  let meters = 0;
  let before = -1;
  for (let place = 0; place < (order?.length ?? n); place++) {
    const i = order ? order[place]! : place;
    if (lat[i] === MISSING || lng[i] === MISSING) continue;
    if (before >= 0)
      meters += haversine(lat[before]! / 1e7, lng[before]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
    before = i;
  }
  return meters;
}

type Run = { from: number; to: number };

/** The same samples in the same order: the recording was saved twice. */
function repeats({ at, columns }: Samples, order: Uint32Array, run: Run, later: Run): boolean {
  if (run.to - run.from !== later.to - later.from) return false;
  const values = [at, ...Object.values(columns)];
  return order
    .subarray(run.from, run.to)
    .every((index, i) => values.every((column) => column[index] === column[order[later.from + i]!]));
}

/**
 * Where the clock was set back between two runs, the earlier run is shifted to end where the later begins.
 * @param areApart no time of a run lies within another, so that laps and pauses are shifted with their run
 */
function joinRuns(
  samples: Samples,
  ordered: OrderedSamples,
  runs: Run[],
  warnings: string[],
  areApart: boolean,
): void {
  const { order, times } = ordered;
  const keptRuns: Run[] = [runs.at(-1)!];
  let left = 0;
  for (const run of runs.slice(0, -1).toReversed()) {
    const next = keptRuns[0]!;
    if (!isContinuous(samples, order, run.to - 1, next.from)) {
      left += run.to - run.from;
      continue;
    }
    const by = times[next.from]! - medianStep(times.subarray(run.from, run.to)) - times[run.to - 1]!;
    if (areApart) ordered.shifts.push({ from: times[run.from]!, until: times[run.to - 1]!, by });
    for (let i = run.from; i < run.to; i++) times[i] = times[i]! + by;
    keptRuns.unshift(run);
  }
  if (keptRuns.length > 1) {
    warnings.push(
      'The clock of the device was set during the recording. The part before was dated to match.',
    );
  }
  if (left > 0) noteLeftOut(ordered, left, warnings);
  keepRuns(ordered, keptRuns);
}

/** Closes gaps where the clock was set forward: see `isClockSet`. */
function resolveForwardJumps(
  samples: Samples,
  ordered: OrderedSamples,
  isClockSet: (from: number, to: number) => boolean,
  warnings: string[],
): void {
  const { order, times } = ordered;
  const starts: number[] = [];
  for (let i = 1; i < times.length; i++) if (isClockSet(times[i - 1]!, times[i]!)) starts.push(i);
  if (starts.length === 0) return;
  const runs = [0, ...starts].map((from, i) => ({ from, to: starts[i] ?? times.length }));
  const longest = runs.reduce((best, run) => (run.to - run.from > best.to - best.from ? run : best));
  let last = runs.indexOf(longest);
  for (let run = runs[last + 1]; run; run = runs[last + 1]) {
    const isPart = run.to - run.from >= Math.max(MIN_PART, (longest.to - longest.from) * MIN_PART_SHARE);
    if (!isPart || !isContinuous(samples, order, runs[last]!.to - 1, run.from, false)) break;
    last++;
  }
  const keptRuns: Run[] = [runs[last]!];
  let left = 0;
  for (const run of runs.slice(0, last).toReversed()) {
    const next = keptRuns[0]!;
    if (!isContinuous(samples, order, run.to - 1, next.from)) {
      left += run.to - run.from;
      continue;
    }
    const until = times[run.to - 1]!;
    const by = times[next.from]! - medianStep(times.subarray(run.from, run.to)) - until;
    for (let i = run.from; i < run.to; i++) times[i] = times[i]! + by;
    ordered.shifts.push({ from: Number.NEGATIVE_INFINITY, until, by });
    keptRuns.unshift(run);
  }
  if (keptRuns.length > 1) {
    warnings.push(
      'The clock of the device was set during the recording. The part before was dated to match.',
    );
  }
  // Short runs dated later, and those that begin elsewhere, do not reliably follow.
  for (const run of runs.slice(last + 1)) left += run.to - run.from;
  if (left > 0) noteLeftOut(ordered, left, warnings);
  keepRuns(ordered, keptRuns);
}

function noteLeftOut(ordered: OrderedSamples, n: number, warnings: string[]): void {
  ordered.isCut = true;
  warnings.push(
    `${formatCount(n, 'point', 'points')} dated far from the rest left out: the clock of the device jumped.`,
  );
}

function keepRuns(ordered: OrderedSamples, keptRuns: readonly Run[]): void {
  const { order, times } = ordered;
  ordered.order = Uint32Array.from(keptRuns.flatMap(({ from, to }) => [...order.subarray(from, to)]));
  ordered.times = Float64Array.from(keptRuns.flatMap(({ from, to }) => [...times.subarray(from, to)]));
}

function applyOrder(ordered: OrderedSamples, samples: Samples, order: Uint32Array): void {
  ordered.order = order;
  ordered.times = timesOf(samples, order);
}

/** Merges samples of the same time into the first; of distances the largest counts. */
function mergeMoments(samples: Samples, ordered: OrderedSamples): void {
  const { order, times } = ordered;
  let n = 0;
  for (let i = 0; i < order.length; i++) {
    if (n > 0 && times[i] === times[n - 1]) {
      fillMissing(samples, order[n - 1]!, order[i]!);
      continue;
    }
    order[n] = order[i]!;
    times[n] = times[i]!;
    n++;
  }
  if (n === order.length) return;
  ordered.order = order.subarray(0, n);
  ordered.times = times.subarray(0, n);
}

function fillMissing({ columns }: Samples, into: number, from: number): void {
  const lacksPlace = (columns.lat?.[into] ?? MISSING) === MISSING;
  for (const kind of SAMPLE_KINDS) {
    const column = columns[kind];
    if (!column || column[from] === MISSING) continue;
    // Latitude and longitude must come from the same sample.
    if ((kind === 'lat' || kind === 'lng') && !lacksPlace) continue;
    if (column[into] === MISSING || (kind === 'distance' && column[from]! > column[into]!)) {
      column[into] = column[from]!;
    }
  }
}

/** A place or a count is looked for in so many samples: some devices write it in every few only. */
const EDGE_SAMPLES = 10;

/** Whether two parts are close where one ends and the other begins: by position, else by the counted distance. */
function isContinuous(
  { columns: { lat, lng, distance } }: Samples,
  order: Uint32Array,
  lastPlace: number,
  firstPlace: number,
  isUnknownSo = true,
): boolean {
  const edges = (column: Int32Array | undefined): [number, number] | null => {
    if (!column) return null;
    const isKnown = (index: number) => column[index] !== MISSING;
    const before = order.subarray(Math.max(0, lastPlace + 1 - EDGE_SAMPLES), lastPlace + 1).findLast(isKnown);
    const after = order.subarray(firstPlace, firstPlace + EDGE_SAMPLES).find(isKnown);
    return before === undefined || after === undefined ? null : [before, after];
  };
  const places = lng && edges(lat);
  if (places) {
    const [from, to] = places.map((i) => [lat![i]! / 1e7, lng[i]! / 1e7] as const);
    return haversine(from![0], from![1], to![0], to![1]) <= CONTINUES_WITHIN_METERS;
  }
  const counts = edges(distance);
  if (!counts) return isUnknownSo;
  const step = (distance![counts[1]]! - distance![counts[0]]!) / 100;
  return step >= 0 && step <= CONTINUES_WITHIN_METERS;
}

/** Tells whether a sample has neither a place nor a distance. */
const createStillCheck =
  ({ columns: { lat, distance } }: Samples) =>
  (index: number): boolean =>
    (lat === undefined || lat[index] === MISSING) && (distance === undefined || distance[index] === MISSING);

function hasMovement(samples: Samples, part: Uint32Array): boolean {
  const isStill = createStillCheck(samples);
  return part.some((index) => !isStill(index));
}

const min = (values: Float64Array) => values.reduce((low, value) => Math.min(low, value), Infinity);
const max = (values: Float64Array) => values.reduce((high, value) => Math.max(high, value), -Infinity);

/** The median time between two samples, ms. */
export function medianStep(times: Float64Array): number {
  if (times.length < 2) return 1000;
  const steps = times.subarray(1).map((time, i) => time - times[i]!);
  return steps.sort()[steps.length >> 1]!;
}

/** The longest part of the values that ascends, as a mask over them. */
function longestAscent(values: Float64Array): { mask: Uint8Array; length: number } {
  const tails = new Uint32Array(values.length);
  const before = new Int32Array(values.length).fill(-1);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! <= values[i]!) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[i] = tails[low - 1]!;
    tails[low] = i;
    if (low === length) length++;
  }
  const mask = new Uint8Array(values.length);
  for (let i = length > 0 ? tails[length - 1]! : -1; i >= 0; i = before[i]!) mask[i] = 1;
  return { mask, length };
}
