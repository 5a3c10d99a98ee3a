import type { WorkoutEdit, WrittenFields } from '@waymark/api-contract';
import type { HeartRateLimits } from '@waymark/units';
import type { Insertable } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import { EMPTY_WRITTEN_FIELDS } from '../../../recordings/model/written-fields.ts';
import { dropLinkKeys } from '../../../members/share-links/store.ts';
import { takeInPhotos } from '../photos/move-photos.ts';
import { type IdempotentCall, runOnce } from '../../../kernel/idempotency/run-once.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { notFound } from '../../../kernel/server/errors.ts';
import { inheritRestrictions } from '../../privacy/restrictions.ts';
import { BY_LINK } from '../../../members/visibility/policy.ts';
import { announceChanges } from '../../workout-store/announce-changes.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import type { Member } from '../../workout-store/member.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import type { EditResult } from './compute-edit.ts';
import { refused } from './refusal.ts';
import type { WorkoutEditPartTable } from './tables.ts';
import { insertRecording, moveRecording, unlistRecording } from './recording-files.ts';
import { asValues, laterThan, limitsOf, recordedValues, type WorkoutValues } from './workout-values.ts';

/** An edit that has been worked out: what its workouts were when they were read, and what comes of them. */
export interface ComputedEdit {
  kind: WorkoutEdit['kind'];
  /** The first is changed; the others of a merge are used up. */
  before: WorkoutRow[];
  /** The first goes into the first workout; the others of a split are new. */
  made: EditResult[];
  /** What else changes in the first workout's row. */
  also?: WrittenFields & Pick<WorkoutRow, 'energy_estimated' | 'source' | 'privacy'>;
}

interface Change {
  trx: Trx;
  context: Context;
  member: Member;
  limits: (at: Date) => HeartRateLimits;
  editId: number;
  now: Date;
}

type Part = Omit<Insertable<WorkoutEditPartTable>, 'user_id' | 'edit_id'>;

/**
 * Makes the edit, in one transaction under the member lock: all of it or nothing, and once for each call.
 * @returns the edit's id and the workouts as they are now; none where an earlier call made the edit
 * @throws ApiProblem when one of the workouts is not what it was when the edit was worked out
 */
export function applyEdit(
  context: Context,
  member: Member,
  worked: ComputedEdit,
  idempotentCall: IdempotentCall | null,
): Promise<{ editId: number; again: boolean; rows: WorkoutRow[] }> {
  return withMemberLock(context.db, member.id, async (trx) => {
    let rows: WorkoutRow[] = [];
    const { id: editId, again } = await runOnce(trx, idempotentCall, context.newId(), async (newOne) => {
      const limits = await limitsOf(trx, member);
      rows = await changeWorkouts(
        { trx, context, member, limits, editId: newOne, now: context.now() },
        worked,
      );
    });
    return { editId, again, rows };
  });
}

async function changeWorkouts(change: Change, worked: ComputedEdit): Promise<WorkoutRow[]> {
  const { trx, context, member } = change;
  const [first, ...others] = await stillThere(trx, worked.before);
  const changed = await rewrite(change, first!, worked);
  const rows = [changed.row];
  const parts: Part[] = [changed.part];
  for (const [index, made] of worked.made.slice(1).entries()) {
    const row = await add(change, first!, made, index + 2);
    rows.push(row);
    parts.push({ workout_id: row.id, role: 'made', kept_id: null, left_at: row.updated_at });
  }
  for (const row of others) {
    parts.push(await markUsed(change, row));
    await takeInPhotos(trx, member.id, row.id, first!.id);
  }
  await announceChanges(context, trx, {
    userId: member.id,
    before: [first!, ...others],
    after: rows,
  });
  const restrictions = await inheritRestrictions(context, trx, member.id, {
    from: worked.before.map(({ id }) => id),
    to: rows.map(({ id }) => id),
  });
  changed.part.restrictions = restrictions.get(first!.id) ?? [];
  // Who has the link to one of the merged workouts was never given the others: the whole is to be shared anew.
  if (others.some(({ privacy }) => privacy === BY_LINK) && first!.privacy === BY_LINK)
    await dropLinkKeys(trx, 'workout', member.id, [first!.id]);
  await record(change, worked.kind, parts);
  return rows;
}

async function stillThere(trx: Trx, before: readonly WorkoutRow[]): Promise<WorkoutRow[]> {
  const rows: WorkoutRow[] = [];
  for (const { user_id, id, updated_at } of before) {
    const row = await trx
      .selectFrom('workouts')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound('workout');
    if (row.updated_at.getTime() !== updated_at.getTime()) throw refused('changed_meanwhile');
    rows.push(row);
  }
  return rows;
}

/** Puts what the workout was aside under a hidden id, and what is made of it in its place. */
async function rewrite(change: Change, row: WorkoutRow, { made, also }: ComputedEdit) {
  const { trx, context, member, limits, editId, now } = change;
  const keptId = context.newId();
  const aside: WorkoutValues = {
    ...asValues(row),
    id: keptId,
    // The upload stays with the workout that is shown.
    content_hash: null,
    import_id: null,
    import_index: null,
    deleted_at: now,
    edit_id: editId,
  };
  await trx.insertInto('workouts').values(aside).execute();
  await unlistRecording(trx, row.user_id, row.id);
  await moveRecording(trx, row.user_id, row.id, keptId);
  const after = await trx
    .updateTable('workouts')
    .set({
      ...also,
      ...recordedValues(made[0]!, { ...row, ...also }, member, limits),
      updated_at: laterThan(row, now),
    })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRecording(trx, after, made[0]!);
  const part: Part = { workout_id: row.id, role: 'changed', kept_id: keptId, left_at: after.updated_at };
  return { row: after, part };
}

const NAME_LENGTH = 200;

async function add(change: Change, from: WorkoutRow, made: EditResult, number: number): Promise<WorkoutRow> {
  const { trx, context, member, limits, now } = change;
  const mark = ` (${number})`;
  const row = await trx
    .insertInto('workouts')
    .values({
      ...recordedValues(made, from, member, limits),
      user_id: from.user_id,
      id: context.newId(),
      name: from.name.slice(0, NAME_LENGTH - mark.length) + mark,
      activity_type_id: from.activity_type_id,
      ...EMPTY_WRITTEN_FIELDS,
      time_zone: from.time_zone,
      privacy: from.privacy,
      source: from.source,
      leg_count: 0,
      device: from.device,
      gadgets: from.gadgets,
      file_name: from.file_name,
      gear_id: from.gear_id,
      route_id: from.route_id,
      warnings: '[]',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRecording(trx, row, made);
  return row;
}

async function markUsed({ trx, editId, now }: Change, row: WorkoutRow): Promise<Part> {
  await trx
    .updateTable('workouts')
    .set({ deleted_at: now, edit_id: editId })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .execute();
  return { workout_id: row.id, role: 'used', kept_id: null, left_at: row.updated_at };
}

async function record({ trx, member, editId, now }: Change, kind: WorkoutEdit['kind'], parts: Part[]) {
  await trx
    .insertInto('workout_edits')
    .values({ user_id: member.id, id: editId, kind, created_at: now })
    .execute();
  await trx
    .insertInto('workout_edit_parts')
    .values(parts.map((part) => ({ ...part, user_id: member.id, edit_id: editId })))
    .execute();
}
