import { ACTIVITY_GROUPS } from '@waymark/activities';
import { challengeCalls, type ChallengeInput, type ChallengePartner } from '@waymark/api-contract';
import { countAction } from '../../members/friends/action-limits.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { isTimeZone, localDay } from '../../kernel/local-day.ts';
import { createBoard } from './board.ts';
import { getChallenge, isOperator } from './find-challenge.ts';
import { checkGroup } from './group-members.ts';
import { inviteGroup } from './invitations.ts';
import { recomputeFromWorkouts } from './follow-workouts.ts';
import { readDetails } from './present-challenge.ts';
import { endSeries, hasOthers, lockChallenge, removeChallenge } from './remove-challenge.ts';
import { toScore } from './scoring.ts';
import type { ChallengeTable } from './tables.ts';
import { checkTeams, readTeams, storeTeams } from './teams.ts';
import { EARLIEST_ZONE, monthOf, windowOf } from './window.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
/** Running challenges that one member has made. */
const OWN_MAX = 20;

/** Both included. */
const daysBetween = (first_day: string, last_day: string): number =>
  (Date.parse(last_day) - Date.parse(first_day)) / DAY_MS + 1;

/** @throws ApiProblem 400 for a target that no score says, or that nobody can reach */
function checkTarget({ kind, target, first_day, last_day }: ChallengeInput): void {
  if (target === null) return;
  const days = daysBetween(first_day, last_day);
  const isCounted = kind === 'count' || kind === 'active_days';
  if (isCounted && !Number.isInteger(target))
    throw invalid({ target: ['Set a whole number as the target.'] });
  if (kind === 'active_days' && target > days)
    throw invalid({ target: [`Set a target of at most ${days}: the challenge has no more days.`] });
  if (kind === 'fastest' && toScore(kind, target) < 1)
    throw invalid({ target: ['This time is too long for a target.'] });
}

/** @throws ApiProblem 400 naming the field */
export function checkInput(input: ChallengeInput): void {
  const { kind, distance, activity_groups, audience, group_id, first_day, last_day, time_zone, repeats } =
    input;
  if ((audience === 'group') !== (group_id !== null))
    throw invalid({ group_id: ['Choose a group where the challenge is for one.'] });
  if ((kind === 'fastest') !== (distance !== null))
    throw invalid({
      distance: [kind === 'fastest' ? 'Choose the distance to cover.' : 'Only the fastest have a distance.'],
    });
  const unknown = activity_groups.find((group) => !ACTIVITY_GROUPS.some(({ key }) => key === group));
  if (unknown !== undefined)
    throw invalid({ activity_groups: ['There is no such activity group. Choose one from the list.'] });
  const days = daysBetween(first_day, last_day);
  if (days < 1) throw invalid({ last_day: ['Choose a last day after the first one.'] });
  if (days > DAYS_MAX) throw invalid({ last_day: [`Choose at most ${DAYS_MAX} days.`] });
  if (time_zone !== null && !isTimeZone(time_zone))
    throw invalid({ time_zone: ['There is no such time zone. Use a name such as Europe/Berlin.'] });
  const month = monthOf(first_day);
  if (repeats === 'monthly' && (first_day !== month.first_day || last_day !== month.last_day))
    throw invalid({
      last_day: ['A challenge that repeats monthly lasts from the first to the last day of a month.'],
    });
  checkTeams(input);
}

type Stored = Omit<
  ChallengeTable,
  'id' | 'owner_id' | 'series_id' | 'source_key' | 'frozen_at' | 'created_at' | 'prizes' | 'partner'
> & { prizes: string };

function storedFields(input: ChallengeInput): Stored {
  const { kind, target, prizes, activity_groups, teams, boards, ...same } = input;
  return {
    ...same,
    kind,
    activity_groups: [...new Set(activity_groups)].toSorted(),
    target: target === null ? null : Math.max(1, toScore(kind, target)),
    prizes: JSON.stringify(prizes),
    team_score: teams?.score ?? null,
    team_choice: teams?.choice ?? null,
    boards: [...new Set(boards)].toSorted(),
    ...windowOf(input.first_day, input.last_day, input.time_zone),
  };
}

/** Stores a new challenge with its empty board. */
export async function insertChallenge(
  db: Db,
  input: ChallengeInput,
  {
    id,
    ownerId,
    seriesId = id,
    sourceKey = null,
    partner = null,
    at,
  }: {
    id: number;
    ownerId: number | null;
    seriesId?: number;
    sourceKey?: string | null;
    partner?: ChallengePartner | null;
    at: Date;
  },
): Promise<boolean> {
  const added = await db
    .insertInto('challenges')
    .values({
      ...storedFields(input),
      id,
      owner_id: ownerId,
      series_id: seriesId,
      source_key: sourceKey,
      partner: partner && JSON.stringify(partner),
      frozen_at: null,
      created_at: at,
    })
    // Another process may have made it at the same time.
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) {
    await createBoard(db, id);
    await storeTeams(db, id, input);
  }
  return added !== undefined;
}

/** @throws ApiProblem 403 for a public challenge of somebody who is no operator */
async function checkAudience(context: Context, caller: Caller, { audience }: ChallengeInput): Promise<void> {
  if (audience === 'everyone' && !(await isOperator(context, caller)))
    throw notAllowed('Only operators of this site make challenges for everyone. Make one for friends.');
}

/** The challenge where the caller may change it: its maker, and operators those for everyone. @throws ApiProblem 403, 404 */
async function getOwn(context: Context, caller: Caller, id: number) {
  const challenge = await getChallenge(context.db, caller, id);
  const mayEdit =
    challenge.owner_id === caller.userId ||
    (challenge.owner_id === null && (await isOperator(context, caller)));
  if (!mayEdit) throw notAllowed();
  return challenge;
}

