import type { ChallengeKind } from '@waymark/api-contract';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Publisher, Subscriptions } from '../../kernel/server/domain-events.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { acquireMemberLock, withMemberLock } from '../../members/member-lock.ts';
import { recomputeSome } from '../../training/privacy/redaction/recompute-jobs.ts';
import {
  type AnnouncedRow,
  readLegs,
  selectWholeWorkouts,
} from '../../training/workout-store/announce-changes.ts';
import { addDays } from '../../kernel/local-day.ts';
import { changeAwardValues, giveCompletionAwards } from './awards.ts';
import { readAcceptedReasons, updateExclusions } from './excluded-workouts.ts';
import { endGroupsBetween, leaveGroups } from './group-members.ts';
import { endInvitations } from './invitations.ts';
import { endMembershipsBetween } from './memberships.ts';
import { leaveOwnChallenges, lockChallenge } from './remove-challenge.ts';
import { type BoardMove, moveOnBoards, shareBoards } from './board.ts';
import { computeContributions } from './compute-contributions.ts';
import { findBoardsStartingAt, removeBordersAt } from './board-upkeep.ts';
import {
  type ReviewedContribution,
  type ScoringRules,
  type Standing,
  standingOf,
  toValue,
} from './scoring.ts';
import type { ChallengeMemberTable, ChallengeTable } from './tables.ts';
import {
  addUncounted,
  canWait,
  findOverdueMembers,
  hasOverdue,
  takeUncounted,
} from './uncounted-workouts.ts';

const RULES = [
  'challenges.id',
  'challenges.kind',
  'challenges.activity_groups',
  'challenges.distance',
  'challenges.target',
  'challenges.title',
  'challenges.audience',
  'challenges.first_day',
  'challenges.last_day',
  'challenges.time_zone',
  'challenges.accepts_manual',
  'challenges.freeze_at',
] as const;

/** Between UTC+14 and UTC-12 the same moment has dates that are up to two days apart. */
const ZONE_DAYS = 2;

/** What a member takes part in, with what counts there. */
type Membership = ScoringRules &
  ChallengeMemberTable &
  Pick<ChallengeTable, 'id' | 'target' | 'title' | 'audience' | 'freeze_at'>;

/** Challenges that still count: of some, or all with a window that some days of any zone may be in. */
async function findMemberships(
  trx: Trx,
  userId: number,
  scope: { challengeIds: readonly number[] } | { firstDay: string; lastDay: string },
): Promise<Membership[]> {
  const found = trx
    .selectFrom('challenge_members')
    .innerJoin('challenges', 'challenges.id', 'challenge_members.challenge_id')
    .select(RULES)
    .selectAll('challenge_members')
    .where('challenge_members.user_id', '=', userId)
    .where('challenges.frozen_at', 'is', null);
  return 'challengeIds' in scope
    ? found.where('challenges.id', 'in', [...scope.challengeIds]).execute()
    : found
        .where('challenges.first_day', '<=', addDays(scope.lastDay, ZONE_DAYS))
        .where('challenges.last_day', '>=', addDays(scope.firstDay, -ZONE_DAYS))
        .execute();
}

/** Contributions of members to some challenges, with what a moderator accepted. */
export async function readContributions(
  db: Db,
  userIds: readonly number[],
  challengeIds: readonly number[],
): Promise<(ReviewedContribution & { user_id: number; challenge_id: number })[]> {
  const contributions = await db
    .selectFrom('challenge_contributions')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .where('challenge_id', 'in', [...challengeIds])
    .execute();
  const accepted = await readAcceptedReasons(db, userIds);
  return contributions.map((row) => Object.assign(row, { accepted: accepted.get(row.workout_id) ?? [] }));
}

/** A member's standing; whoever has no score has it since they joined. */
export function standingOfMember(
  {
    kind,
    counts_private,
    joined_at,
  }: Pick<ChallengeTable, 'kind'> & Pick<ChallengeMemberTable, 'counts_private' | 'joined_at'>,
  contributions: readonly ReviewedContribution[],
): Standing {
  const standing = standingOf(kind, contributions, counts_private);
  return standing.score > 0 ? standing : { ...standing, reached_at: joined_at };
}

/**
 * Computes a member's standing in some challenges from the contributions, and moves them on the boards.
 * @returns the memberships as they are now
 */
