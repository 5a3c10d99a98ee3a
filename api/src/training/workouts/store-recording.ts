import type { Aggregates, Privacy } from '@waymark/api-contract';
import type { Insertable } from 'kysely';
import { encodeStreams } from '../../recordings/streams/codec.ts';
import {
  withoutHealthData,
  type Analysis,
  type EncodedColumn,
  type ParsedWorkout,
  type ReadWorkout,
} from '../../recordings/model/parsed-workout.ts';
import { futureSentence, latestPlausibleTime } from '../../recordings/streams/file-dates.ts';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import { type DefaultGear, defaultGear, gearFor } from './gear/gear-of-workout.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { insertAnalyses } from '../stats/analysis-rows.ts';
import { limitsAt, computeLoad, zoneSetsOf } from '../stats/estimate-load.ts';
import { ANNOUNCED_COLUMNS, type AnnouncedRow, announceChanges } from '../workout-store/announce-changes.ts';
import { figuresOf, tidy } from '../workout-store/recorded-figures.ts';
import { estimateEnergy, WEIGHT_ASSUMED } from '../workout-store/energy.ts';
import { localDay } from '../../kernel/local-day.ts';
import type { Member } from '../workout-store/member.ts';
import { nameOfActivity } from '../../recordings/activity-names.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Source, WorkoutTable } from '../workout-store/tables.ts';

/** Where a recording comes from and who may see it. */
export interface Origin {
  source: Source;
  privacy: Privacy;
  now: Date;
  /** Whose body an estimate of the energy goes by, where the device gives none. */
  member: Member;
  newId(): number;
  /** Of the workout, where the caller has taken one from `newId` already. */
  id?: number;
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

export interface StoredRecording {
  workout: ReadWorkout | ParsedWorkout;
  origin: Origin;
}

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
  const [id] = await storeParsedWorkouts(publisher, trx, userId, [{ workout, origin }]);
  return id!;
}

/**
 * The same for several recordings. Rows of one table share statements, and the workouts are announced together, so
 * that many small recordings cost a few statements each.
 * @param options.isDeferrable see `WorkoutsChange`
 * @returns the ids in the order of the recordings
 */
export async function storeParsedWorkouts(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  recordings: readonly StoredRecording[],
  { isDeferrable = false } = {},
): Promise<number[]> {
  for (const { workout, origin } of recordings) {
    const start = workout.start.getTime();
    if (start > latestPlausibleTime(origin.now.getTime()))
      throw new ApiProblem(422, 'in_future', futureSentence(start));
  }
  if (recordings.length === 0) return [];
  const owner = await loadOwner(trx, userId, recordings);
  const parts = recordings.flatMap((recording) => partsOf(userId, recording, owner));
  const rows: AnnouncedRow[] = [];
  for (const some of chunksOf(parts, ROWS_TOGETHER)) {
    rows.push(
      ...(await trx
        .insertInto('workouts')
        .values(some.map(({ row }) => row))
        .returning(ANNOUNCED_COLUMNS)
        .execute()),
    );
  }
  const rowById = new Map(rows.map((row) => [row.id, row]));
  await insertAnalyses(
    trx,
    parts.flatMap(({ row, analysis }) => (analysis ? [{ row: rowById.get(row.id)!, analysis }] : [])),
  );
  await insertStreams(trx, userId, parts);
  const ids = parts.flatMap(({ row }) => (row.parent_id === null ? [row.id] : []));
  const after = ids.map((id) => rowById.get(id)!);
  await announceChanges(publisher, trx, { userId, before: [], after, isDeferrable });
  return ids;
}

/** What figures of a new workout depend on besides its recording. */
interface Owner {
  zoneSets: Awaited<ReturnType<typeof zoneSetsOf>>;
  defaultGear: DefaultGear;
}

/** Nobody wore out shoes on a sample. */
const takesDefaultGear = ({ source, gearId }: Origin): boolean => source !== 'sample' && gearId === undefined;

