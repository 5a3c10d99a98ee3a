import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { named } from '../../members/friends/testing.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { answerConsents } from '../../testing/answer-consents.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { announceAwards } from './awards.ts';
import { tidyBoard } from './board-upkeep.ts';
import { moveOnBoards, readPage } from './board.ts';
import { LAST_DAY, setUpChallenges, withoutChallengeSweep } from './challenges.test-helper.ts';
import { finishChallenges } from './finish-challenges.ts';
import { challengeSubscriptions } from './follow-workouts.ts';

let api: TestApi;
let maker: TestMember;
let friend: TestMember;
let stranger: TestMember;
const { clock, by, create, details, join, leave, board, befriend } = setUpChallenges((setup) => {
  ({ api, maker, friend, stranger } = setup);
}, withoutChallengeSweep);

test('[CHAL-05] an award of completion stays when the workout behind it goes', async () => {
  const id = await create(maker, { kind: 'count', target: 1 });
  await join(friend, id);
  const { id: workoutId } = await log(as(api, friend), { start_datetime: '2026-05-04T09:00:00+02:00' });
  await as(api, friend)('DELETE', `/workout/${workoutId}/`);
  const { body } = await by(friend)<{ userAwards: { kind: string; value: number }[] }>(
    'GET',
    `/v2/mobile/challenges/awards/${id}`,
  );
  assert.equal(body.userAwards.length, 1);
  assert.deepEqual([body.userAwards[0]!.kind, body.userAwards[0]!.value >= 1], ['completed', true]);
  assert.equal((await details(friend, id)).userAwards.length, 1);
});

test('[CHAL-05] results are provisional for 72 hours; then they are final, the first ranks have awards, and nothing changes them', async () => {
  const runner = await api.signUp();
  await befriend(maker, runner);
  const id = await create(maker, { kind: 'duration', activity_groups: ['yoga'], last_day: '2026-05-30' });
  clock.now = '2026-05-30T20:00:00Z';
  const yoga = { activity_type_id: 78, distance: null, start_datetime: '2026-05-20T09:00:00+02:00' };
  const members = [maker, runner, friend];
  const workouts: number[] = [];
  for (const [i, member] of members.entries()) {
    await join(member, id);
    const duration = [1800, 1800, 900][i]!;
    workouts.push((await log(as(api, member), { ...yoga, duration })).id);
  }
  const awards = async () =>
    (await Promise.all(members.map((member) => details(member, id)))).map(({ userAwards, is_final }) => ({
      is_final,
      awards: userAwards.map(({ kind, value }) => [kind, value]),
    }));
  clock.now = '2026-06-03T11:59:00Z';
  await finishChallenges(api.context);
  const open = { is_final: false, awards: [] };
  assert.deepEqual(await awards(), [open, open, open]);
  clock.now = '2026-06-03T12:00:00Z';
  try {
    await finishChallenges(api.context);
    const final = [
      { is_final: true, awards: [['rank_1', 1800]] },
      { is_final: true, awards: [['rank_1', 1800]] },
      { is_final: true, awards: [['rank_3', 900]] },
    ];
    assert.deepEqual(await awards(), final);
    await as(api, runner)('DELETE', `/workout/${workouts[1]}/`);
    await finishChallenges(api.context);
    assert.deepEqual(await awards(), final);
    assert.equal((await details(runner, id)).progress?.rank, 1);
    assert.equal((await leave(runner, id)).status, 409);
    assert.equal((await join(await api.signUp(), id)).status, 404);
    const late = await api.signUp();
    await befriend(maker, late);
    assert.equal((await join(late, id)).status, 409);
  } finally {
    clock.now = LAST_DAY;
  }
});

/** Members without accounts, on the board as if their workouts had been counted. */
async function addMembers(
  id: number,
  at: Date,
  members: readonly { user_id: number; score: number; workout_count: number }[],
): Promise<void> {
  const rows = members.map((member) =>
    Object.assign(
      {
        challenge_id: id,
        joined_at: at,
        reached_at: at,
        counts_private: true,
        is_shown: true,
        progress: 0,
        excluded_count: 0,
        is_classified: false,
        is_anonymous: false,
      },
      member,
    ),
  );
  await api.context.db.transaction().execute(async (trx) => {
    await trx.insertInto('challenge_members').values(rows).execute();
    await moveOnBoards(
      trx,
      rows.map((after) => ({ before: null, after })),
    );
  });
}