async function storeStandings(
  trx: Trx,
  userId: number,
  memberships: readonly Membership[],
): Promise<Membership[]> {
  const contributions = await readContributions(
    trx,
    [userId],
    memberships.map(({ id }) => id),
  );
  const byChallenge = Map.groupBy(contributions, ({ challenge_id }) => challenge_id);
  const moves: BoardMove[] = [];
  const recomputed: Membership[] = [];
  for (const membership of memberships) {
    const { id } = membership;
    const standing = standingOfMember(membership, byChallenge.get(id) ?? []);
    const { score, reached_at } = standing;
    await trx
      .updateTable('challenge_members')
      .set(standing)
      .where('user_id', '=', userId)
      .where('challenge_id', '=', id)
      .execute();
    if (score !== membership.score || reached_at.getTime() !== membership.reached_at.getTime())
      moves.push({ before: membership, after: { ...membership, score, reached_at } });
    recomputed.push({ ...membership, ...standing });
  }
  await moveOnBoards(trx, moves);
  return recomputed;
}

/** The same where results are not final: who reaches the target now gets the award. */
async function recomputeStandings(
  trx: Trx,
  userId: number,
  memberships: readonly Membership[],
  now: Date,
): Promise<void> {
  for (const membership of await storeStandings(trx, userId, memberships))
    await giveCompletionAwards(trx, userId, membership, now);
}

/** Stores what workouts count in challenges, in place of what some workouts counted before. */
async function replaceContributions(
  trx: Trx,
  userId: number,
  memberships: readonly Membership[],
  {
    ids,
    after,
    legs,
    now,
  }: { ids: readonly number[]; after: readonly AnnouncedRow[]; legs: readonly AnnouncedRow[]; now: Date },
): Promise<void> {
  const challengeIds = memberships.map(({ id }) => id);
  const rows = await computeContributions(trx, memberships, { workouts: after, legs }, now);
  await trx
    .deleteFrom('challenge_contributions')
    .where('user_id', '=', userId)
    .where('challenge_id', 'in', challengeIds)
    .where('workout_id', 'in', [...ids])
    .execute();
  for (let from = 0; from < rows.length; from += 1000)
    await trx
      .insertInto('challenge_contributions')
      .values(rows.slice(from, from + 1000))
      .execute();
}

/** Workouts of members, with their legs, that a window may count by the days of any zone. */
export async function readWorkouts(
  trx: Trx,
  userIds: readonly number[],
  { first_day, last_day }: Pick<ChallengeTable, 'first_day' | 'last_day'>,
): Promise<{ workouts: AnnouncedRow[]; legs: AnnouncedRow[] }> {
  const workouts = await selectWholeWorkouts(trx, userIds)
    .where('local_day', '>=', addDays(first_day, -ZONE_DAYS))
    .where('local_day', '<=', addDays(last_day, ZONE_DAYS))
    .execute();
  return { workouts, legs: await readLegs(trx, userIds, workouts) };
}

/** Counts the workouts of the windows anew, from the workouts themselves. Under the member lock and `shareBoards`. */
export async function recomputeFromWorkouts(
  trx: Trx,
  userId: number,
  challengeIds: readonly number[],
  now: Date,
): Promise<void> {
  const memberships = await findMemberships(trx, userId, { challengeIds });
  if (memberships.length === 0) return;
  const firstDays = memberships.map(({ first_day }) => first_day).toSorted();
  const lastDays = memberships.map(({ last_day }) => last_day).toSorted();
  const { workouts, legs } = await readWorkouts(trx, [userId], {
    first_day: firstDays[0]!,
    last_day: lastDays.at(-1)!,
  });
  await trx
    .deleteFrom('challenge_contributions')
    .where('user_id', '=', userId)
    .where(
      'challenge_id',
      'in',
      memberships.map(({ id }) => id),
    )
    .execute();
  await replaceContributions(trx, userId, memberships, { ids: [0], after: workouts, legs, now });
  await recomputeStandings(trx, userId, memberships, now);
}

/**
 * Final results change for one reason: the health data that they rest on was deleted. Workouts with a measured or typed
 * energy count as they did; those with an estimate count by the one that is left, and those that are gone no more. Awards
 * stay, with what is left of their value. Under the member lock.
 */
async function recountFinalEnergy(trx: Trx, userId: number, now: Date): Promise<void> {
  const memberships = await trx
    .selectFrom('challenge_members')
    .innerJoin('challenges', 'challenges.id', 'challenge_members.challenge_id')
    .select(RULES)
    .selectAll('challenge_members')
    .where('challenge_members.user_id', '=', userId)
    .where('challenges.kind', '=', 'energy')
    .where('challenges.frozen_at', 'is not', null)
    .execute();
  const challengeIds = memberships.map(({ id }) => id);
  if (challengeIds.length === 0) return;
  await shareBoards(trx, challengeIds);
  const counted = await readContributions(trx, [userId], challengeIds);
  const measured = await trx
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('energy_estimated', '=', false)
    .execute();
  const measuredIds = new Set(measured.map(({ id }) => id));
  for (const membership of memberships) {
    const ids = counted.flatMap(({ challenge_id, workout_id }) =>
      challenge_id === membership.id && !measuredIds.has(workout_id) ? [workout_id] : [],
    );
    if (ids.length === 0) continue;
    const after = await selectWholeWorkouts(trx, [userId]).where('id', 'in', ids).execute();
    const legs = await readLegs(trx, [userId], after);
    await replaceContributions(trx, userId, [membership], { ids, after, legs, now });
  }
  for (const { id, progress, score } of await storeStandings(trx, userId, memberships))
    await changeAwardValues(trx, userId, id, {
      completed: toValue('energy', progress),
      rank: toValue('energy', score),
    });
}

