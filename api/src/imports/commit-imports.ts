import { sql } from 'kysely';
import type { Told } from './archives/archive-metadata.ts';
import type { ReadWorkout } from '../recordings/model/parsed-workout.ts';
import type { Context } from '../kernel/server/context.ts';
import { groupOfActivity, nameOfActivity } from '../workout-store/activity-names.ts';
import { withMemberLock } from '../kernel/member-lock.ts';
import { loadMember, type Member } from '../workout-store/member.ts';
import type { Trx } from '../kernel/database/tables.ts';
import { type StoredRecording, storeParsedWorkouts } from '../workouts/store-recording.ts';
import { alikeAmong, findNear, type KnownWorkout, spanOf } from './duplicates.ts';
import { findArchiveMetadata, setGear } from './match-archive-metadata.ts';
import { dropBytes } from './release-archives.ts';
import { handOver, replaceBy } from './replace-workouts.ts';
import type { ImportRow, ReadImport } from './import-rows.ts';
import type { Choice } from './tables.ts';
import { renamed } from './summary-only-workout.ts';

/** What became of a file. */
interface Outcome {
  read: ReadImport;
  told: Told | null;
  /** Workouts that wait for the member's choice, with those they resemble. */
  waiting: { workout: ReadWorkout; alike: number[] }[];
  state: 'duplicate' | 'ready' | 'skipped';
  isTooShort: boolean;
}

/**
 * Stores what some files of a member hold and ends their turns, in one transaction: killed before the commit nothing
 * has happened, killed after it the state of each file says so and a second reading does nothing. Files count in the
 * order given: one that resembles a file before it is its duplicate.
 */
export async function commitImports(
  context: Context,
  userId: number,
  reads: readonly ReadImport[],
): Promise<void> {
  const outcomes = await withMemberLock(context.db, userId, async (trx) => {
    const choices = await lockClaims(trx, userId, reads);
    const claimed = reads.filter(({ row }) => choices.has(row.id));
    if (claimed.length === 0) return [];
    const commit = await beginCommit(context, trx, userId, claimed);
    const all: Outcome[] = [];
    for (const read of claimed) all.push(await decide(commit, read, choices.get(read.row.id)!.choice));
    await storePending(commit);
    await saveOutcomes(trx, userId, all, commit.now);
    return all;
  });
  const skipped = outcomes.filter(({ state }) => state === 'skipped');
  await dropBytes(
    context,
    skipped.map(({ read }) => read.row),
  );
}

/** What the decisions of one transaction have in common. */
interface Commit {
  context: Context;
  trx: Trx;
  userId: number;
  now: Date;
  member: Member;
  /** Workouts that others may resemble; those of files before are added. */
  known: KnownWorkout[];
  /** Places in each file whose workouts an earlier turn stored, deleted ones included: they do not come back. */
  stored: Map<number, Set<number | null>>;
  toldByFile: Map<number, Told | null>;
  /** Decided and not yet inserted. */
  pending: { recording: StoredRecording & { origin: { id: number } }; gear: string | null }[];
}

async function beginCommit(
  context: Context,
  trx: Trx,
  userId: number,
  reads: readonly ReadImport[],
): Promise<Commit> {
  const found = reads.flatMap(({ row, workouts }) =>
    workouts.map((workout) => ({ workout, contentHash: row.content_hash })),
  );
  return {
    context,
    trx,
    userId,
    now: context.now(),
    member: await loadMember(trx, userId),
    known: await findNear(trx, userId, found),
    stored: await storedBefore(trx, userId, reads),
    toldByFile: await findArchiveMetadata(trx, userId, reads),
    pending: [],
  };
}

async function decide(commit: Commit, read: ReadImport, choice: Choice | null): Promise<Outcome> {
  const { row, workouts } = read;
  const stored = commit.stored.get(row.id) ?? new Set();
  const told = commit.toldByFile.get(row.id) ?? null;
  const waiting: Outcome['waiting'] = [];
  let isTooShort = false;
  for (const [index, workoutRead] of workouts.entries()) {
    if (stored.has(index)) continue;
    const workout = renamed(workoutRead, told);
    const alike = alikeNow(commit, { ...row, choice }, workout, index);
    const isAsked = alike.length > 0 || isVeryShort(workout);
    if (isAsked && choice === 'skip') {
      if (alike.length === 0) isTooShort = true;
      continue;
    }
    if (isAsked && choice === null) {
      waiting.push({ workout, alike });
      continue;
    }
    stored.add(index);
    await storeAt(commit, row, { workout, index, told, replaced: alike });
  }
  const state = waiting.length > 0 ? 'duplicate' : stored.size > 0 ? 'ready' : 'skipped';
  return { read, told, waiting, state, isTooShort };
}

