import {
  joinStreams,
  keptSamples,
  MISSING,
  sliceStreams,
  splitSamples,
  segmentStats,
  type SegmentStats,
  type StreamKind,
  type Streams,
} from './index.ts';

/** Mulberry32: the same tale for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A recording with uneven steps, pauses, standing and sensors that fall silent. */
function tale(seed: number, start = 0): { start: number; streams: Streams } {
  const random = chance(seed);
  const n = 50 + Math.floor(random() * 400);
  const kinds: StreamKind[] = ['time', 'timer', 'distance', 'speed', 'moving', 'lat', 'lng'];
  if (random() < 0.8) kinds.push('altitude');
  if (random() < 0.6) kinds.push('heartrate', 'power');
  const columns = Object.fromEntries(kinds.map((kind) => [kind, new Int32Array(n)])) as Record<
    StreamKind,
    Int32Array
  >;
  let altitude = 30_000;
  for (let i = 0; i < n; i++) {
    const pause = i > 1 && random() < 0.02;
    const step =
      i === 0 ? 0 : pause ? 40_000 + Math.floor(random() * 600_000) : 1000 * Math.ceil(random() * 5);
    const moves = !pause && random() < 0.9;
    const ran = pause ? 0 : step;
    columns.time[i] = (columns.time[i - 1] ?? 0) + step;
    columns.timer[i] = (columns.timer[i - 1] ?? 0) + ran;
    columns.distance[i] = (columns.distance[i - 1] ?? 0) + (moves ? Math.round(ran * 0.3) : 0);
    columns.moving[i] = moves ? 1 : 0;
    columns.speed[i] = moves ? 3000 : 0;
    columns.lat[i] = 520_000_000 + i * 300;
    columns.lng[i] = 210_000_000 - i * 200;
    altitude += Math.round((random() - 0.45) * 200) + (pause ? 9000 : 0);
    if (columns.altitude) columns.altitude[i] = altitude;
    if (columns.heartrate) columns.heartrate[i] = random() < 0.1 ? MISSING : 120 + Math.floor(random() * 50);
    if (columns.power) columns.power[i] = Math.floor(random() * 300);
  }
  return { start, streams: { n, columns } };
}

const stats = (streams: Streams) => segmentStats(streams, 0, streams.n - 1);
const sum = (all: SegmentStats[], figure: keyof SegmentStats) =>
  all.reduce((total, one) => total + ((one[figure] as number | null) ?? 0), 0);
const lastTime = ({ n, columns }: Streams) => columns.time![n - 1]!;
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

/** Moments in order at which a recording is split, somewhere inside. */
function moments(streams: Streams, random: () => number): number[] {
  const end = lastTime(streams) / 1000;
  return [0.15 + random() * 0.2, 0.45 + random() * 0.2, 0.75 + random() * 0.15].map((share) => share * end);
}

