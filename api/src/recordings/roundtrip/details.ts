import { activityType } from '@waymark/activities/catalogue';
import { type SwimLength, SwimStroke, WrittenFields } from '@waymark/api-contract';
import { z } from 'zod';
import type { RecordedLap, RecordedTotals } from '../model/recording.ts';
import type { RoundTripParts } from '../model/round-trip-parts.ts';

const MONTH = 31 * 24 * 3600;
const seconds = z.number().min(0).max(MONTH);
const some = (most: number) => z.number().min(0).max(most).nullable();
const metres = some(2e7);
const beats = some(300);
const watts = some(5000);

const figures = {
  distance: metres,
  ascent: metres,
  descent: metres,
  heartrateAvg: beats,
  heartrateMax: beats,
  cadenceAvg: some(600),
  powerAvg: watts,
  speedMax: some(500),
};

const Totals = z.object({
  ...figures,
  elapsed: seconds,
  timer: seconds,
  active: seconds,
  energy: some(1e9),
  steps: some(1e7),
  cadenceMax: some(600),
  powerMax: watts,
}) satisfies z.ZodType<RecordedTotals>;

const Lap = z.object({
  ...figures,
  start: z.number(),
  elapsed: seconds,
  active: seconds,
  speedAvg: some(500),
  trigger: z.string().max(40).nullable(),
}) satisfies z.ZodType<RecordedLap>;

const Length = z.object({
  start: z.number().min(-MONTH).max(MONTH),
  duration: seconds,
  strokes: z.number().int().min(0).max(10_000).nullable(),
  stroke: SwimStroke.nullable(),
}) satisfies z.ZodType<SwimLength>;

/** Figures of a summary-only workout that the totals do not include; null where they are unknown. */
const SummaryOnlyFigures = z.object({
  paused: some(MONTH),
  stopped: some(MONTH),
  speedAvg: z.number().min(0).nullable(),
  lowest: z.object({
    heartrate: beats,
    speed: z.number().min(0).nullable(),
    cadence: some(600),
    power: watts,
  }),
});

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Details of a workout in our own export. `start` in ms since 1970, durations in seconds. */
export const RoundTripDetails = z.object({
  version: z.literal(1),
  /** Number of its points in the file and their `fingerprint`: a file that was changed elsewhere is not restored. */
  points: z.number().int().min(0),
  fingerprint: z.number().int(),
  /** Legs that follow, of a workout of several sports. */
  legs: z.number().int().min(0).max(500),
  start: z
    .number()
    .int()
    .min(Date.UTC(1900, 0, 1))
    .max(Date.UTC(2100, 0, 1)),
  name: z.string().max(200),
  ...WrittenFields.partial().shape,
  device: z.string().max(200).nullable(),
  activityTypeId: z
    .number()
    .int()
    .refine((id) => activityType(id) !== undefined),
  timeZone: z.string().max(64).refine(isZone),
  totals: Totals,
  /** Under its name in files of version 1. */
  told: SummaryOnlyFigures.optional(),
  laps: z.array(Lap).max(20_000),
  /** Of a swim in a pool, and the metres of the pool. */
  lengths: z.array(Length).max(20_000).optional(),
  poolLength: z.number().positive().max(1000).nullable().optional(),
});
export type RoundTripDetails = z.infer<typeof RoundTripDetails>;

/** Null when the file has none, or none that is whole. */
export function parseRoundTripDetails(parts: RoundTripParts | null): RoundTripDetails | null {
  if (!parts || parts.details === '') return null;
  try {
    return RoundTripDetails.safeParse(JSON.parse(parts.details)).data ?? null;
  } catch {
    return null;
  }
}