test('[CHAL-02] [CHAL-05] 500 members finish in the same second: all share the first rank and have its award, and nobody is lost', async () => {
  const id = await create(maker, { kind: 'count' });
  const { db } = api.context;
  const ids = Array.from({ length: 500 }, (_, i) => i + 1);
  const at = new Date('2026-05-01T10:00:00Z');
  await addMembers(
    id,
    at,
    ids.map((user_id) => ({ user_id, score: 0, workout_count: 0 })),
  );
  const follow = challengeSubscriptions.workoutsChanged!;
  const finish = (user_id: number) =>
    withMemberLock(db, user_id, (trx) =>
      follow(
        trx,
        {
          userId: user_id,
          before: [],
          legsAfter: [],
          after: [
            {
              user_id,
              id: user_id,
              parent_id: null,
              leg_count: 0,
              has_time_series: false,
              activity_type_id: 16,
              privacy: 3,
              source: 'file',
              start_at: new Date('2026-05-15T10:00:00Z'),
              local_day: '2026-05-15',
              distance_total: 5000,
              active_time_total: 1800,
              elapsed_time_total: 1800,
              metabolic_energy_total: null,
              ascent_total: null,
              load: null,
            },
          ],
        },
        api.context,
      ),
    );
  // As many at once as the pool of the test has connections.
  for (let from = 0; from < ids.length; from += 8) await Promise.all(ids.slice(from, from + 8).map(finish));
  await tidyBoard(db, id);
  const page = await readPage(db, id, { limit: 100, offset: 450 });
  assert.deepEqual(
    page.map(({ user_id, rank }) => [user_id, rank]),
    ids.slice(450).map((userId) => [userId, 1]),
  );
  const awards = await freezeForAwards(id);
  assert.deepEqual(
    awards,
    ids.map((user_id) => ({ user_id, kind: 'rank_1', value: 1 })),
  );
});