interface Change {
  userId: number;
  before: readonly AnnouncedRow[];
  after: readonly AnnouncedRow[];
  legs: readonly AnnouncedRow[];
}

/** Figures that a moderator looked at. */
const REVIEWED = [
  'activity_type_id',
  'start_at',
  'distance_total',
  'active_time_total',
  'elapsed_time_total',
  'ascent_total',
] as const;

/** What was accepted is not what the workout says now. */
async function dropOutdatedReviews(
  trx: Trx,
  userId: number,
  before: readonly AnnouncedRow[],
  after: readonly AnnouncedRow[],
): Promise<void> {
  const known = new Map(before.map((row) => [row.id, row]));
  const changed = after.filter((row) => {
    const old = known.get(row.id);
    return old && REVIEWED.some((figure) => old[figure]?.valueOf() !== row[figure]?.valueOf());
  });
  await dropReviews(
    trx,
    userId,
    changed.map(({ id }) => id),
  );
}

async function dropReviews(trx: Trx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('workout_reviews')
    .where('user_id', '=', userId)
    .where('workout_id', 'in', [...ids])
    .execute();
}

/** Computes anew whether a workout counts, and the standings that it counts in, after a decision about it. Under the member lock. */
export async function recomputeForWorkout(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  workoutId: number,
): Promise<void> {
  const now = publisher.now();
  const workouts = await selectWholeWorkouts(trx, [userId]).where('id', '=', workoutId).execute();
  await updateExclusions(publisher, trx, userId, { before: [], after: workouts });
  const rows = await trx
    .selectFrom('challenge_contributions')
    .select('challenge_id')
    .where('user_id', '=', userId)
    .where('workout_id', '=', workoutId)
    .execute();
  const challengeIds = rows.map(({ challenge_id }) => challenge_id);
  if (challengeIds.length === 0) return;
  await shareBoards(trx, challengeIds);
  const memberships = await findMemberships(trx, userId, { challengeIds });
  if (memberships.length > 0) await recomputeStandings(trx, userId, memberships, now);
}

/** Counts a member's workouts anew in all challenges that still count, or in those of a kind. */
async function recountAll(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  kind?: ChallengeKind,
): Promise<void> {
  await acquireMemberLock(trx, userId);
  const memberships = await trx
    .selectFrom('challenge_members')
    .innerJoin('challenges', 'challenges.id', 'challenge_members.challenge_id')
    .select('challenges.id')
    .where('challenge_members.user_id', '=', userId)
    .$if(kind !== undefined, (some) => some.where('challenges.kind', '=', kind!))
    .where('challenges.frozen_at', 'is', null)
    .execute();
  const challengeIds = memberships.map(({ id }) => id);
  if (challengeIds.length === 0) return;
  await shareBoards(trx, challengeIds);
  await recomputeFromWorkouts(trx, userId, challengeIds, publisher.now());
}

/** The days that some workouts are of; null without any. */
function daysOf(rows: readonly AnnouncedRow[]): { firstDay: string; lastDay: string } | null {
  const days = rows.map(({ local_day }) => local_day).toSorted();
  return days.length === 0 ? null : { firstDay: days[0]!, lastDay: days.at(-1)! };
}

/** Counts what changed, with whatever of the member is not counted yet. */
async function followWorkouts(publisher: Publisher, trx: Trx, change: Change): Promise<void> {
  const now = publisher.now();
  const { userId, before } = change;
  await dropOutdatedReviews(trx, userId, before, change.after);
  const uncounted = await takeUncounted(trx, userId);
  const after = [...new Map([...uncounted.workouts, ...change.after].map((row) => [row.id, row])).values()];
  const legs = [...new Map([...uncounted.legs, ...change.legs].map((leg) => [leg.id, leg])).values()];
  const rows = [...before, ...after];
  await updateExclusions(publisher, trx, userId, { before, after });
  const scope = daysOf(rows);
  if (!scope) return;
  const joined = await findMemberships(trx, userId, scope);
  if (joined.length === 0) return;
  await shareBoards(
    trx,
    joined.map(({ id }) => id),
  );
  // One may have been frozen while this waited.
  const memberships = await findMemberships(trx, userId, scope);
  if (memberships.length === 0) return;
  const ids = [...new Set([...uncounted.ids, ...rows.map(({ id }) => id)])];
  await replaceContributions(trx, userId, memberships, { ids, after, legs, now });
  await recomputeStandings(trx, userId, memberships, now);
}

