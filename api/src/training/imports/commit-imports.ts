import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ArchiveMetadata } from './archives/archive-metadata.ts';
import { isHealthDataIn, type ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import type { Context } from '../../kernel/server/context.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { loadMember, type Member } from '../workout-store/member.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { type StoredRecording, storeParsedWorkouts } from '../workouts/store-recording.ts';
import {
  findDuplicates,
  hasIdenticalFile,
  type ImportedWorkout,
  type KnownWorkout,
  loadDuplicateCandidates,
  spanOf,
} from './duplicates.ts';
import { matchArchiveMetadata, setGear } from './match-archive-metadata.ts';
import { announceProgress } from './claims.ts';
import { removeBytes } from './release-archives.ts';
import { transferAttachments, replaceWorkouts } from './replace-workouts.ts';
import type { ImportRow, ReadImport } from './import-rows.ts';
import type { Choice } from './tables.ts';
import { applyArchiveMetadata } from './summary-only-workout.ts';

/** What was decided for a file. */
interface Outcome {
  read: ReadImport;
  metadata: ArchiveMetadata | null;
  /** Workouts that wait for the member's choice, with their duplicates. */
  conflicts: { workout: ReadWorkout; alike: number[] }[];
  state: 'duplicate' | 'ready' | 'skipped';
  isTooShort: boolean;
  /** The file holds health data that its member has not consented to. */
  isFileDropped: boolean;
}

/**
 * Stores the workouts of some files of a member and ends their turns, in one transaction: killed before the commit
 * nothing has happened; killed after it the state of each file is final, and reading it again does nothing. A file that
 * is the same training as one before it in the list is its duplicate.
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
    for (const read of claimed) all.push(await decideImport(commit, read, choices.get(read.row.id)!.choice));
    await storePending(commit);
    await saveOutcomes(trx, userId, all, commit.now);
    await announceProgress(context, trx, rowsOf(claimed));
    return all;
  });
  const dropped = outcomes.filter(({ state, isFileDropped }) => state === 'skipped' || isFileDropped);
  await removeBytes(
    context,
    dropped.map(({ read }) => read.row),
  );
}

/** What the decisions of one transaction have in common. */
interface Commit {
  context: Context;
  trx: Trx;
  userId: number;
  now: Date;
  member: Member;
  /** Workouts that may be duplicates, including those of earlier files. */
  known: KnownWorkout[];
  /** Indexes in each file whose workouts an earlier turn stored, including deleted ones, which are not restored. */
  stored: Map<number, Set<number | null>>;
  metadataByFile: Map<number, ArchiveMetadata | null>;
  /** With known workouts, since other calls had their turn. */
  comparisons: number;
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
    known: await loadDuplicateCandidates(trx, userId, found),
    stored: await loadStoredIndexes(trx, userId, reads),
    metadataByFile: await matchArchiveMetadata(trx, userId, reads),
    comparisons: 0,
    pending: [],
  };
}

async function decideImport(commit: Commit, read: ReadImport, choice: Choice | null): Promise<Outcome> {
  const { row, workouts } = read;
  const isFileDropped = commit.member.hidesHealthData && workouts.some(isHealthDataIn);
  const stored = commit.stored.get(row.id) ?? new Set();
  const metadata = commit.metadataByFile.get(row.id) ?? null;
  const conflicts: Outcome['conflicts'] = [];
  let isTooShort = false;
  for (const [index, workoutRead] of workouts.entries()) {
    if (stored.has(index)) continue;
    await takeTurns(commit);
    const workout = applyArchiveMetadata(workoutRead, metadata);
    const isIdentical = hasIdenticalFile(commit.known, importedAt(row, workout, index));
    if (choice === null && isIdentical) continue;
    const alike = findConflicts(commit, { ...row, choice }, workout, index);
    const isAsked = alike.length > 0 || isVeryShort(workout);
    // A file that must not be kept cannot wait for an answer.
    if (isAsked && (choice === 'skip' || (choice === null && isFileDropped))) {
      if (alike.length === 0) isTooShort = true;
      continue;
    }
    if (isAsked && choice === null) {
      conflicts.push({ workout, alike });
      continue;
    }
    stored.add(index);
    await queueWorkout(commit, row, { workout, index, metadata, replaced: alike });
  }
  const state = conflicts.length > 0 ? 'duplicate' : stored.size > 0 ? 'ready' : 'skipped';
  return { read, metadata, conflicts, state, isTooShort, isFileDropped };
}

/** Comparisons after which other calls have their turn: files and known workouts may be thousands each. */
const COMPARISONS_AT_ONCE = 50_000;

async function takeTurns(commit: Commit): Promise<void> {
  commit.comparisons += commit.known.length;
  if (commit.comparisons < COMPARISONS_AT_ONCE) return;
  commit.comparisons = 0;
  await nextTurn();
}

