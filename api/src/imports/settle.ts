import { sql } from 'kysely';
import type { Trx } from '../kernel/database/tables.ts';
import type { Told } from '../files/told.ts';
import type { ReadWorkout } from '../files/types.ts';
import { gearByName } from '../workouts/gear/gear-by-name.ts';
import type { Context } from '../kernel/server/context.ts';
import { withMemberLock } from '../kernel/member-lock.ts';
import { loadMember } from '../workout-store/member.ts';
import { groupOfActivity, nameOfActivity } from '../workout-store/activity-names.ts';
import { storeParsedWorkout } from '../workouts/store-recording.ts';
import { findAlike } from './alike.ts';
import { dropBytes } from './let-go.ts';
import { handOver, replaceBy } from './replace.ts';
import type { ImportRow } from './rows.ts';
import type { Choice } from './tables.ts';
import { renamed } from './told-workout.ts';

/**
 * Stores what a file holds and ends its turn, in one transaction: killed before the commit nothing has
 * happened, killed after it the file's state says so and a second reading does nothing.
 */
export async function settle(
  context: Context,
  row: ImportRow,
  workouts: readonly ReadWorkout[],
): Promise<void> {
  const member = await loadMember(context.db, row.user_id);
  const done = await withMemberLock(context.db, row.user_id, async (trx) => {
    const choice = await choiceNow(trx, row);
    if (choice === undefined) return null;
    const stored = await storedBefore(trx, row);
    const told = row.source_id === null || row.told ? row.told : await toldAt(trx, row, workouts);
    const waiting: { workout: ReadWorkout; alike: number[] }[] = [];
    const now = context.now();
    let tooShort = false;
    for (const [index, read] of workouts.entries()) {
      if (stored.has(index)) continue;
      const workout = renamed(read, told);
      const alike = await alikeNow(trx, { ...row, choice }, workout, index);
      const isAsked = alike.length > 0 || isVeryShort(workout);
      if (isAsked && choice === 'skip') {
        if (alike.length === 0) tooShort = true;
        continue;
      }
      if (isAsked && choice === null) {
        waiting.push({ workout, alike });
        continue;
      }
      const taken = alike.length > 0 ? await replaceBy(context, trx, row.user_id, alike, workout) : null;
      stored.add(index);
      const id = await storeParsedWorkout(context, trx, row.user_id, taken?.workout ?? workout, {
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
      });
      if (taken) await handOver(trx, row.user_id, taken, id);
      if (told?.gear) await setGear(context, trx, row.user_id, id, workout.activityTypeId, told.gear);
    }
    const [first] = waiting;
    const state = first ? 'duplicate' : stored.size > 0 ? 'ready' : 'skipped';
    await trx
      .updateTable('file_imports')
      .set({
        state,
        progress: 1,
        content_hash: row.content_hash,
        ...(state === 'skipped' && tooShort && TOO_SHORT),
        told: told && JSON.stringify(told),
        // The original of a workout is taken out of its archive when that is released.
        ...(state === 'skipped' && { storage_key: null, entry: null }),
        warnings: JSON.stringify([...new Set(workouts.flatMap((workout) => workout.warnings))]),
        duplicate_ids: JSON.stringify([...new Set(waiting.flatMap(({ alike }) => alike))]),
        preview: first ? JSON.stringify(previewOf(first.workout)) : null,
        updated_at: now,
      })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .execute();
    return state;
  });
  if (done === 'skipped') await dropBytes(context, [row]);
}

/** So short a recording was most likely begun by mistake: the member is asked. Seconds. */
const VERY_SHORT = 3;

const isVeryShort = ({ summary }: ReadWorkout): boolean => summary.elapsed <= VERY_SHORT;

const TOO_SHORT = {
  problem_code: 'too_short',
  problem_message: `Not imported: it lasts ${VERY_SHORT} seconds or less.`,
};

/** What the member has chosen by now; undefined when the file is no longer this reader's. */
async function choiceNow(trx: Trx, { user_id, id, turn }: ImportRow): Promise<Choice | null | undefined> {
  const current = await trx
    .selectFrom('file_imports')
    .select(['state', 'turn', 'choice'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return current?.state === 'reading' && current.turn === turn ? current.choice : undefined;
}

/** Clocks of a device and of the service it was sent to differ by a little. */
const SAME_START_MS = 5000;
/** So much, and an activity of the table is surely not one without a file. */
const NEAR = sql`interval '1 minute'`;

/**
 * What the export says of the activity that began at this moment, where files and tables share no name. The table's
 * activities that began with this file, or with a leg of it, are no longer without a file.
 */
async function toldAt(trx: Trx, row: ImportRow, workouts: readonly ReadWorkout[]): Promise<Told | null> {
  const starts = workouts.flatMap((workout) => [workout, ...workout.legs]).map(({ start }) => start);
  const found = await trx
    .updateTable('import_told')
    .set({ matched: true })
    .where('user_id', '=', row.user_id)
    .where('batch_id', '=', row.batch_id)
    .where((eb) =>
      eb.or(
        starts.map(
          (start) =>
            sql<boolean>`start_at between ${start}::timestamptz - ${NEAR} and ${start}::timestamptz + ${NEAR}`,
        ),
      ),
    )
    .returning(['told', 'start_at'])
    .execute();
  if (workouts.length !== 1) return null;
  const apart = (at: Date) => Math.abs(at.getTime() - workouts[0]!.start.getTime());
  const [nearest] = found.toSorted((a, b) => apart(a.start_at) - apart(b.start_at));
  if (!nearest || apart(nearest.start_at) > SAME_START_MS) return null;
  // The file has the figures.
  return { ...nearest.told, figures: null };
}

const KINDS: Readonly<Record<string, 'shoes' | 'bike'>> = {
  run: 'shoes',
  walk: 'shoes',
  hike: 'shoes',
  ride: 'bike',
};

async function setGear(
  { newId, now }: Context,
  trx: Trx,
  userId: number,
  workoutId: number,
  activityTypeId: number,
  name: string,
): Promise<void> {
  const kind = KINDS[groupOfActivity(activityTypeId)] ?? 'other';
  const gear = await gearByName(trx, userId, name, kind, { newId, now: now() });
  if (gear === null) return;
  await trx
    .updateTable('workouts')
    .set({ gear_id: gear })
    .where('user_id', '=', userId)
    .where('id', '=', workoutId)
    .execute();
}

/** Places in the file whose workouts an earlier turn stored, deleted ones included: they do not come back by themselves. */
async function storedBefore(trx: Trx, { user_id, id }: ImportRow): Promise<Set<number | null>> {
  const rows = await trx
    .selectFrom('workouts')
    .select('import_index')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .execute();
  return new Set(rows.map((row) => row.import_index));
}

/** The workouts that stand in the way: none to keep both, and to replace only those the member was shown, if any were. */
async function alikeNow(trx: Trx, row: ImportRow, workout: ReadWorkout, index: number): Promise<number[]> {
  if (row.choice === 'keep_both') return [];
  const alike = await findAlike(
    trx,
    { userId: row.user_id, importId: row.id, contentHash: row.content_hash, index },
    workout,
  );
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
