import {
  challengeCalls,
  type ContributionExclusion,
  type Workout,
  type WorkoutReview,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { countAction } from '../../members/friends/action-limits.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { checkModerator } from '../../members/security/moderators.ts';
import { isListedFor } from '../../members/visibility/relation.ts';
import { readContributions, recomputeForWorkout } from './follow-workouts.ts';
import { judge, type JudgedContribution } from './scoring.ts';
import type { WorkoutReviewTable } from './tables.ts';

const standingReasons = (
  judged: Pick<JudgedContribution, 'exclusion' | 'further_exclusions'> | undefined,
): ContributionExclusion[] => (judged?.exclusion ? [judged.exclusion, ...judged.further_exclusions] : []);

/** All reasons why a workout does not count: in challenges of the member first, then in goals, points and records. */
async function findExclusions(trx: Trx, userId: number, workoutId: number): Promise<ContributionExclusion[]> {
  const rows = await trx
    .selectFrom('challenge_contributions')
    .select('challenge_id')
    .where('user_id', '=', userId)
    .where('workout_id', '=', workoutId)
    .execute();
  const reasons = new Set<ContributionExclusion>();
  for (const { challenge_id } of rows) {
    const judged = judge(await readContributions(trx, [userId], [challenge_id]));
    for (const reason of standingReasons(judged.find(({ workout_id }) => workout_id === workoutId)))
      if (reason !== 'manual_entry') reasons.add(reason);
  }
  const excluded = await trx
    .selectFrom('excluded_workouts')
    .select(['exclusion', 'further_exclusions'])
    .where('user_id', '=', userId)
    .where('workout_id', '=', workoutId)
    .executeTakeFirst();
  for (const reason of standingReasons(excluded)) reasons.add(reason);
  return [...reasons];
}

export const explainHandler = route<typeof challengeCalls.explain>({
  call: challengeCalls.explain,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const { db, now } = context;
    const { userId } = caller!;
    await withMemberLock(db, userId, async (trx) => {
      const workout = await trx
        .selectFrom('workouts')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', params.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!workout) throw notFound('workout');
      const reasons = await findExclusions(trx, userId, params.id);
      const explained = body.exclusion ? reasons.filter((reason) => reason === body.exclusion) : reasons;
      if (explained.length === 0)
        throw conflict('not_excluded', 'This workout counts already, or cannot be explained.');
      await countAction(context, trx, userId, 'report');
      const added = await trx
        .insertInto('workout_reviews')
        .values(
          explained.map((exclusion) => ({
            user_id: userId,
            workout_id: params.id,
            exclusion,
            explanation: body.text,
            explained_at: now(),
            decision: null,
            note: '',
            decided_at: null,
          })),
        )
        .onConflict((on) =>
          on
            .columns(['user_id', 'workout_id', 'exclusion'])
            .doUpdateSet({ explanation: body.text })
            .where('workout_reviews.decision', 'is', null),
        )
        .returning('workout_id')
        .executeTakeFirst();
      if (!added) throw conflict('already_resolved', 'A moderator has decided this.');
    });
    return undefined;
  },
});

export async function findExclusion(
  { db }: Context,
  { userId, workoutId }: { userId: number; workoutId: number },
): Promise<Workout['exclusion']> {
  const found = await db
    .selectFrom('excluded_workouts as e')
    .leftJoin('workout_reviews as r', (on) =>
      on
        .onRef('r.user_id', '=', 'e.user_id')
        .onRef('r.workout_id', '=', 'e.workout_id')
        .onRef('r.exclusion', '=', 'e.exclusion'),
    )
    .select([
      'e.exclusion as reason',
      'e.further_exclusions',
      'r.exclusion',
      'r.decision',
      'r.explanation',
      'r.note',
    ])
    .where('e.user_id', '=', userId)
    .where('e.workout_id', '=', workoutId)
    .executeTakeFirst();
  if (!found) return null;
  const { reason, further_exclusions: further_reasons, exclusion, decision, explanation, note } = found;
  return {
    reason,
    further_reasons,
    review: exclusion && {
      exclusion,
      state: decision ?? 'open',
      explanation: explanation ?? '',
      note: note ?? '',
    },
  };
}