export const createHandler = route<typeof challengeCalls.create>({
  call: challengeCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    checkInput(body);
    checkTarget(body);
    await checkAudience(context, caller!, body);
    const ownerId = body.audience === 'everyone' ? null : userId;
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const add = async (trx: Trx, id: number) => {
      if (body.audience === 'group') await checkGroup(trx, userId, body.group_id);
      await countAction(context, trx, userId, 'challenge');
      const { n } = await trx
        .selectFrom('challenges')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('owner_id', '=', userId)
        .where('frozen_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (ownerId !== null && n >= OWN_MAX)
        throw conflict('too_many_challenges', `You have made ${OWN_MAX} challenges. Delete one first.`, {
          max: OWN_MAX,
        });
      await insertChallenge(trx, body, { id, ownerId, at: now() });
      if (body.group_id !== null) await inviteGroup(context, trx, userId, { id, groupId: body.group_id });
    };
    const { id } = await withMemberLock(db, userId, (trx) =>
      runOnce(trx, idempotentCall, newId(), (newOne) => add(trx, newOne)),
    );
    return readDetails(context, caller, id);
  },
});

/** What others rely on once they have joined. */
const COUNTED_FIELDS = [
  'kind',
  'audience',
  'group_id',
  'target',
  'distance',
  'first_day',
  'last_day',
  'time_zone',
  'accepts_manual',
  'country',
  'age_class',
  'team_score',
  'team_choice',
] as const satisfies (keyof ChallengeTable)[];

/** A series has one challenge for each first day. @returns the error, or the problem that it stands for */
const asSeriesProblem = (error: unknown): unknown =>
  (error as { constraint?: string }).constraint === 'challenges_series_id_first_day_key'
    ? invalid({
        first_day: [
          'Another challenge of this series begins on that day. Choose another day, or change that challenge.',
        ],
      })
    : error;

export const updateHandler = route<typeof challengeCalls.update>({
  call: challengeCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const { db, now } = context;
    const { userId } = caller!;
    const { id } = params;
    checkInput(body);
    await getOwn(context, caller!, id);
    await checkAudience(context, caller!, body);
    await withMemberLock(db, userId, async (trx) => {
      // Counts nothing: suspended members change no words that others read.
      await countAction(context, trx, userId, 'challenge', 0);
      await lockChallenge(trx, id);
      const stored = await trx.selectFrom('challenges').selectAll().where('id', '=', id).executeTakeFirst();
      if (!stored) throw notFound('challenge');
      if (stored.frozen_at !== null)
        throw conflict('challenge_over', 'This challenge is over, and its results are final.');
      const fields = storedFields(body);
      const isSame =
        COUNTED_FIELDS.every((field) => stored[field] === fields[field]) &&
        stored.activity_groups.join() === fields.activity_groups.join() &&
        stored.boards.join() === fields.boards.join() &&
        ((await readTeams(trx, [id])).get(id)?.length ?? 0) === (body.teams?.names.length ?? 0);
      if (body.group_id !== stored.group_id && body.group_id !== null)
        await checkGroup(trx, userId, body.group_id);
      if (!isSame) checkTarget(body);
      if (!isSame && (await hasOthers(trx, id, userId)))
        throw conflict(
          'challenge_has_members',
          'Others have joined. Names, description, rules and prizes can still be changed.',
        );
      // Members of the group that it was for were told of it and are not asked any more.
      if (stored.group_id !== null && body.group_id !== stored.group_id)
        await trx.deleteFrom('challenge_invitations').where('challenge_id', '=', id).execute();
      await trx
        .updateTable('challenges')
        .set({ ...fields, owner_id: body.audience === 'everyone' ? null : (stored.owner_id ?? userId) })
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => {
          throw asSeriesProblem(error);
        });
      if (stored.repeats !== null && body.repeats === null) await endSeries(context, trx, stored, userId);
      await storeTeams(trx, id, body);
      await recomputeFromWorkouts(trx, userId, [id], now());
    });
    return readDetails(context, caller, id);
  },
});

export const endHandler = route<typeof challengeCalls.end>({
  call: challengeCalls.end,
  access: 'member',
  async handler({ context, caller, params: { id } }) {
    await getOwn(context, caller!, id);
    const now = context.now();
    await context.db.transaction().execute(async (trx) => {
      await lockChallenge(trx, id);
      const stored = await trx
        .selectFrom('challenges')
        .select(['series_id', 'first_day', 'last_day', 'time_zone', 'frozen_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!stored) throw notFound('challenge');
      const { first_day, last_day, time_zone, frozen_at } = stored;
      // What has counted already was on this day at the latest.
      const today = localDay(now, time_zone ?? EARLIEST_ZONE);
      if (frozen_at !== null || today < first_day || today >= last_day)
        throw conflict('challenge_not_running', 'Only a challenge that is running can be ended.');
      await trx
        .updateTable('challenges')
        .set({ last_day: today, ...windowOf(first_day, today, time_zone) })
        .where('id', '=', id)
        .execute();
      await endSeries(context, trx, stored, caller!.userId);
    });
    return readDetails(context, caller, id);
  },
});

export const removeHandler = route<typeof challengeCalls.remove>({
  call: challengeCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const { series_id, first_day } = await getOwn(context, caller!, params.id);
    await context.db.transaction().execute(async (trx) => {
      // The one before would ask for it again.
      await trx
        .updateTable('challenges')
        .set({ repeats: null })
        .where('series_id', '=', series_id)
        .where('first_day', '<', first_day)
        .execute();
      await removeChallenge(context, trx, params.id);
    });
    return undefined;
  },
});
