import { FitBytes, type FitField, fitTime } from './fit-bytes.ts';
import { randomOf } from './true-recording.ts';

type TrueLength = { from: number; to: number; strokes: number };

/** A swim in a pool as it happened. Times in ms, `elapsed` and `moving` in s. */
export type TrueSwim = {
  start: number;
  end: number;
  elapsed: number;
  moving: number;
  /** Metres. */
  poolLength: number;
  distance: number;
  lengths: TrueLength[];
  rests: [from: number, to: number][];
};

const BEGIN = Date.UTC(2024, 4, 1, 6);
const POOLS = [25, 33.33, 50];

/** Some blocks of a few lengths with rests between. */
export function createTrueSwim(seed: number): TrueSwim {
  const random = randomOf(seed);
  const poolLength = POOLS[Math.floor(random() * POOLS.length)]!;
  const start = BEGIN + Math.floor(random() * 300 * 86_400) * 1000;
  const lengths: TrueLength[] = [];
  const rests: [number, number][] = [];
  let at = start;
  for (let block = 0, blocks = 3 + Math.floor(random() * 4); block < blocks; block++) {
    if (block > 0) {
      const to = at + (15 + Math.floor(random() * 45)) * 1000;
      rests.push([at, to]);
      at = to;
    }
    for (let i = 0, count = 2 + Math.floor(random() * 6); i < count; i++) {
      const to = at + Math.round(poolLength * (0.9 + random() * 0.4)) * 1000;
      lengths.push({ from: at, to, strokes: 10 + Math.floor(random() * 15) });
      at = to;
    }
  }
  return {
    start,
    end: at,
    elapsed: (at - start) / 1000,
    moving: lengths.reduce((sum, { from, to }) => sum + to - from, 0) / 1000,
    poolLength,
    distance: lengths.length * poolLength,
    lengths,
    rests,
  };
}

export type SwimDialect = {
  /** A record each second, whose distance rises at the end of a length; one at the end of each length; or such without a time. */
  records: 'seconds' | 'lengths' | 'untimed';
  /** Rests are lengths that count, or pauses of the timer. */
  rests: 'lengths' | 'pauses';
  /** The session says that one swam and not where. */
  poolUnnamed?: boolean;
};

const [SESSION, RECORD, EVENT, LENGTH] = [18, 20, 21, 101];
const SWIMMING = 5;
const LAP_SWIMMING = 17;
const BREASTSTROKE = 2;

/** A FIT file of what happened, in a dialect. */
export function fitOfSwim(truth: TrueSwim, { records, rests, poolUnnamed = false }: SwimDialect): Buffer {
  const file = new FitBytes().message(0, [
    [0, 'enum', 4],
    [1, 'u16', 1],
  ]);
  const at = (ms: number): FitField => [253, 'u32', fitTime(ms)];
  const event = (ms: number, type: number) =>
    file.message(EVENT, [at(ms), [0, 'enum', 0], [1, 'enum', type]]);
  const length = (from: number, to: number, more: FitField[]) =>
    file.message(LENGTH, [
      at(to),
      [2, 'u32', fitTime(from)],
      [3, 'u32', to - from],
      [4, 'u32', to - from],
      ...more,
    ]);
  const record = (ms: number, done: number) => {
    const distance: FitField = [5, 'u32', done * truth.poolLength * 100];
    file.message(RECORD, records === 'untimed' ? [distance] : [at(ms), distance]);
  };
  event(truth.start, 0);
  if (records === 'seconds') record(truth.start, 0);
  for (const [i, { from, to, strokes }] of truth.lengths.entries()) {
    const rest = truth.rests.find(([, end]) => end === from);
    if (rest && rests === 'lengths') length(...rest, [[12, 'enum', 0]]);
    if (rest && rests === 'pauses') {
      event(rest[0], 4);
      event(rest[1], 0);
    }
    if (records === 'seconds') for (let ms = from + 1000; ms < to; ms += 1000) record(ms, i);
    record(to, i + 1);
    length(from, to, [
      [5, 'u16', strokes],
      [7, 'enum', BREASTSTROKE],
      [12, 'enum', 1],
    ]);
  }
  event(truth.end, 4);
  const timer = rests === 'lengths' ? truth.elapsed : truth.moving;
  return file
    .message(SESSION, [
      at(truth.end),
      [2, 'u32', fitTime(truth.start)],
      [5, 'enum', SWIMMING],
      ...(poolUnnamed ? [] : [[6, 'enum', LAP_SWIMMING] satisfies FitField]),
      [7, 'u32', truth.elapsed * 1000],
      [8, 'u32', timer * 1000],
      [9, 'u32', truth.distance * 100],
      [44, 'u16', truth.poolLength * 100],
    ])
    .bytes();
}
