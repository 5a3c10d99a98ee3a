import { Encoder, Profile } from '@garmin/fitsdk';
import { SAMPLE_START, samplePoints, type SampleShape } from './sample-files.ts';

const MesgNum: Record<'FILE_ID' | 'EVENT' | 'LAP' | 'RECORD' | 'SESSION' | 'LENGTH' | 'ACTIVITY', number> =
  Profile.MesgNum;
const SEMICIRCLES = 2 ** 31 / 180;

type Message = Record<string, unknown>;

/** Writes FIT messages by Garmin's own encoder, so that what we read is not what we wrote ourselves. */
export class FitSample {
  #encoder = new Encoder();

  message(number: number, fields: Message): this {
    this.#encoder.onMesg(number, { mesgNum: number, ...fields });
    return this;
  }

  bytes(): Buffer {
    return Buffer.from(this.#encoder.close());
  }
}

export function fitHead(type = 'activity'): FitSample {
  return new FitSample().message(MesgNum.FILE_ID, {
    type,
    manufacturer: 'garmin',
    product: 3113,
    timeCreated: new Date(SAMPLE_START),
    serialNumber: 1234,
  });
}

export type FitLeg = SampleShape & {
  sport: string;
  subSport?: string;
  power?: boolean;
  gps?: boolean;
  /** Seconds of lap; default one lap. */
  lapEvery?: number;
};

/** Records, timer events, laps and a session; gives the ms at which it ends. */
export function writeLeg(file: FitSample, leg: FitLeg, start: number): number {
  const { sport, subSport = 'generic', power = false, gps = true, pauses = [], lapEvery = Infinity } = leg;
  const shift = start - SAMPLE_START;
  const time = (at: number) => new Date(at);
  const event = (at: number, eventType: string) =>
    file.message(MesgNum.EVENT, { timestamp: time(at), event: 'timer', eventType });
  event(start, 'start');
  let i = 0;
  let last = start;
  let distance = 0;
  let lapStart = start;
  let lapDistance = 0;
  let paused = 0;
  const lap = (at: number) => {
    file.message(MesgNum.LAP, {
      timestamp: time(at),
      startTime: time(lapStart),
      totalElapsedTime: (at - lapStart) / 1000,
      totalTimerTime: (at - lapStart) / 1000,
      totalDistance: distance - lapDistance,
      lapTrigger: 'manual',
    });
    lapStart = at;
    lapDistance = distance;
  };
  for (const point of samplePoints(leg)) {
    const at = point.at + shift;
    const pause = pauses.find(([after]) => after === i);
    if (pause) {
      event(last, 'stopAll');
      event(at, 'start');
      paused += pause[1];
    }
    distance = point.distance;
    file.message(MesgNum.RECORD, {
      timestamp: time(at),
      ...(gps && {
        positionLat: Math.round(point.lat * SEMICIRCLES),
        positionLong: Math.round(point.lng * SEMICIRCLES),
        enhancedAltitude: point.altitude,
      }),
      distance,
      enhancedSpeed: point.speed,
      heartRate: point.heartrate,
      cadence: point.cadence,
      temperature: 18,
      ...(power && { power: point.power }),
    });
    last = at;
    i++;
    if ((at - lapStart) / 1000 >= lapEvery) lap(at);
  }
  if (last > lapStart) lap(last);
  event(last, 'stopAll');
  const elapsed = (last - start) / 1000;
  file.message(MesgNum.SESSION, {
    timestamp: time(last),
    startTime: time(start),
    sport,
    subSport,
    totalElapsedTime: elapsed,
    totalTimerTime: elapsed - paused,
    totalDistance: distance,
    totalCalories: 300,
    ...(sport === 'running' && { totalCycles: Math.round((elapsed / 60) * 85) }),
  });
  return last;
}

export function endFit(file: FitSample, at: number, sessions: number): Buffer {
  return file
    .message(MesgNum.ACTIVITY, {
      timestamp: new Date(at),
      numSessions: sessions,
      type: sessions > 1 ? 'autoMultiSport' : 'manual',
      event: 'activity',
      eventType: 'stop',
    })
    .bytes();
}

export function fitSample(leg: FitLeg): Buffer {
  const file = fitHead();
  return endFit(file, writeLeg(file, leg, SAMPLE_START), 1);
}

/** Swim, transition, ride, transition, run, with `records` in all. @param start ms since 1970 */
export function triathlonFit(records: number, start = SAMPLE_START): Buffer {
  const share = (part: number) => Math.max(2, Math.round(records * part));
  const legs: FitLeg[] = [
    { sport: 'swimming', subSport: 'openWater', points: share(0.15), speed: 1 },
    { sport: 'transition', subSport: 'swimToBikeTransition', points: share(0.02), speed: 1.5 },
    { sport: 'cycling', subSport: 'road', points: share(0.51), speed: 9, power: true },
    { sport: 'transition', subSport: 'bikeToRunTransition', points: share(0.02), speed: 1.5 },
    { sport: 'running', points: share(0.3), speed: 3.5 },
  ];
  const file = fitHead();
  let at = start;
  for (const leg of legs) at = writeLeg(file, leg, at) + 1000;
  return endFit(file, at, legs.length);
}

export type PoolSwim = {
  lengths: number;
  pool: number;
  secondsPerLength: number;
  restEvery: number;
  rest: number;
};

/** A pool swim without records or GPS: lengths, with a rest as an idle length after every `restEvery`. */
export function poolSwimFit({ lengths, pool, secondsPerLength, restEvery, rest }: PoolSwim): Buffer {
  const file = fitHead();
  let at = SAMPLE_START;
  const length = (seconds: number, lengthType: 'active' | 'idle') => {
    file.message(MesgNum.LENGTH, {
      timestamp: new Date(at + seconds * 1000),
      startTime: new Date(at),
      totalElapsedTime: seconds,
      totalTimerTime: seconds,
      lengthType,
      ...(lengthType === 'active' && { totalStrokes: 12, swimStroke: 'freestyle' }),
    });
    at += seconds * 1000;
  };
  for (let i = 1; i <= lengths; i++) {
    length(secondsPerLength, 'active');
    if (i % restEvery === 0 && i < lengths) length(rest, 'idle');
  }
  const elapsed = (at - SAMPLE_START) / 1000;
  file.message(MesgNum.SESSION, {
    timestamp: new Date(at),
    startTime: new Date(SAMPLE_START),
    sport: 'swimming',
    subSport: 'lapSwimming',
    totalElapsedTime: elapsed,
    totalTimerTime: elapsed,
    totalDistance: lengths * pool,
    poolLength: pool,
    numActiveLengths: lengths,
    totalCalories: 400,
  });
  return endFit(file, at, 1);
}
