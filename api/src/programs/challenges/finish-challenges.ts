import { hourly } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { addDays } from '../../kernel/local-day.ts';
import { giveRankAwards } from './awards.ts';
import { shareBoards, takeChangedBoards, tryExclusiveBoard } from './board.ts';
import { tidyBoard } from './board-upkeep.ts';
import { inviteGroup } from './invitations.ts';
import { insertChallenge } from './manage-challenges.ts';
import { toValue } from './scoring.ts';
import { readTeams } from './teams.ts';
import { hasUncountedMembers } from './uncounted-workouts.ts';
import { monthOf } from './window.ts';

/** Makes results final where late uploads no longer count, and gives the awards of the first ranks. */
async function freezeBoard({ db, now }: Context, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryExclusiveBoard(trx, id))) return;
    // Stored in time, they count: the next sweep finds them counted.
    if (await hasUncountedMembers(trx, id)) return;
    const challenge = await trx
      .updateTable('challenges')
      .set({ frozen_at: now() })
      .where('id', '=', id)
      .where('frozen_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (challenge) await giveRankAwards(trx, challenge, now());
  });
}

/**
 * The next challenge of a series is made when the one before it begins, so that members can join ahead. Members of its
 * group are told of it.
 */
async function repeatChallenge(context: Context, id: number): Promise<void> {
  const { db, newId, now } = context;
  await db.transaction().execute(async (trx) => {
    // Whoever ends the series holds the lock alone.
    await shareBoards(trx, [id]);
    // Who is in the group, and that it goes on, holds still until its members are told.
    await trx
      .selectFrom('groups')
      .select('id')
      .where('id', 'in', (of) => of.selectFrom('challenges').select('group_id').where('id', '=', id))
      .forShare()
      .execute();
    const challenge = await trx
      .selectFrom('challenges')
      .selectAll()
      .where('id', '=', id)
      .where('repeats', '=', 'monthly')
      .executeTakeFirst();
    if (!challenge) return;
    const { target, kind, owner_id, group_id, series_id, team_score, team_choice, partner } = challenge;
    const names = (await readTeams(trx, [id])).get(id)?.map(({ name }) => name) ?? [];
    const nextId = newId();
    const isNew = await insertChallenge(
      trx,
      {
        ...challenge,
        target: target === null ? null : toValue(kind, target),
        teams: team_score && team_choice ? { score: team_score, choice: team_choice, names } : null,
        ...monthOf(addDays(monthOf(challenge.first_day).last_day, 1)),
      },
      { id: nextId, ownerId: owner_id, seriesId: series_id, partner, at: now() },
    );
    if (isNew && group_id !== null && owner_id !== null)
      await inviteGroup(context, trx, owner_id, { id: nextId, groupId: group_id });
  });
}

/** Challenges that are due to be frozen or repeated. What it does may be repeated. */
export async function finishChallenges(context: Context): Promise<void> {
  const { db, now } = context;
  const due = await db
    .selectFrom('challenges')
    .select('id')
    .where('frozen_at', 'is', null)
    .where('freeze_at', '<=', now())
    .execute();
  await sweepEach(context, due, ({ id }) => freezeBoard(context, id));
  const latest = await db
    .selectFrom('challenges')
    .distinctOn('series_id')
    .select(['id', 'first_day'])
    .where('repeats', '=', 'monthly')
    .orderBy('series_id')
    .orderBy('first_day', 'desc')
    .execute();
  const today = now().toISOString().slice(0, 10);
  const begun = latest.filter(({ first_day }) => first_day <= today);
  await sweepEach(context, begun, ({ id }) => repeatChallenge(context, id));
}

/** Boards whose counts changed in this process. */
export async function tidyChangedBoards({ db }: Context): Promise<void> {
  for (const id of takeChangedBoards()) await tidyBoard(db, id);
}

/** Also boards that a process changed which ended before it tidied them. */
export const challengeUpkeep = hourly('challenges.upkeep', async (context) => {
  await finishChallenges(context);
  const open = await context.db
    .selectFrom('challenges')
    .select('id')
    .where('frozen_at', 'is', null)
    .execute();
  for (const { id } of open) await tidyBoard(context.db, id);
});