type Row = WorkoutReviewTable & {
  name: string;
  activity_type_id: number;
  distance_total: number | null;
  active_time_total: number | null;
  elapsed_time_total: number | null;
  ascent_total: number | null;
  display_name: string;
  username: string;
  other_exclusions: ContributionExclusion[];
};

/**
 * A moderator decides whether anybody can have done a workout: activity, distance, time and ascent are those of the whole
 * one, as they were judged, whoever may see it. Its name is for those who may see it anyway.
 */
const selectReviews = (moderatorId: number) => sql`
  select r.*, case when ${isListedFor(moderatorId, 'w.user_id', 'w.privacy')} then w.name else '' end as name,
    w.activity_type_id, w.distance_total, w.active_time_total, w.elapsed_time_total,
    w.ascent_total, users.display_name, users.username,
    case when e.exclusion is null then '{}'
      else array_remove(e.exclusion || e.further_exclusions, r.exclusion) end as other_exclusions
  from workout_reviews r
  left join excluded_workouts e on e.user_id = r.user_id and e.workout_id = r.workout_id
  join workouts w on w.user_id = r.user_id and w.id = r.workout_id and w.deleted_at is null
  join users on users.id = r.user_id`;

const presentReview = (row: Row): WorkoutReview => ({
  workout_id: row.workout_id,
  name: row.name,
  member: { id: row.user_id, display_name: row.display_name, username: row.username },
  activity_type_id: row.activity_type_id,
  distance: row.distance_total,
  duration: row.active_time_total ?? row.elapsed_time_total,
  ascent: row.ascent_total,
  exclusion: row.exclusion,
  other_exclusions: row.other_exclusions,
  state: row.decision ?? 'open',
  explanation: row.explanation,
  note: row.note,
  explained_datetime: row.explained_at.toISOString(),
});

/** The review of one reason; without one that which waits longest, else the latest of those that are decided. */
async function findReview(
  db: Db,
  { userId }: Caller,
  workoutId: number,
  exclusion: ContributionExclusion | undefined,
): Promise<Row> {
  const { rows } = await sql<Row>`
    ${selectReviews(userId)}
    where r.workout_id = ${workoutId} and ${exclusion === undefined ? sql`true` : sql`r.exclusion = ${exclusion}`}
    order by r.decided_at desc nulls first, r.explained_at limit 1`.execute(db);
  if (!rows[0]) throw notFound('workout');
  return rows[0];
}

export const reviewsHandler = route<typeof challengeCalls.reviews>({
  call: challengeCalls.reviews,
  access: 'member',
  async handler({ context, caller, query }) {
    await checkModerator(context, caller!);
    const { limit, after = 0 } = query;
    const inState = query.state === 'open' ? sql`r.decision is null` : sql`r.decision is not null`;
    const [{ rows }, { rows: counts }] = await Promise.all([
      sql<Row>`
        ${selectReviews(caller!.userId)} where ${inState} and r.workout_id > ${after}
        order by r.workout_id fetch first ${limit} rows with ties`.execute(context.db),
      sql<{
        n: number;
      }>`select count(*) as n from (${selectReviews(caller!.userId)} where ${inState}) as r`.execute(
        context.db,
      ),
    ]);
    return { _embedded: { reviews: rows.map(presentReview) }, total_count: counts[0]!.n };
  },
});

export const decideHandler = route<typeof challengeCalls.decide>({
  call: challengeCalls.decide,
  access: 'member',
  async handler({ context, caller, params, body }) {
    await checkModerator(context, caller!);
    const { db, now } = context;
    const { user_id: userId, exclusion } = await findReview(db, caller!, params.id, body.exclusion);
    if (userId === caller!.userId) throw notAllowed('Another moderator decides about your own workouts.');
    await withMemberLock(db, userId, async (trx) => {
      const decided = await trx
        .updateTable('workout_reviews')
        .set({ decision: body.decision, note: body.note, decided_at: now() })
        .where('user_id', '=', userId)
        .where('workout_id', '=', params.id)
        .where('exclusion', '=', exclusion)
        .where('decision', 'is', null)
        .returning('workout_id')
        .executeTakeFirst();
      if (!decided)
        throw conflict('already_resolved', 'Another moderator has decided this. Load the page again.');
      await recomputeForWorkout(context, trx, userId, params.id);
    });
    return presentReview(await findReview(db, caller!, params.id, exclusion));
  },
});