/** Queues one workout of a file for storage, in place of those it replaces. */
async function queueWorkout(
  commit: Commit,
  row: ImportRow,
  {
    workout,
    index,
    metadata,
    replaced,
  }: { workout: ReadWorkout; index: number; metadata: ArchiveMetadata | null; replaced: readonly number[] },
): Promise<void> {
  const { context, trx, userId, now, member } = commit;
  if (replaced.length > 0) await storePending(commit);
  const taken = replaced.length > 0 ? await replaceWorkouts(context, trx, userId, replaced, workout) : null;
  const id = context.newId();
  const stored = taken?.workout ?? workout;
  commit.pending.push({
    gear: metadata?.gear ?? null,
    recording: {
      workout: stored,
      origin: {
        id,
        source: metadata?.figures ? 'manual' : 'file',
        privacy: member.workoutPrivacy,
        ...taken?.origin,
        now,
        member,
        newId: () => context.newId(),
        ...(!metadata?.figures && { fileName: row.file_name }),
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
  await transferAttachments(context, trx, userId, taken, id);
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
    { isDeferrable: true },
  );
  for (const { recording, gear } of pending) {
    const { workout, origin } = recording;
    if (gear !== null) await setGear(context, trx, userId, origin.id, workout.activityTypeId, gear);
  }
}

/** Sentences about one file that its upload shows; each workout keeps its own. */
const MAX_WARNINGS = 50;
const FILE_DROPPED =
  'The file itself was not kept: heart rate or weight can be in it, and you have not given your consent for health data.';

/** Saves all outcomes in one statement. */
async function saveOutcomes(
  trx: Trx,
  userId: number,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const rows = outcomes.map(({ read, metadata, conflicts, state, isTooShort, isFileDropped }) => ({
    id: read.row.id,
    state,
    hash: read.row.content_hash,
    dropped: state === 'skipped' || isFileDropped,
    too_short: state === 'skipped' && isTooShort,
    metadata,
    warnings: [
      ...(isFileDropped && read.row.storage_key !== null ? [FILE_DROPPED] : []),
      ...new Set(read.workouts.flatMap((workout) => workout.warnings)),
    ].slice(0, MAX_WARNINGS),
    alike: [...new Set(conflicts.flatMap(({ alike }) => alike))],
    preview: conflicts[0] ? previewOf(conflicts[0].workout) : null,
  }));
  // The original file of a workout is extracted when its archive is released.
  await sql`
    update file_imports f
    set state = outcome.state, progress = 1, content_hash = outcome.hash,
      problem_code = case when outcome.too_short then ${TOO_SHORT.code} else f.problem_code end,
      problem_message = case when outcome.too_short then ${TOO_SHORT.message} else f.problem_message end,
      told = nullif(outcome.metadata, 'null'), warnings = outcome.warnings, duplicate_ids = outcome.alike,
      preview = nullif(outcome.preview, 'null'), updated_at = ${now},
      storage_key = case when outcome.dropped then null else f.storage_key end,
      entry = case when outcome.dropped then null else f.entry end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) outcome (
      id bigint, state text, hash text, dropped boolean, too_short boolean, metadata jsonb, warnings jsonb, alike jsonb, preview jsonb
    )
    where f.user_id = ${userId} and f.id = outcome.id`.execute(trx);
}

/** A shorter recording was most likely started by mistake: the member is asked. */
const VERY_SHORT_SECONDS = 3;

const isVeryShort = ({ summary }: ReadWorkout): boolean => summary.elapsed <= VERY_SHORT_SECONDS;

const TOO_SHORT = {
  code: 'too_short',
  message: `Not imported: it lasts ${VERY_SHORT_SECONDS} seconds or less.`,
};

const rowsOf = (reads: readonly ReadImport[]): ImportRow[] => reads.map(({ row }) => row);
const idsOf = (reads: readonly ReadImport[]): number[] => rowsOf(reads).map(({ id }) => id);

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

async function loadStoredIndexes(
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

const importedAt = (row: ImportRow, workout: ReadWorkout, importIndex: number): ImportedWorkout => ({
  importId: row.id,
  importIndex,
  contentHash: row.content_hash,
  workout,
});

/** So many workouts that one resembles are shown to its member, and replaced. */
const MAX_ALIKE = 20;

/** Duplicates that need a decision: none to keep both, and to replace only those that the member has seen. */
function findConflicts({ known }: Commit, row: ImportRow, workout: ReadWorkout, index: number): number[] {
  if (row.choice === 'keep_both') return [];
  const alike = findDuplicates(known, importedAt(row, workout, index));
  const shown = row.choice === 'replace' && row.duplicate_ids.length > 0;
  if (!shown) return alike.slice(0, MAX_ALIKE);
  const seen = new Set(row.duplicate_ids);
  return alike.filter((id) => seen.has(id));
}

const previewOf = (workout: ReadWorkout) => ({
  name: workout.name ?? nameOfActivity(workout.activityTypeId),
  activity_type_id: workout.activityTypeId,
  activity_group: groupOfActivity(workout.activityTypeId),
  start_datetime: workout.start.toISOString(),
  distance: workout.summary.distance,
  duration: workout.summary.active,
});
