import { type Samples } from '../../model/recording.ts';
import { MISSING } from '../../model/parsed-workout.ts';

/** Units of the beat clock in a second. */
const CLOCK = 1024;
const CLOCK_MS = 1000 / CLOCK;
/** A beat counts for the samples up to so many ms after it. */
const HOLDS_MS = 5000;

/** Beats in the order of the file: ms since 1970 and beats a minute. */
export type Beats = { at: number[]; bpm: number[] };

/** One `hr` message (global 132): fields by number, as bytes. */
type Message = { timestamp: number | null; bytesOf: (field: number) => Buffer | undefined; little: boolean };

const NOTHING = Buffer.alloc(0);
const FRACTION = 0;
const FILTERED_BPM = 6;
const EVENT_TIMESTAMP = 9;
const EVENT_TIMESTAMP_12 = 10;

/**
 * Reads the `hr` messages that a chest strap sends after a swim. The first one ties the strap's clock
 * (1/1024 s) to the time of day; the others carry beats, their times in full or as 12-bit remainders.
 */
export class HeartRateMessages {
  #beats: Beats;
  /** ms since 1970 at which the strap's clock stood at `#clockStart`. */
  #start: number | null = null;
  #clockStart = 0;
  #clock = 0;

  /** @param beats where the beats go */
  constructor(beats: Beats) {
    this.#beats = beats;
  }

  add({ timestamp, bytesOf, little }: Message): void {
    const times = clockTimes(bytesOf(EVENT_TIMESTAMP) ?? NOTHING, little);
    if (timestamp !== null && times.length > 0) {
      const fraction = bytesOf(FRACTION);
      const part = fraction?.length === 2 ? (little ? fraction.readUInt16LE() : fraction.readUInt16BE()) : 0;
      this.#start = timestamp + (part === 0xffff ? 0 : (part / 32_768) * 1000);
      this.#clockStart = times[0]!;
    }
    if (this.#start === null) return;
    const bpm = bytesOf(FILTERED_BPM) ?? NOTHING;
    const clock = times.length > 0 ? times : this.#expanded(bytesOf(EVENT_TIMESTAMP_12) ?? NOTHING);
    if (clock.length > 0) this.#clock = clock.at(-1)!;
    for (let i = 0; i < Math.min(bpm.length, clock.length); i++) {
      if (bpm[i] === 0 || bpm[i] === 0xff) continue;
      // The strap's clock begins anew after 48 days: the difference counts modulo 32 bits.
      this.#beats.at.push(this.#start + ((clock[i]! - this.#clockStart) | 0) * CLOCK_MS);
      this.#beats.bpm.push(bpm[i]!);
    }
  }

  /** Two 12-bit remainders in three bytes; each is later than the one before by less than 4 s. */
  #expanded(packed: Buffer): number[] {
    const times: number[] = [];
    let clock = this.#clock;
    for (let i = 0; i + 2 < packed.length; i += 3) {
      const [a, b, c] = [packed[i]!, packed[i + 1]!, packed[i + 2]!];
      for (const low of [a | ((b & 0x0f) << 8), (b >> 4) | (c << 4)]) {
        clock += (low - clock) & 0x0fff;
        times.push(clock);
      }
    }
    return times;
  }
}

function clockTimes(bytes: Buffer, little: boolean): number[] {
  const times: number[] = [];
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const value = little ? bytes.readUInt32LE(i) : bytes.readUInt32BE(i);
    if (value !== 0xffffffff) times.push(value);
  }
  return times;
}

/**
 * Puts beats into the heart rate of the samples: each sample has the mean of the beats since the one before it, or the last
 * beat of the five seconds before. The strap is what the athlete trusts, so what the wrist measured there is overwritten.
 */
export function applyBeats(samples: Samples, { at, bpm }: Beats): void {
  if (at.length === 0 || samples.n === 0) return;
  const order = at.map((_, i) => i).toSorted((a, b) => at[a]! - at[b]!);
  const old = samples.columns.heartrate?.slice(0, samples.n);
  let next = 0;
  let last = -1;
  samples.rewrite('heartrate', (i) => {
    const time = samples.at[i]!;
    let sum = 0;
    let count = 0;
    while (next < order.length && at[order[next]!]! <= time) {
      last = order[next++]!;
      if (time - at[last]! > HOLDS_MS) continue;
      sum += bpm[last]!;
      count++;
    }
    if (count > 0) return sum / count;
    if (last >= 0 && time - at[last]! <= HOLDS_MS) return bpm[last]!;
    return old?.[i] ?? MISSING;
  });
}