/** Makes the results of one challenge final, whatever the clock says. */
async function freezeForAwards(id: number) {
  const { db } = api.context;
  await db
    .updateTable('challenges')
    .set({ freeze_at: new Date(clock.now) })
    .where('id', '=', id)
    .execute();
  await until('the board is final', async () => {
    await finishChallenges(api.context);
    const { frozen_at } = await db
      .selectFrom('challenges')
      .select('frozen_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return frozen_at !== null;
  });
  // Their members are none of this installation: nobody is told.
  const awards = await db
    .updateTable('challenge_awards')
    .set({ is_announced: true })
    .where('challenge_id', '=', id)
    .returning(['user_id', 'kind', 'value'])
    .execute();
  return awards.toSorted((a, b) => a.user_id - b.user_id);
}

test('[CHAL-05] however many share the first three ranks, each of them has the award, and nobody behind them', async () => {
  const id = await create(maker);
  const at = new Date('2026-05-01T10:00:00Z');
  // One is first, 2,100 are second, and whoever is third has 2,101 before them.
  await addMembers(
    id,
    at,
    Array.from({ length: 2102 }, (_, i) => ({
      user_id: i + 1,
      score: i === 0 ? 3000 : i < 2101 ? 2000 : 1000,
      workout_count: 1,
    })),
  );
  const kinds = (await freezeForAwards(id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['rank_1', ...Array.from({ length: 2100 }, () => 'rank_2')]);
});

test('[CHAL-01] its maker ends a running challenge: what counted stays, late uploads count for 72 hours, nothing later does', async () => {
  clock.now = '2026-05-10T12:00:00Z';
  const id = await create(maker, {
    kind: 'count',
    title: 'Ended',
    first_day: '2026-05-01',
    last_day: '2026-05-31',
  });
  await join(friend, id);
  const end = (member: TestMember) => by(member)('POST', `/v2/challenges/${id}/end`);
  assert.equal((await end(friend)).status, 403);
  const before = (await details(friend, id)).progress!.value;
  const { body, status } = await end(maker);
  assert.deepEqual(
    [status, body.last_day, body.final_datetime],
    [200, '2026-05-11', '2026-05-15T12:00:00.000Z'],
  );
  assert.equal((await details(friend, id)).progress!.value, before);
  assert.equal((await end(maker)).status, 409, 'ended already');
  clock.now = '2026-05-13T12:00:00Z';
  const call = as(api, friend);
  const late = await log(call, { start_datetime: '2026-05-11T06:00:00+02:00' });
  const after = await log(call, { start_datetime: '2026-05-12T06:00:00+02:00' });
  assert.equal((await details(friend, id)).progress!.value, before + 1);
  for (const workout of [late, after]) await call('DELETE', `/workout/${workout.id}/`);
  const future = await create(maker, { kind: 'count', first_day: '2026-06-01', last_day: '2026-06-30' });
  assert.equal((await by(maker)('POST', `/v2/challenges/${future}/end`)).status, 409);
  clock.now = LAST_DAY;
});

test('[CHAL-05] [DATA-03] what private workouts complete is an award for the member alone, until they are shared', async () => {
  const operator = await api.signUp();
  await api.context.db
    .updateTable('logins')
    .set({ email: 'second@example.com', email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  const id = await create(operator, { kind: 'count', target: 1, audience: 'everyone' });
  const hidden = await api.signUp();
  const { id: workoutId } = await log(as(api, hidden), {
    start_datetime: '2026-05-12T09:00:00+02:00',
    privacy: 0,
  });
  assert.equal((await join(hidden, id)).body.userAwards.length, 1);
  await announceAwards(api.context);
  const shelf = async (member: TestMember) => {
    const at = `/v2/users/${hidden.userId}/awards`;
    const { body } = await by(member)<{ _embedded: { awards: { value: number | null }[] } }>('GET', at);
    return body._embedded.awards.map(({ value }) => value);
  };
  assert.deepEqual([await shelf(hidden), await shelf(stranger)], [[1], []]);
  const { body: feed } = await as(api, hidden)<{ _embedded: { stories: { verb: string }[] } }>(
    'GET',
    `/activity_story/?feed_type=user&feed_id=${hidden.userId}`,
  );
  assert.ok(!feed._embedded.stories.some(({ verb }) => verb === 'finish'));
  await as(api, hidden)('PUT', `/workout/${workoutId}/`, { privacy: 3 });
  assert.deepEqual([await shelf(hidden), await shelf(stranger)], [[1], [null]]);
});

test('[CHAL-01] [CHAL-05] on a final board a member keeps the place, and takes the name off it or puts it back', async () => {
  const other = await api.signUp();
  await befriend(friend, other);
  const id = await create(other, { kind: 'count', activity_groups: ['swim'] });
  for (const [i, member] of [other, friend].entries()) {
    await join(member, id);
    await log(as(api, member), {
      start_datetime: `2026-05-15T1${i}:00:00Z`,
      activity_type_id: 20,
      distance: 500,
      duration: 1200,
    });
  }
  const named = async (viewer: TestMember) =>
    (await board(viewer, id))._embedded.entries.map(({ rank, user }) => [rank, user?.id ?? null]);
  const both = [
    [1, other.userId],
    [1, friend.userId],
  ];
  assert.deepEqual(await named(other), both);
  await freezeForAwards(id);
  const change = (body: object) => by(friend)('PATCH', `/challenges/${id}/users/${friend.userId}`, body);
  for (const refused of [{}, { counts_private: false }, { is_shown: false, counts_private: false }])
    assert.equal((await change(refused)).status, 409);
  const { status, body } = await change({ is_shown: false });
  assert.deepEqual([status, body.membership?.is_shown, body.progress?.rank], [200, false, 1]);
  assert.deepEqual(await named(other), [
    [1, other.userId],
    [1, null],
  ]);
  assert.deepEqual(await named(friend), both, 'their own name');
  assert.equal((await change({ is_shown: true })).body.membership?.is_shown, true);
  assert.deepEqual(await named(other), both);
});

test('[CHAL-05] [SOC-01] who takes their name off a final board before the results are told is told of to nobody', async () => {
  const [shown, hidden] = [await api.signUp(), await api.signUp()];
  await befriend(shown, hidden);
  const id = await create(shown, { kind: 'count', target: 1, activity_groups: ['swim'] });
  for (const member of [shown, hidden]) {
    await join(member, id);
    await log(as(api, member), {
      start_datetime: '2026-05-15T10:00:00Z',
      activity_type_id: 20,
      distance: 500,
      duration: 1200,
    });
  }
  await freezeForAwards(id);
  const { db } = api.context;
  await db.updateTable('challenges').set({ audience: 'everyone' }).where('id', '=', id).execute();
  await by(hidden)('PATCH', `/challenges/${id}/users/${hidden.userId}`, { is_shown: false });
  await db
    .updateTable('challenge_awards')
    .set({ is_announced: false })
    .where('challenge_id', '=', id)
    .execute();
  await announceAwards(api.context);
  const finishers = await db
    .selectFrom('stories')
    .select('user_id')
    .where('object_id', '=', id)
    .where('event', '=', 'finished')
    .where('removed_at', 'is', null)
    .execute();
  assert.deepEqual(
    finishers.map(({ user_id }) => user_id),
    [shown.userId],
  );
});

test('[CHAL-01] [SOC-04] whoever has a block still sees their friends on the board among friends', async () => {
  const [first, second, blocked] = [await api.signUp(), await api.signUp(), await api.signUp()];
  await befriend(first, second);
  const id = await create(first, { kind: 'count', target: 5, activity_groups: ['swim'] });
  for (const member of [first, second]) {
    await join(member, id);
    await log(as(api, member), {
      start_datetime: '2026-05-15T10:00:00Z',
      activity_type_id: 20,
      distance: 500,
      duration: 1200,
    });
  }
  assert.equal((await as(api, first)('POST', '/user_block/', named(blocked.userId))).status, 204);
  await freezeForAwards(id);
  const { total_count } = await board(first, id, '?scope=friends');
  assert.equal(total_count, 2);
});

test('[CHAL-01] [CHAL-05] [DATA-03] nothing else tells whose a place without a name is: neither the board among friends nor a shelf', async () => {
  const [first, second] = [await api.signUp(), await api.signUp()];
  await befriend(first, second);
  const id = await create(first, { kind: 'count', target: 1, activity_groups: ['swim'] });
  for (const [i, member] of [first, second].entries()) {
    await join(member, id);
    await log(as(api, member), {
      start_datetime: `2026-05-15T1${i}:00:00Z`,
      activity_type_id: 20,
      distance: 500,
      duration: 1200,
    });
  }
  await freezeForAwards(id);
  // As if operators had made it: ranks among friends stand on nobody's shelf.
  await sql`update challenge_awards set is_public = true where challenge_id = ${id}`.execute(api.context.db);
  const seen = async (viewer: TestMember) => {
    const { total_count, _embedded } = await board(viewer, id, '?scope=friends');
    const { body: shelf } = await by(viewer)<{ _embedded: { awards: { kind: string }[] } }>(
      'GET',
      `/v2/users/${second.userId}/awards`,
    );
    const kinds = shelf._embedded.awards.map(({ kind }) => kind).toSorted();
    return [total_count, _embedded.entries.map(({ user }) => user?.id ?? null), kinds];
  };
  const all = [2, [first.userId, second.userId], ['completed', 'rank_1']];
  assert.deepEqual(await seen(first), all);
  const name = (is_shown: boolean) =>
    by(second)('PATCH', `/challenges/${id}/users/${second.userId}`, { is_shown });
  await name(false);
  assert.deepEqual(await seen(first), [1, [first.userId], ['completed']]);
  assert.deepEqual(await seen(second), all, 'their own');
  await name(true);
  assert.deepEqual(await seen(first), all);
});

test('[CHAL-05] [PRIV-02] a final board of energy names nobody who refuses the use of health data, and an award does not tell whose place it is', async () => {
  const runner = await api.signUp();
  await befriend(maker, runner);
  const id = await create(maker, { kind: 'energy', activity_groups: ['yoga'] });
  await api.context.db.updateTable('challenges').set({ audience: 'everyone' }).where('id', '=', id).execute();
  await join(runner, id);
  await log(as(api, runner), {
    activity_type_id: 78,
    start_datetime: '2026-05-21T08:00:00Z',
    distance: null,
    heartrate_avg: 140,
    energy: 1_500_000,
  });
  const seen = async () => {
    const { entries } = (await board(maker, id))._embedded;
    const { entries: friends } = (await board(maker, id, '?scope=friends'))._embedded;
    const shelf = await by(maker)<{ _embedded: { awards: { challenge_id: number }[] } }>(
      'GET',
      `/v2/users/${runner.userId}/awards`,
    );
    return {
      names: entries.map(({ user }) => user?.id ?? null),
      friends: friends.map(({ user }) => user?.id ?? null),
      ranks: shelf.body._embedded.awards.filter(({ challenge_id }) => challenge_id === id).length,
    };
  };
  clock.now = '2026-06-05T12:00:00Z';
  try {
    await finishChallenges(api.context);
    const named = { names: [runner.userId], friends: [runner.userId], ranks: 1 };
    assert.deepEqual(await seen(), named);
    await answerConsents(api, runner, { health: 'declined' });
    assert.deepEqual(await seen(), { names: [null], friends: [], ranks: 0 });
    await answerConsents(api, runner, { health: 'accepted' });
    assert.deepEqual(await seen(), named);
  } finally {
    clock.now = LAST_DAY;
  }
});
