import { activityType } from '@waymark/activities/catalogue';
import {
  Aggregates,
  PlanGoal,
  PlanLevel,
  PlanSport,
  PrivacyZoneInput,
  SessionKind,
  STATUS_MAX,
} from '@waymark/api-contract';
import type { z } from 'zod';
import { firstIdAt } from '../../../kernel/database/ids.ts';
import { searchName } from '../../../maps/routes/search/search-words.ts';
import { isTimeZone, localDay } from '../../../kernel/local-day.ts';
import { START_SLACK_MS } from '../../../training/workouts/check-workout.ts';
import type { ArchiveRow } from './check-row.ts';
import { archiveInvalid } from './restore-problem.ts';

const NAME_MAX = 200;
/** Metres, seconds, joules and the like: more than any workout comes to, and nothing that totals suffer from. */
const FIGURE_MAX = 2e8;
const CLIMB_MAX_METERS = 100_000;
/** When something was done, which no archive knows of in advance. */
const PAST_TIMES = [
  'created_at',
  'updated_at',
  'edited_at',
  'deleted_at',
  'removed_at',
  'undone_at',
] as const;

/** Columns of text that are a choice among few. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  training_plans: { goal: PlanGoal, level: PlanLevel },
  started_plans: { goal: PlanGoal, level: PlanLevel },
  planned_sessions: { sport: PlanSport, kind: SessionKind },
};

const isBetween = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && value >= min && value <= max;
const isFigure = (value: unknown, max: number): boolean =>
  (value ?? null) === null || isBetween(value, 0, max);

function checkText(table: string, name: string, value: unknown, max: number): void {
  if (typeof value !== 'string' || value.length > max) throw archiveInvalid(`${table}.${name}`);
}

/** What follows from the points is measured once they are stored: see `restoreRoutes`. */
function deriveRoute(row: ArchiveRow): ArchiveRow {
  checkText('routes', 'name', row['name'], NAME_MAX);
  for (const name of ['ascent', 'descent'])
    if (!isFigure(row[name], CLIMB_MAX_METERS)) throw archiveInvalid(`routes.${name}`);
  return {
    ...row,
    search_name: searchName(row['name'] as string),
    distance: 0,
    start_lat: 0,
    start_lng: 0,
    cell: 0,
    polyline: '',
    bounds: [0, 0, 0, 0],
    locality: '',
    region: '',
    country: '',
    geoname_id: null,
  };
}

function deriveWorkout(row: ArchiveRow, now: Date): ArchiveRow {
  const { name, time_zone: timeZone, start_at, bounds } = row;
  checkText('workouts', 'name', name, NAME_MAX);
  if (typeof timeZone !== 'string' || timeZone.length > 64 || !isTimeZone(timeZone))
    throw archiveInvalid('workouts.time_zone');
  const startAt = new Date(String(start_at));
  if (!(startAt.getTime() <= now.getTime() + START_SLACK_MS)) throw archiveInvalid('workouts.start_at');
  for (const figure of Object.keys(Aggregates.shape))
    if (!isFigure(row[figure], FIGURE_MAX)) throw archiveInvalid(`workouts.${figure}`);
  const isBox =
    (bounds ?? null) === null ||
    (Array.isArray(bounds) && bounds.length === 4 && bounds.every((side) => isBetween(side, -540, 540)));
  if (!isBox) throw archiveInvalid('workouts.bounds');
  // Archives of earlier versions have previews without gaps.
  return { ...row, local_day: localDay(startAt, timeZone), preview_version: row['preview_version'] ?? 0 };
}

/** A place in the future would stay above everything that friends post. */
function deriveStory(row: ArchiveRow, now: Date): ArchiveRow {
  checkText('stories', 'text', row['text'], STATUS_MAX);
  if (row['object_id'] !== row['id']) throw archiveInvalid('stories.object_id');
  return { ...row, position: Math.min(Number(row['position']), firstIdAt(now.getTime())) };
}

function checkZone(row: ArchiveRow): ArchiveRow {
  const { error } = PrivacyZoneInput.safeParse(row);
  if (error) throw archiveInvalid(`privacy_zones.${error.issues[0]?.path.join('.') ?? ''}`);
  return row;
}

/**
 * Columns that others read are computed from the row and not taken from the archive, or refused where no form would
 * have let them in.
 * @throws RestoreProblem
 */
export function deriveColumns(table: string, row: ArchiveRow, now: Date): ArchiveRow {
  const activity = row['activity_type_id'];
  if (typeof activity === 'number' && !activityType(activity))
    throw archiveInvalid(`${table}.activity_type_id`);
  for (const [name, choice] of Object.entries(CHOICES[table] ?? {}))
    if (!choice.safeParse(row[name]).success) throw archiveInvalid(`${table}.${name}`);
  const derived = { ...row };
  for (const name of PAST_TIMES) {
    const time = row[name];
    if (typeof time === 'string' && Date.parse(time) > now.getTime()) derived[name] = now.toISOString();
  }
  if (table === 'routes') return deriveRoute(derived);
  if (table === 'workouts') return deriveWorkout(derived, now);
  if (table === 'privacy_zones') return checkZone(derived);
  return table === 'stories' ? deriveStory(derived, now) : derived;
}
