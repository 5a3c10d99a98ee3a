import { challengeCalls } from '@waymark/api-contract';
import { ageBucket, ageOn } from '@waymark/units';
import type { Trx } from '../../kernel/database/tables.ts';
import { lockContact } from '../../members/friends/rows.ts';
import { acquireMemberLock, withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notAllowed } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { moveOnBoards, shareBoards } from './board.ts';
import { type ChallengeRow, findToday, getChallenge } from './find-challenge.ts';
import { recomputeFromWorkouts } from './follow-workouts.ts';
import { challengeOver, checkOpen, findMembership, findOpen, leaveChallenge } from './memberships.ts';
import { readDetails } from './present-challenge.ts';
import type { ChallengeMemberTable, ChallengeTable } from './tables.ts';
import { stateOf } from './window.ts';
import { checkTeamChange, teamOnJoining } from './teams.ts';

/** Running challenges of one member: each is looked at when a workout is saved. */
const JOINED_MAX = 100;

interface Settings {
  counts_private?: boolean | undefined;
  is_shown?: boolean | undefined;
  is_classified?: boolean | undefined;
  team_id?: number | undefined;
}

type Classes = Pick<ChallengeMemberTable, 'country' | 'age_class'>;

async function readClasses(
  trx: Trx,
  userId: number,
  { first_day }: Pick<ChallengeTable, 'first_day'>,
): Promise<Classes> {
  const member = await trx
    .selectFrom('users')
    .select(['country', 'birthdate'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const age = member?.birthdate ? ageOn(member.birthdate, first_day) : null;
  return {
    country: member?.country?.toUpperCase() ?? null,
    age_class: age === null ? null : ageBucket(age),
  };
}

/** What the boards of a challenge say of a member: nothing that no board needs or the member did not agree to. */
async function classesOnBoards(
  trx: Trx,
  userId: number,
  challenge: ChallengeRow,
  isClassified: boolean,
): Promise<Classes> {
  if (!isClassified || challenge.boards.length === 0) return { country: null, age_class: null };
  const { country, age_class } = await readClasses(trx, userId, challenge);
  return {
    country: challenge.boards.includes('country') ? country : null,
    age_class: challenge.boards.includes('age_class') ? age_class : null,
  };
}

/** Challenges for a country or an age class are for those who say so in their profile. @throws ApiProblem 409 */
async function checkEligible(
  trx: Trx,
  userId: number,
  { country, age_class, first_day }: Pick<ChallengeTable, 'country' | 'age_class' | 'first_day'>,
): Promise<void> {
  if (country === null && age_class === null) return;
  const own = await readClasses(trx, userId, { first_day });
  if (country !== null && own.country !== country.toUpperCase())
    throw conflict('not_eligible', 'This challenge is for members of another country.');
  if (age_class !== null && own.age_class !== age_class)
    throw conflict('not_eligible', 'This challenge is for members of another age.');
}

/**
 * Adds a member with the workouts of the window, also those from before joining. Joining again changes nothing. Nobody
 * joins when the last day is over for them: they would choose a challenge by its results.
 */
async function joinChallenge(
  context: Context,
  userId: number,
  { id: challengeId, owner_id }: Pick<ChallengeRow, 'id' | 'owner_id'>,
  { counts_private = true, is_shown = true, is_classified = false, team_id }: Settings = {},
): Promise<void> {
  const { db, now, newId } = context;
  const today = await findToday(context, { userId }, undefined);
  await db.transaction().execute(async (trx) => {
    if (owner_id !== null) await lockContact(trx, userId, owner_id, 'shared');
    await acquireMemberLock(trx, userId);
    await shareBoards(trx, [challengeId]);
    // The maker may have ended the friendship, or blocked the member, a moment ago.
    await getChallenge(trx, { userId }, challengeId);
    if (await findMembership(trx, userId, challengeId)) return;
    const challenge = await checkOpen(trx, challengeId);
    if (stateOf(challenge, now(), today) === 'past')
      throw conflict('joining_over', 'The last day of this challenge is over. It can’t be joined any more.');
    await checkEligible(trx, userId, challenge);
    const { n } = await trx
      .selectFrom('challenge_members')
      .innerJoin('challenges', 'challenges.id', 'challenge_members.challenge_id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('challenge_members.user_id', '=', userId)
      .where('challenges.frozen_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (n >= JOINED_MAX)
      throw conflict(
        'too_many_challenges',
        `You are in ${JOINED_MAX} challenges. Leave one to join another.`,
        {
          max: JOINED_MAX,
        },
      );
    const joined_at = now();
    const row: ChallengeMemberTable = {
      user_id: userId,
      challenge_id: challengeId,
      joined_at,
      counts_private,
      is_shown,
      progress: 0,
      score: 0,
      reached_at: joined_at,
      workout_count: 0,
      excluded_count: 0,
      team_id: await teamOnJoining(trx, userId, challenge, team_id),
      is_classified: is_classified && challenge.boards.length > 0,
      is_anonymous: false,
      ...(await classesOnBoards(trx, userId, challenge, is_classified)),
    };
    await trx.insertInto('challenge_members').values(row).execute();
    await trx
      .deleteFrom('challenge_invitations')
      .where('user_id', '=', userId)
      .where('challenge_id', '=', challengeId)
      .execute();
    await moveOnBoards(trx, [{ before: null, after: row }]);
    await recomputeFromWorkouts(trx, userId, [challengeId], joined_at);
    // Friends who are not in a challenge of friends cannot open it.
    if (challenge.audience === 'everyone' && is_shown)
      await context.publish(trx, 'challengeEntered', {
        userId,
        storyId: newId(),
        challengeId,
        title: challenge.title,
        event: 'joined',
        privacy: 1,
        at: joined_at,
      });
  });
}

/** Whose name is on no board is not named as one of the challenge in feeds either. */
const unshare = (context: Context, trx: Trx, userId: number, challengeId: number): Promise<void> =>
  context.publish(trx, 'challengeUnshared', { userId, challengeId, events: ['joined', 'finished'] });

/**
 * Final results stay as they are, and so does everybody's place: what a member can still choose is whether their name
 * stands there. @throws ApiProblem 409 for all else
 */
async function changeFinalName(
  context: Context,
  trx: Trx,
  { user_id, challenge_id, is_shown: isOnBoard }: ChallengeMemberTable,
  { is_shown, ...others }: Settings,
): Promise<void> {
  const isChangeable = is_shown === false || (is_shown === true && isOnBoard);
  if (!isChangeable || Object.values(others).some((value) => value !== undefined)) throw challengeOver();
  await trx
    .updateTable('challenge_members')
    .set({ is_anonymous: !is_shown })
    .where('user_id', '=', user_id)
    .where('challenge_id', '=', challenge_id)
    .execute();
  if (!is_shown) await unshare(context, trx, user_id, challenge_id);
}

async function changeMembership(
  context: Context,
  userId: number,
  challengeId: number,
  settings: Settings,
): Promise<void> {
  const { db, now } = context;
  const { counts_private, is_shown, is_classified, team_id } = settings;
  await withMemberLock(db, userId, async (trx) => {
    await shareBoards(trx, [challengeId]);
    const row = await findMembership(trx, userId, challengeId);
    if (!row) throw conflict('not_joined', 'Join this challenge first.');
    const challenge = await findOpen(trx, challengeId);
    if (!challenge) return changeFinalName(context, trx, row, settings);
    const isClassified = (is_classified ?? row.is_classified) && challenge.boards.length > 0;
    const after = {
      ...row,
      counts_private: counts_private ?? row.counts_private,
      is_shown: is_shown ?? row.is_shown,
      is_classified: isClassified,
      ...(is_classified !== undefined && (await classesOnBoards(trx, userId, challenge, isClassified))),
      ...(team_id !== undefined &&
        team_id !== row.team_id && { team_id: await checkTeamChange(trx, challenge, team_id, now()) }),
    };
    const { country, age_class } = after;
    await trx
      .updateTable('challenge_members')
      .set({
        counts_private: after.counts_private,
        is_shown: after.is_shown,
        is_classified: after.is_classified,
        team_id: after.team_id,
        country,
        age_class,
      })
      .where('user_id', '=', userId)
      .where('challenge_id', '=', challengeId)
      .execute();
    await moveOnBoards(trx, [{ before: row, after }]);
    await recomputeFromWorkouts(trx, userId, [challengeId], now());
    if (!after.is_shown) await unshare(context, trx, userId, challengeId);
  });
}

/** @throws ApiProblem 403: everybody joins and leaves for themselves */
function checkSelf({ userId }: Caller, named: number): void {
  if (userId !== named) throw notAllowed('You can do this for yourself only.');
}

export const joinHandler = route<typeof challengeCalls.join>({
  call: challengeCalls.join,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const challenge = await getChallenge(context.db, caller, params.id);
    await joinChallenge(context, caller!.userId, challenge, body);
    return readDetails(context, caller, params.id);
  },
});

export const changeMembershipHandler = route<typeof challengeCalls.changeMembership>({
  call: challengeCalls.changeMembership,
  access: 'member',
  async handler({ context, caller, params, body }) {
    await getChallenge(context.db, caller, params.id);
    checkSelf(caller!, params.userId);
    await changeMembership(context, caller!.userId, params.id, body);
    return readDetails(context, caller, params.id);
  },
});

export const leaveHandler = route<typeof challengeCalls.leave>({
  call: challengeCalls.leave,
  access: 'member',
  async handler({ context, caller, params }) {
    const challenge = await getChallenge(context.db, caller, params.id);
    checkSelf(caller!, params.userId);
    await leaveChallenge(context, caller!.userId, params.id);
    // Who leaves a challenge of a group that they are not in any more does not see it again.
    const left = Promise.resolve({ ...challenge, membership: null });
    return readDetails(context, caller, params.id, { found: left });
  },
});
