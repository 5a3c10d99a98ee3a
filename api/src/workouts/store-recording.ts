import type { Aggregates, Privacy } from '@waymark/api-contract';
import type { Trx } from '../kernel/database/tables.ts';
import { encodeStreams } from '../files/codec.ts';
import { futureSentence, latestAt } from '../files/future.ts';
import { writtenFieldsOf } from '../files/written-fields.ts';
import type { EncodedColumn, ParsedWorkout, ReadWorkout } from '../files/types.ts';
import { type DefaultGear, defaultGear, gearFor } from './gear/gear-of-workout.ts';
import type { Publisher } from '../kernel/server/domain-events.ts';
import { ApiProblem } from '../kernel/server/errors.ts';
import { insertAnalysis } from '../stats/analysis-rows.ts';
import { limitsAt, computeLoad, zoneSetsOf } from '../stats/estimate-load.ts';
import { ANNOUNCED_COLUMNS, type AnnouncedRow, announceAdded } from '../workout-store/announce-changes.ts';
import type { Analysis } from '../files/analysis.ts';
import { figuresOf, lapsOf, tidy } from '../workout-store/recorded-figures.ts';
import { estimateEnergy, WEIGHT_ASSUMED } from '../workout-store/energy.ts';
import { localDay } from '../workout-store/local-day.ts';
import type { Member } from '../workout-store/member.ts';
import { nameOfActivity } from '../workout-store/activity-names.ts';
import type { Source } from '../workout-store/tables.ts';

/** Where a recording comes from and who may see it. */
export interface Origin {
  source: Source;
  privacy: Privacy;
  now: Date;
  /** Whose body an estimate of the energy goes by, where the device gives none. */
  member: Member;
  newId(): number;
  fileName?: string;
  contentHash?: string;
  /** The upload and the place in its file; the database takes each pair once. */
  importId?: number;
  importIndex?: number;
  /** What the whole was done with, where an archive says so; else each activity takes its own by itself. */
  gearId?: number | null;
}

const columnsOf = (workout: ReadWorkout | ParsedWorkout): EncodedColumn[] =>
  'encoded' in workout ? workout.encoded : encodeStreams(workout.streams);

/**
 * Stores a recording: the workout, its legs and its series, in the caller's transaction (under the member lock).
 * @returns the id of the workout, the parent's for a multi-sport file
 * @throws ApiProblem for one that is still to come, wherever its date is told
 */
export async function storeParsedWorkout(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  workout: ReadWorkout | ParsedWorkout,
  origin: Origin,
): Promise<number> {
  const start = workout.start.getTime();
  if (start > latestAt(origin.now.getTime())) throw new ApiProblem(422, 'in_future', futureSentence(start));
  // Nobody wore out shoes on a sample.
  const defaults: DefaultGear =
    origin.source === 'sample' || origin.gearId !== undefined ? new Map() : await defaultGear(trx, userId);
  const row = await insert(trx, userId, workout, { ...origin, defaults }, null);
  for (const [index, leg] of workout.legs.entries()) {
    await insert(trx, userId, leg, { ...origin, defaults }, { parentId: row.id, index });
  }
  await announceAdded(publisher, trx, row);
  return row.id;
}

/** A whole of several legs takes none by itself: its legs do, each its own. */
function gearOf(
  { activityTypeId, legs }: ReadWorkout | ParsedWorkout,
  { gearId, defaults }: { gearId?: number | null; defaults: DefaultGear },
  isLeg: boolean,
): number | null {
  if (!isLeg && gearId !== undefined) return gearId;
  return legs.length > 0 ? null : gearFor(defaults, activityTypeId);
}

/** The heart rate of a recording, once it is analysed; of a file without series the average that it states. */
async function loadIn(
  trx: Trx,
  userId: number,
  { start }: ReadWorkout | ParsedWorkout,
  analysis: Analysis | null,
  figures: Aggregates,
  member: Member,
): Promise<number | null> {
  if (figures.heartrate_avg === null || !analysis) return null;
  return computeLoad(figures, analysis.heartrate, limitsAt(member, await zoneSetsOf(trx, userId), start));
}

async function insert(
  trx: Trx,
  userId: number,
  workout: ReadWorkout | ParsedWorkout,
  origin: Origin & { defaults: DefaultGear },
  leg: { parentId: number; index: number } | null,
): Promise<AnnouncedRow> {
  const id = origin.newId();
  const columns = columnsOf(workout);
  const { energy, active, distance } = workout.summary;
  const figures = figuresOf(workout.summary);
  // Without one a recording is read in the background: see `queueAnalysis`.
  const analysis = 'analysis' in workout ? workout.analysis : null;
  const estimate =
    energy === null
      ? estimateEnergy(workout.activityTypeId, active, distance, origin.member, workout.start)
      : null;
  const warnings = estimate?.weightAssumed ? [...workout.warnings, WEIGHT_ASSUMED] : workout.warnings;
  const row = await trx
    .insertInto('workouts')
    .values({
      ...figures,
      metabolic_energy_total: tidy(energy ?? estimate?.energy),
      energy_estimated: estimate !== null,
      load: await loadIn(trx, userId, workout, analysis, figures, origin.member),
      user_id: userId,
      id,
      name: workout.name ?? nameOfActivity(workout.activityTypeId),
      ...writtenFieldsOf(workout),
      activity_type_id: workout.activityTypeId,
      gear_id: gearOf(workout, origin, leg !== null),
      start_at: workout.start,
      time_zone: workout.timeZone,
      local_day: localDay(workout.start, workout.timeZone),
      privacy: origin.privacy,
      source: origin.source,
      parent_id: leg?.parentId ?? null,
      leg_index: leg?.index ?? null,
      leg_count: workout.legs.length,
      has_time_series: columns.length > 0,
      polyline: workout.preview.polyline,
      bounds: workout.preview.bounds?.map((degrees) => Math.round(degrees * 1e5) / 1e5) ?? null,
      laps: JSON.stringify(lapsOf(workout)),
      lengths: JSON.stringify(workout.lengths ?? []),
      pool_length: workout.poolLength ?? null,
      warnings: JSON.stringify(warnings),
      device: workout.device,
      gadgets: workout.gadgets ?? [],
      file_name: origin.fileName ?? null,
      content_hash: leg ? null : (origin.contentHash ?? null),
      import_id: leg ? null : (origin.importId ?? null),
      import_index: leg ? null : (origin.importIndex ?? null),
      created_at: origin.now,
      updated_at: origin.now,
    })
    .returning(ANNOUNCED_COLUMNS)
    .executeTakeFirstOrThrow();
  if (analysis && columns.length > 0) await insertAnalysis(trx, row, analysis);
  await insertStreams(trx, userId, id, columns);
  return row;
}

/** Bytes of series that one statement may carry: it holds them twice in memory. */
const TOGETHER = 1 << 20;

/** One statement for the series of most workouts; one each for those of a very long one. */
async function insertStreams(
  trx: Trx,
  userId: number,
  workoutId: number,
  columns: readonly EncodedColumn[],
): Promise<void> {
  const rows = columns.map(({ kind, n, data }) => ({
    user_id: userId,
    workout_id: workoutId,
    kind,
    n,
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  }));
  const bytes = rows.reduce((sum, { data }) => sum + data.length, 0);
  if (rows.length === 0) return;
  if (bytes <= TOGETHER) await trx.insertInto('workout_streams').values(rows).execute();
  else for (const row of rows) await trx.insertInto('workout_streams').values(row).execute();
}
