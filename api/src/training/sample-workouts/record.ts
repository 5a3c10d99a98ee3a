import { newRecording, NO_LAP, type Recording } from '../../recordings/model/recording.ts';
import type { FileSport } from '../../recordings/model/parsed-workout.ts';
import { chance } from './chance.ts';
import type { Course } from './course.ts';

/** A workout as an athlete would tell it; `record` makes of it what a watch would have written. */
export interface Plan {
  name: string;
  notes: string;
  sport: FileSport;
  device: string;
  daysAgo: number;
  /** Hour of the day, UTC. */
  hour: number;
  minutes: number;
  /** Seconds between two samples. */
  every: number;
  course: Course | null;
  /** Metres of the small ups and downs of the ground; 0 on water. */
  bumps: number;
  /** m/s at effort 1; 0 where one stays in place. */
  speed: number;
  /** Effort (about 0.5 to 1.3) at a second of the workout. */
  effort(second: number): number;
  /** Heart rate at rest and at effort 1. */
  heart: readonly [easy: number, hard: number];
  /** Steps, turns or strokes a minute at effort 1. */
  cadence: number | null;
  /** Watts at effort 1. */
  power: number | null;
  /** Metres, or null for one lap. */
  lapEvery: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A heart follows the effort within about this time. */
const HEART_SECONDS = 45;
/** How strongly a slope slows down: 10% uphill costs about a third of the speed. */
const SLOPE = 3.5;
const LOOK_AHEAD = 40;

/** The recording of a plan, so many days before `now` and always in the past. */
export function record(plan: Plan, now: Date, seed: number): Recording {
  const recording = newRecording(plan.sport);
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const start = midnight - plan.daysAgo * DAY_MS + plan.hour * HOUR_MS;
  recording.name = plan.name;
  recording.notes = plan.notes;
  recording.device = plan.device;
  const random = chance(seed);
  const wobble = wobbling(random);
  let meters = 0;
  let heart: number = plan.heart[0];
  let nextLap = 0;
  for (let second = 0; second <= plan.minutes * 60; second += plan.every) {
    const effort = plan.effort(second) + wobble() * 0.03;
    const at = start + second * 1000;
    const slope = plan.course ? slopeAt(plan.course, meters) : 0;
    const speed = plan.speed * effort * Math.min(1.4, Math.max(0.45, 1 - SLOPE * slope));
    heart +=
      ((plan.heart[0] + (plan.heart[1] - plan.heart[0]) * effort - heart) * plan.every) / HEART_SECONDS;
    if (plan.lapEvery !== null && meters >= nextLap) {
      recording.laps.push({ ...NO_LAP, start: at });
      nextLap += plan.lapEvery;
    }
    const { samples } = recording;
    samples.add(at);
    samples.set('heartrate', heart + random());
    if (plan.course) {
      const place = plan.course.at(meters);
      samples.set('lat', (place.lat + wobble() * 8e-6) * 1e7);
      samples.set('lng', (place.lng + wobble() * 8e-6) * 1e7);
      samples.set('altitude', (place.altitude + plan.bumps * Math.sin(meters / 260)) * 100);
    }
    if (plan.speed > 0) samples.set('distance', meters * 100);
    if (plan.cadence !== null) samples.set('cadence', plan.cadence * (0.85 + 0.15 * effort) + random() * 2);
    if (plan.power !== null) samples.set('power', plan.power * (effort + 2 * slope) + (random() - 0.5) * 30);
    meters += speed * plan.every;
  }
  return recording;
}

const slopeAt = (course: Course, meters: number): number =>
  (course.at(meters + LOOK_AHEAD).altitude - course.at(meters).altitude) / LOOK_AHEAD;

/** A value between about -1 and 1 that drifts rather than jumps, as a hand, a pace or a satellite does. */
function wobbling(random: () => number): () => number {
  let value = 0;
  return () => (value = value * 0.92 + (random() - 0.5) * 0.4);
}
