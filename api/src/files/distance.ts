import { haversine } from '@waymark/units';
import type { Motion } from './motion.ts';
import { MISSING, type Streams } from './types.ts';

/**
 * Makes `distance` a column without holes that starts at 0 and never falls. The device's own count wins;
 * without one it is the sum of great-circle steps between positions, else speed times recording time.
 * Nothing is added while the timer stands still, and no step may be faster than the sport allows.
 */
export function completeDistance(streams: Streams, motion: Motion): void {
  const { columns, n } = streams;
  const steps = columns.distance
    ? deviceSteps(columns.distance, columns.time!, motion)
    : columns.lat
      ? positionSteps(columns.lat, columns.lng!, columns.timer!)
      : columns.speed
        ? speedSteps(columns.speed, columns.timer!)
        : null;
  delete columns.distance;
  if (!steps) return;
  const distance = new Int32Array(n);
  let sum = 0;
  for (let i = 1; i < n; i++) {
    sum += steps[i]!;
    distance[i] = Math.min(2147483647, Math.round(sum));
  }
  // A trainer or a barbell that reports 0 all the time reports nothing.
  if (sum >= 100) columns.distance = distance;
  else delete columns.speed;
}

function deviceSteps(distance: Int32Array, time: Int32Array, motion: Motion): Float64Array {
  const steps = new Float64Array(distance.length);
  let last = MISSING;
  let lastAt = 0;
  for (let i = 0; i < distance.length; i++) {
    const value = distance[i]!;
    if (value === MISSING) continue;
    if (last === MISSING) {
      // The first sample may already be some metres along, but a counter from elsewhere is no distance.
      if (value > 0 && value < 10_000 && i > 0) steps[i] = value;
    } else if (value > last) {
      // Some devices count in bursts (25 m at a pool's end), so the cap leaves a lap's worth of room.
      const most = ((time[i]! - lastAt) / 1000) * motion.fastest * 100 + 10_000;
      if (value - last <= most) steps[i] = value - last;
    }
    last = value;
    lastAt = time[i]!;
  }
  return steps;
}

function positionSteps(lat: Int32Array, lng: Int32Array, timer: Int32Array): Float64Array {
  const steps = new Float64Array(lat.length);
  let good = -1;
  for (let i = 0; i < lat.length; i++) {
    if (lat[i] === MISSING) continue;
    if (good >= 0 && timer[i]! > timer[good]!) {
      steps[i] = 100 * haversine(lat[good]! / 1e7, lng[good]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
    }
    good = i;
  }
  return steps;
}

function speedSteps(speed: Int32Array, timer: Int32Array): Float64Array {
  const steps = new Float64Array(speed.length);
  for (let i = 1; i < speed.length; i++) {
    if (speed[i] !== MISSING) steps[i] = (speed[i]! * (timer[i]! - timer[i - 1]!)) / 10_000;
  }
  return steps;
}
