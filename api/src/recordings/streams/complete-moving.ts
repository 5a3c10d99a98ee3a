import type { Motion } from './motion.ts';
import type { RecordedLength } from '../model/recording.ts';
import { MISSING, type Streams } from '../model/parsed-workout.ts';

/** Each way, in ms: what a speed computed from distance looks at. */
const WINDOW = 5000;
/** Over a longer step than this, in ms, the speed of one moment says nothing. */
const LONG_STEP = 10_000;

/**
 * Speed where the device gave none: distance covered from 5 s before to 5 s after a sample (one sample
 * each way at least), by recording time. What is faster than the sport allows is left out.
 */
export function completeSpeed(streams: Streams, motion: Motion): void {
  const { n, columns } = streams;
  const { time, timer, distance } = columns;
  if (columns.speed || !distance || n < 2) return;
  const speed = new Int32Array(n);
  let from = 0;
  let to = 0;
  for (let i = 0; i < n; i++) {
    while (from < i - 1 && time![from]! < time![i]! - WINDOW) from++;
    if (to < i + 1) to = Math.min(n - 1, i + 1);
    while (to + 1 < n && time![to + 1]! <= time![i]! + WINDOW) to++;
    const took = timer![to]! - timer![from]!;
    const value = took > 0 ? ((distance[to]! - distance[from]!) * 10_000) / took : 0;
    speed[i] = value <= motion.fastest * 1000 ? Math.round(value) : MISSING;
  }
  columns.speed = speed;
}

/**
 * Which steps count as moving. A step counts when the timer runs and the speed at its end, or over it when
 * it is longer than 10 s, reaches the sport's threshold: run 1.5 km/h, ride 4 km/h, all else 0.3 m/s.
 * Without distance and speed all recording time counts; in a pool, the lengths active.
 */
export function completeMoving(
  streams: Streams,
  motion: Motion,
  lengths: readonly RecordedLength[],
  start: number,
): void {
  const { n, columns } = streams;
  const { time, timer, distance, speed } = columns;
  const moving = new Int32Array(n);
  const active = lengths.filter((length) => length.isActive || length.isDrill);
  let length = 0;
  for (let i = 1; i < n; i++) {
    const ran = timer![i]! - timer![i - 1]!;
    if (ran === 0) continue;
    if (active.length > 0) {
      const middle = start + (time![i]! + time![i - 1]!) / 2;
      while (length < active.length - 1 && active[length]!.to <= middle) length++;
      moving[i] = middle >= active[length]!.from && middle < active[length]!.to ? 1 : 0;
      continue;
    }
    if (!distance && !speed) moving[i] = 1;
    else if (speed && speed[i] !== MISSING && ran <= LONG_STEP) {
      moving[i] = speed[i]! >= motion.movingAbove * 1000 ? 1 : 0;
    } else if (distance) {
      moving[i] = ((distance[i]! - distance[i - 1]!) * 10) / ran >= motion.movingAbove ? 1 : 0;
    }
  }
  if (n > 1) moving[0] = moving[1]!;
  columns.moving = moving;
}