/** Counts new workouts later, unless the results of a challenge that they may count in are about to be final. */
async function followImport(publisher: Publisher, trx: Trx, change: Change): Promise<void> {
  const now = publisher.now();
  const { userId, after } = change;
  const scope = daysOf(after);
  const memberships = scope ? await findMemberships(trx, userId, scope) : [];
  if (!memberships.every((membership) => canWait(membership, now)))
    return followWorkouts(publisher, trx, change);
  await updateExclusions(publisher, trx, userId, change);
  if (memberships.length > 0)
    await addUncounted(
      trx,
      userId,
      after.map(({ id }) => id),
      now,
    );
}

const countUncounted = (publisher: Publisher, trx: Trx, userId: number): Promise<void> =>
  followWorkouts(publisher, trx, { userId, before: [], after: [], legs: [] });

/** Counts the workouts that wait too long: of imports, and those of which it was not known what others see. What it does may be repeated. */
export async function countOverdue(context: Context): Promise<void> {
  const { db, now } = context;
  await sweepEach(context, await findOverdueMembers(db, now()), async (userId) => {
    await recomputeSome(context, userId).catch((error: unknown) =>
      context.log.error({ err: error, userId }, 'what others see of workouts was not worked out'),
    );
    await withMemberLock(db, userId, (trx) => countUncounted(context, trx, userId));
  });
}

/** Takes a member off every board, as their account is erased. */
async function forgetMember(publisher: Publisher, trx: Trx, userId: number): Promise<void> {
  await acquireMemberLock(trx, userId);
  for (const id of await findBoardsStartingAt(trx, userId)) {
    await lockChallenge(trx, id);
    await removeBordersAt(trx, id, userId);
  }
  const rows = await trx.selectFrom('challenge_members').selectAll().where('user_id', '=', userId).execute();
  await shareBoards(
    trx,
    rows.map(({ challenge_id }) => challenge_id),
  );
  await trx.deleteFrom('challenge_members').where('user_id', '=', userId).execute();
  await moveOnBoards(
    trx,
    rows.map((before) => ({ before, after: null })),
  );
  await trx.deleteFrom('challenge_invitations').where('invited_by', '=', userId).execute();
  await leaveGroups(trx, userId);
  await leaveOwnChallenges(publisher, trx, userId);
}

/** Counts a workout anew that is the same as before. */
async function recountWorkout(publisher: Publisher, trx: Trx, userId: number, id: number): Promise<void> {
  const workout = await selectWholeWorkouts(trx, [userId]).where('id', '=', id).executeTakeFirst();
  if (!workout) return;
  const legs = await readLegs(trx, [userId], [workout]);
  await followWorkouts(publisher, trx, { userId, before: [workout], after: [workout], legs });
}

/**
 * Challenges hold at every commit what the workouts say, as statistics do. Only the workouts of an import may be counted
 * later: once they are overdue, when anything else changes, and at the latest with the last file of the upload.
 */
export const challengeSubscriptions: Subscriptions = {
  async workoutsChanged(trx, { userId, before, after, legsAfter: legs, isDeferrable }, publisher) {
    const isImport = isDeferrable && before.length === 0;
    await (isImport ? followImport : followWorkouts)(publisher, trx, { userId, before, after, legs });
  },
  async importProgressed(trx, { userId, hasEnded }, publisher) {
    if (hasEnded || (await hasOverdue(trx, userId, publisher.now())))
      await countUncounted(publisher, trx, userId);
  },
  workoutLegChanged: (trx, { userId, leg }, publisher) =>
    recountWorkout(publisher, trx, userId, leg.parent_id!),
  recordingAnalysed: (trx, { userId, workoutId }, publisher) =>
    recountWorkout(publisher, trx, userId, workoutId),
  healthDataHidden: (trx, { userId }, publisher) => recountAll(publisher, trx, userId, 'energy'),
  healthDataDeleted: (trx, { userId }, publisher) => recountFinalEnergy(trx, userId, publisher.now()),
  privacyZonesChanged: (trx, { userId }, publisher) => recountAll(publisher, trx, userId),
  workoutsPurged: (trx, { userId, ids }) => dropReviews(trx, userId, ids),
  memberErased: (trx, { userId }, publisher) => forgetMember(publisher, trx, userId),
  async friendshipChanged(trx, { actorId, otherId, before, after }, publisher) {
    if (after !== 'active') await endInvitations(trx, actorId, otherId);
    if (before === 'active') await endMembershipsBetween(publisher, trx, actorId, otherId);
  },
  async memberBlocked(trx, { userId, blockedId }, publisher) {
    await endInvitations(trx, userId, blockedId);
    await endMembershipsBetween(publisher, trx, userId, blockedId);
    await endGroupsBetween(trx, userId, blockedId);
  },
};