describe.each(SEEDS)('recording %i', (seed) => {
  const { streams } = tale(seed, 1_700_000_000_000);
  // Two moments in one pause leave nothing between them.
  const ranges = splitSamples(streams, moments(streams, chance(seed + 1000))).filter(
    ({ from, to }) => from <= to,
  );
  const parts = ranges.map((range) => ({
    start: 1_700_000_000_000 + streams.columns.time![range.from]!,
    streams: sliceStreams(streams, [range]),
  }));

  it('[WORK-06] put together again, the parts of a split are the recording', () => {
    expect(joinStreams(parts)).toEqual(streams);
  });

  it('[WORK-06] the parts of a split have the distance, time in motion and ascent of the whole', () => {
    const whole = stats(streams);
    const each = parts.map((part) => stats(part.streams));
    expect(sum(each, 'distance')).toBeCloseTo(whole.distance!, 6);
    expect(sum(each, 'active')).toBeCloseTo(whole.active, 6);
    expect(sum(each, 'stopped')).toBeCloseTo(whole.stopped, 6);
    // Each part starts its own search for the next rise of two metres, and its own smoothing.
    for (const way of ['ascent', 'descent'] as const)
      expect(Math.abs(sum(each, way) - (whole[way] ?? 0))).toBeLessThanOrEqual(4 * (parts.length - 1));
  });

  it('[WORK-06] a part taken out leaves a pause over which nothing grows', () => {
    const end = lastTime(streams) / 1000;
    const kept = keptSamples(streams, [
      { from: 0, to: end * 0.3 },
      { from: end * 0.6, to: end },
    ]);
    const cut = sliceStreams(streams, kept);
    const [first, second] = kept.map((range) => stats(sliceStreams(streams, [range])));
    const whole = stats(cut);
    expect(cut.columns.time![0]).toBe(0);
    expect(lastTime(cut)).toBe(lastTime(streams));
    expect(whole.distance).toBeCloseTo(first!.distance! + second!.distance!, 6);
    expect(whole.active).toBeCloseTo(first!.active + second!.active, 6);
    expect(whole.elapsed).toBeCloseTo(end, 6);
    expect(Math.abs((whole.ascent ?? 0) - (first!.ascent ?? 0) - (second!.ascent ?? 0))).toBeLessThan(5);
    const gap = kept[0]!.to + 1;
    expect(cut.columns.timer![gap]).toBe(cut.columns.timer![gap - 1]);
    for (let i = 1; i < cut.n; i++) {
      expect(cut.columns.distance![i]! >= cut.columns.distance![i - 1]!).toBe(true);
      expect(cut.columns.time![i]! > cut.columns.time![i - 1]!).toBe(true);
    }
  });

  it('[WORK-06] two recordings joined have the figures of both, and a pause between them', () => {
    const other = tale(seed + 500, 1_700_000_000_000 + lastTime(streams) + 3_600_000);
    const joined = joinStreams([{ start: 1_700_000_000_000, streams }, other]);
    const [a, b, both] = [stats(streams), stats(other.streams), stats(joined)];
    expect(joined.n).toBe(streams.n + other.streams.n);
    expect(both.distance).toBeCloseTo(a.distance! + b.distance!, 6);
    expect(both.active).toBeCloseTo(a.active + b.active, 6);
    expect(both.paused).toBeCloseTo(a.paused + b.paused + 3600, 6);
    expect(both.heartrate?.max).toBe(Math.max(a.heartrate?.max ?? 0, b.heartrate?.max ?? 0) || undefined);
    const lacking = [
      { heart: a.heartrate, at: 0 },
      { heart: b.heartrate, at: streams.n },
    ].find(({ heart }) => !heart);
    if (lacking && joined.columns.heartrate) expect(joined.columns.heartrate[lacking.at]).toBe(MISSING);
  });
});

describe('where a recording is cut', () => {
  const time = Int32Array.of(0, 1000, 2000, 602_000, 603_000);
  const streams: Streams = {
    n: 5,
    columns: {
      time,
      timer: Int32Array.of(0, 1000, 2000, 3000, 4000),
      distance: Int32Array.of(0, 3, 6, 9, 12),
    },
  };

  it('[WORK-06] a split in a pause leaves the pause out of both parts', () => {
    const around = [
      { from: 0, to: 2 },
      { from: 3, to: 4 },
    ];
    for (const at of [2, 300, 602]) expect(splitSamples(streams, [at])).toEqual(around);
    expect(splitSamples(streams, [1.2])).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 4 },
    ]);
  });

  it('[WORK-06] the ends of what stays go to recorded samples', () => {
    expect(keptSamples(streams, [{ from: 0, to: 603 }])).toEqual([{ from: 0, to: 4 }]);
    expect(keptSamples(streams, [{ from: 0.6, to: 400 }])).toEqual([{ from: 1, to: 2 }]);
  });

  it('recordings that overlap are not joined', () => {
    expect(() =>
      joinStreams([
        { start: 0, streams },
        { start: 602_999, streams },
      ]),
    ).toThrow('overlap');
    expect(joinStreams([])).toEqual({ n: 0, columns: {} });
  });
});