async function loadOwner(trx: Trx, userId: number, recordings: readonly StoredRecording[]): Promise<Owner> {
  const needsGear = recordings.some(({ origin }) => takesDefaultGear(origin));
  const needsZones = recordings.some(({ workout }) =>
    [workout, ...workout.legs].some(
      (part) => (part.summary.heartrate?.avg ?? null) !== null && 'analysis' in part,
    ),
  );
  return {
    zoneSets: needsZones ? await zoneSetsOf(trx, userId) : [],
    defaultGear: needsGear ? await defaultGear(trx, userId) : new Map(),
  };
}

/** A whole of several legs takes none by itself: its legs do, each its own. */
function gearOf(
  { activityTypeId, legs }: ReadWorkout | ParsedWorkout,
  origin: Origin,
  { defaultGear: defaults }: Owner,
  isLeg: boolean,
): number | null {
  if (!isLeg && origin.gearId !== undefined) return origin.gearId;
  return legs.length > 0 || !takesDefaultGear(origin) ? null : gearFor(defaults, activityTypeId);
}

/** One row of the workouts, a workout's or a leg's, with what is stored beside it. */
interface Part {
  row: Insertable<WorkoutTable> & { id: number; parent_id: number | null };
  analysis: Analysis | null;
  columns: EncodedColumn[];
}

/** The heart rate of a recording, once it is analysed; of a file without series the average that it states. */
function loadIn(
  { start }: ReadWorkout | ParsedWorkout,
  analysis: Analysis | null,
  figures: Aggregates,
  member: Member,
  { zoneSets }: Owner,
): number | null {
  if (figures.heartrate_avg === null || !analysis) return null;
  return computeLoad(figures, analysis.heartrate, limitsAt(member, zoneSets, start));
}

function partsOf(userId: number, { workout: read, origin }: StoredRecording, owner: Owner): Part[] {
  const workout = origin.member.hidesHealthData ? withoutHealthData(read) : read;
  const whole = partOf(userId, workout, origin, owner, null);
  const legs = workout.legs.map((leg, index) =>
    partOf(userId, leg, origin, owner, { parentId: whole.row.id, index }),
  );
  return [whole, ...legs];
}

function partOf(
  userId: number,
  workout: ReadWorkout | ParsedWorkout,
  origin: Origin,
  owner: Owner,
  leg: { parentId: number; index: number } | null,
): Part {
  const id = (leg ? undefined : origin.id) ?? origin.newId();
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
  return {
    columns,
    analysis: columns.length > 0 ? analysis : null,
    row: {
      ...figures,
      metabolic_energy_total: tidy(energy ?? estimate?.energy),
      energy_estimated: estimate !== null,
      load: loadIn(workout, analysis, figures, origin.member, owner),
      user_id: userId,
      id,
      name: workout.name ?? nameOfActivity(workout.activityTypeId),
      ...writtenFieldsOf(workout),
      activity_type_id: workout.activityTypeId,
      gear_id: gearOf(workout, origin, owner, leg !== null),
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
      laps: JSON.stringify(workout.laps),
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
    },
  };
}

/** Rows of workouts that one statement carries: composing it holds up other calls. */
const ROWS_TOGETHER = 16;
/** Bytes of series that one statement may carry: it holds them twice in memory. */
const BYTES_TOGETHER = 1 << 20;

function* chunksOf<T>(values: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** Series share statements up to a size; one longer than that has its own. */
async function insertStreams(trx: Trx, userId: number, parts: readonly Part[]): Promise<void> {
  const rows = parts.flatMap(({ row, columns }) =>
    columns.map(({ kind, n, data }) => ({
      user_id: userId,
      workout_id: row.id,
      kind,
      n,
      data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    })),
  );
  let together: typeof rows = [];
  let bytes = 0;
  const insert = async () => {
    if (together.length > 0) await trx.insertInto('workout_streams').values(together).execute();
    together = [];
    bytes = 0;
  };
  for (const row of rows) {
    if (bytes + row.data.length > BYTES_TOGETHER) await insert();
    together.push(row);
    bytes += row.data.length;
  }
  await insert();
}