/** Has one workout of a file stored, in place of those it replaces. */
async function storeAt(
  commit: Commit,
  row: ImportRow,
  {
    workout,
    index,
    told,
    replaced,
  }: { workout: ReadWorkout; index: number; told: Told | null; replaced: readonly number[] },
): Promise<void> {
  const { context, trx, userId, now, member } = commit;
  if (replaced.length > 0) await storePending(commit);
  const taken = replaced.length > 0 ? await replaceBy(context, trx, userId, replaced, workout) : null;
  const id = context.newId();
  const stored = taken?.workout ?? workout;
  commit.pending.push({
    gear: told?.gear ?? null,
    recording: {
      workout: stored,
      origin: {
        id,
        source: told?.figures ? 'manual' : 'file',
        privacy: member.workoutPrivacy,
        ...taken?.origin,
        now,
        member,
        newId: () => context.newId(),
        ...(!told?.figures && { fileName: row.file_name }),
        ...(row.content_hash !== null && { contentHash: row.content_hash }),
        importId: row.id,
        importIndex: index,
      },
    },
  });
  commit.known = commit.known.filter((other) => !replaced.includes(other.id));
  commit.known.push({
    ...spanOf(stored),
    id,
    importId: row.id,
    importIndex: index,
    contentHash: row.content_hash,
  });
  if (!taken) return;
  await storePending(commit);
  await handOver(trx, userId, taken, id);
}

/** Inserts what was decided so far, together. */
async function storePending(commit: Commit): Promise<void> {
  const { context, trx, userId, pending } = commit;
  commit.pending = [];
  await storeParsedWorkouts(
    context,
    trx,
    userId,
    pending.map(({ recording }) => recording),
  );
  for (const { recording, gear } of pending) {
    const { workout, origin } = recording;
    if (gear !== null) await setGear(context, trx, userId, origin.id, workout.activityTypeId, gear);
  }
}

/** In one statement for all files. */
async function saveOutcomes(
  trx: Trx,
  userId: number,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const lines = outcomes.map(({ read: { row, workouts }, told, waiting, state, isTooShort }) => ({
    id: row.id,
    state,
    hash: row.content_hash,
    too_short: state === 'skipped' && isTooShort,
    told,
    warnings: [...new Set(workouts.flatMap((workout) => workout.warnings))],
    alike: [...new Set(waiting.flatMap(({ alike }) => alike))],
    preview: waiting[0] ? previewOf(waiting[0].workout) : null,
  }));
  // The original of a workout is taken out of its archive when that is released.
  await sql`
    update file_imports f
    set state = line.state, progress = 1, content_hash = line.hash,
      problem_code = case when line.too_short then ${TOO_SHORT.code} else f.problem_code end,
      problem_message = case when line.too_short then ${TOO_SHORT.message} else f.problem_message end,
      told = nullif(line.told, 'null'), warnings = line.warnings, duplicate_ids = line.alike,
      preview = nullif(line.preview, 'null'), updated_at = ${now},
      storage_key = case line.state when 'skipped' then null else f.storage_key end,
      entry = case line.state when 'skipped' then null else f.entry end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) line (
      id bigint, state text, hash text, too_short boolean, told jsonb, warnings jsonb, alike jsonb, preview jsonb
    )
    where f.user_id = ${userId} and f.id = line.id`.execute(trx);
}

/** So short a recording was most likely begun by mistake: the member is asked. Seconds. */
const VERY_SHORT = 3;

const isVeryShort = ({ summary }: ReadWorkout): boolean => summary.elapsed <= VERY_SHORT;

const TOO_SHORT = {
  code: 'too_short',
  message: `Not imported: it lasts ${VERY_SHORT} seconds or less.`,
};

const idsOf = (reads: readonly ReadImport[]): number[] => reads.map(({ row }) => row.id);

/** Locks the files that are still this reader's, with what the member has chosen by now. */
async function lockClaims(
  trx: Trx,
  userId: number,
  reads: readonly ReadImport[],
): Promise<Map<number, { choice: Choice | null }>> {
  const rows = await trx
    .selectFrom('file_imports')
    .select(['id', 'state', 'turn', 'choice'])
    .where('user_id', '=', userId)
    .where('id', '=', sql<number>`any(${idsOf(reads)}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const turns = new Map(reads.map(({ row }) => [row.id, row.turn]));
  return new Map(
    rows
      .filter(({ id, state, turn }) => state === 'reading' && turn === turns.get(id))
      .map(({ id, choice }) => [id, { choice }]),
  );
}

async function storedBefore(
  trx: Trx,
  userId: number,
  reads: readonly ReadImport[],
): Promise<Map<number, Set<number | null>>> {
  const rows = await trx
    .selectFrom('workouts')
    .select(['import_id', 'import_index'])
    .where('user_id', '=', userId)
    .where('import_id', '=', sql<number>`any(${idsOf(reads)}::bigint[])`)
    .execute();
  const stored = new Map(reads.map(({ row }) => [row.id, new Set<number | null>()]));
  for (const { import_id, import_index } of rows) stored.get(import_id!)!.add(import_index);
  return stored;
}

/** The workouts that stand in the way: none to keep both, and to replace only those the member was shown, if any were. */
function alikeNow({ known }: Commit, row: ImportRow, workout: ReadWorkout, index: number): number[] {
  if (row.choice === 'keep_both') return [];
  const alike = alikeAmong(known, {
    importId: row.id,
    importIndex: index,
    contentHash: row.content_hash,
    workout,
  });
  const shown = row.choice === 'replace' && row.duplicate_ids.length > 0;
  return shown ? alike.filter((id) => row.duplicate_ids.includes(id)) : alike;
}

const previewOf = (workout: ReadWorkout) => ({
  name: workout.name ?? nameOfActivity(workout.activityTypeId),
  activity_type_id: workout.activityTypeId,
  activity_group: groupOfActivity(workout.activityTypeId),
  start_datetime: workout.start.toISOString(),
  distance: workout.summary.distance,
  duration: workout.summary.active,
});
