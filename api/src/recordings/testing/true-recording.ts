/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_909);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

export type TruePoint = {
  at: number;
  lat: number;
  lng: number;
  altitude: number;
  heartrate: number;
  cadence: number;
  power: number;
  /** Metres since the start. */
  distance: number;
  speed: number;
};

type TrueLap = { start: number; end: number; distance: number; timer: number };

/** What happened, whatever a device makes of it. Times in ms, `elapsed` and `timer` in s. */
export type TrueRecording = {
  sport: 'running' | 'cycling';
  start: number;
  end: number;
  elapsed: number;
  timer: number;
  distance: number;
  points: TruePoint[];
  pauses: [from: number, to: number][];
  laps: TrueLap[];
};

const BEGIN = Date.UTC(2024, 4, 1, 6);

/** A run or ride of 15 to 40 minutes with up to two pauses and laps of a few minutes. */
export function createTrueRecording(seed: number, options: { pauses?: boolean } = {}): TrueRecording {
  const random = randomOf(seed);
  const sport = random() < 0.5 ? 'running' : 'cycling';
  const pace = sport === 'running' ? 2.5 + random() * 2 : 6 + random() * 4;
  const seconds = 900 + Math.floor(random() * 1500);
  const start = BEGIN + Math.floor(random() * 300 * 86_400) * 1000;
  const pauseCount = options.pauses === false ? 0 : Math.floor(random() * 3);
  const pauseAfter = new Set(
    Array.from({ length: pauseCount }, (_, i) =>
      Math.floor((seconds * (i + 1)) / (pauseCount + 1) + random() * 60),
    ),
  );
  const lapEvery = 200 + Math.floor(random() * 200);
  const points: TruePoint[] = [];
  const pauses: [number, number][] = [];
  const laps: TrueLap[] = [];
  let shift = 0;
  let distance = 0;
  let lap = { start, distance: 0, second: 0 };
  for (let second = 0; second <= seconds; second++) {
    const speed = second === 0 ? pace : pace * (1 + 0.1 * Math.sin(second / 50));
    if (second > 0) distance += speed;
    const at = start + (second + shift) * 1000;
    const north = distance / 111_194.93;
    points.push({
      at,
      lat: 47 + north,
      lng: 8.5,
      altitude: 400 + 15 * Math.sin(distance / 700),
      heartrate: Math.round(140 + 12 * Math.sin(second / 80)),
      cadence: sport === 'running' ? 84 : 88,
      power: Math.round(200 + 30 * Math.sin(second / 40)),
      distance,
      speed,
    });
    if ((second - lap.second === lapEvery && seconds - second > 30) || second === seconds) {
      laps.push({
        start: lap.start,
        end: at,
        distance: distance - lap.distance,
        timer: second - lap.second,
      });
      lap = { start: at, distance, second };
    }
    if (pauseAfter.has(second) && second < seconds) {
      const length = 40 + Math.floor(random() * 300);
      pauses.push([at, at + length * 1000]);
      shift += length;
      // The first second after a pause is recorded at its end as well.
      points.push({ ...points.at(-1)!, at: at + length * 1000 });
    }
  }
  const end = points.at(-1)!.at;
  return { sport, start, end, elapsed: (end - start) / 1000, timer: seconds, distance, points, pauses, laps };
}
