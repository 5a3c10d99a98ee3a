import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import { type ChallengeDetails, SERVICE_BASES } from '@waymark/api-contract';
import { toUser } from '../../members/friends/testing.ts';
import { withoutChallengeSweep } from './challenges.test-helper.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { correctChallenge } from './correct-challenge.ts';
import { finishChallenges } from './finish-challenges.ts';
import { assertRecount, readStandings } from './recount.test-helper.ts';

const NOW = '2026-05-20T12:00:00Z';
let now = NOW;
let api: TestApi;
let maker: TestMember;
let friend: TestMember;
before(async () => {
  api = await startTestApi({ services: withoutChallengeSweep });
  mock.method(api.context, 'now', () => new Date(now));
  [maker, friend] = await Promise.all([api.signUp(), api.signUp()]);
  await as(api, maker)('POST', '/friendship/', toUser(friend.userId));
  await as(api, friend)('PATCH', `/friendship/${maker.userId}_${friend.userId}/`, { status: 'active' });
});
after(() => api.stop());

/** A challenge of two members with six runs each, one of them private and one of last month. */
async function runningChallenge(): Promise<number> {
  const path = `${SERVICE_BASES.challenges}/v2/challenges`;
  const body = {
    title: 'May',
    kind: 'distance',
    target: 40_000,
    first_day: '2026-05-01',
    last_day: '2026-05-31',
  };
  const made = await api.call<ChallengeDetails>('POST', path, { token: maker.token, body });
  assert.equal(made.status, 201, made.text);
  for (const { token } of [maker, friend]) {
    const joined = await api.call('POST', `${SERVICE_BASES.challenges}/challenges/${made.body.id}/users`, {
      token,
      body: {},
    });
    assert.ok(joined.status < 300, joined.text);
  }
  return made.body.id;
}

const standings = async () => [
  await readStandings(api.context.db, maker.userId),
  await readStandings(api.context.db, friend.userId),
];

test('[CHAL-02] whatever is stored wrongly in a challenge is as the workouts say after its correction', async () => {
  const { db } = api.context;
  const id = await runningChallenge();
  for (const [index, member] of [maker, friend].entries())
    for (const [day, privacy] of ([3, 3, 1, 3, 0, 3] as const).entries())
      await log(as(api, member), {
        start_datetime: day === 5 ? '2026-04-20T07:00:00Z' : `2026-05-0${day + 1}T07:00:00Z`,
        distance: 10_000 + index,
        privacy,
      });
  assert.deepEqual(await correctChallenge(api.context, id), {
    members: 2,
    corrected: 0,
    hadWrongCounts: false,
  });
  const right = await standings();
  assert.equal(right[0]!.contributions.length, 5);

  const first = db.selectFrom('challenge_contributions').where('user_id', '=', maker.userId);
  const { workout_id } = await first.select('workout_id').orderBy('workout_id').executeTakeFirstOrThrow();
  const ofMaker = db.updateTable('challenge_contributions').where('user_id', '=', maker.userId);
  const damages = {
    'a score': () =>
      db.updateTable('challenge_members').set({ score: 7 }).where('user_id', '=', friend.userId).execute(),
    'when it was reached': () =>
      db
        .updateTable('challenge_members')
        .set({ reached_at: new Date(NOW) })
        .where('user_id', '=', maker.userId)
        .execute(),
    'a contribution that is missing': () =>
      db.deleteFrom('challenge_contributions').where('workout_id', '=', workout_id).execute(),
    'an amount': () => ofMaker.set({ amount: 1 }).where('workout_id', '=', workout_id).execute(),
    'a private one on the board': () => ofMaker.set({ is_shared: true }).execute(),
    'a contribution of no workout': () =>
      db
        .insertInto('challenge_contributions')
        .columns([
          'user_id',
          'challenge_id',
          'workout_id',
          'amount',
          'day',
          'started_at',
          'ended_at',
          'is_shared',
          'is_recorded',
          'exclusion',
        ])
        .expression(
          first
            .select((eb) => [
              'user_id',
              'challenge_id',
              eb.lit(1).as('workout_id'),
              'amount',
              'day',
              'started_at',
              'ended_at',
              'is_shared',
              'is_recorded',
              'exclusion',
            ])
            .where('workout_id', '=', workout_id),
        )
        .execute(),
  };
  for (const [what, damage] of Object.entries(damages)) {
    await damage();
    assert.notDeepEqual(await standings(), right, what);
    assert.deepEqual(
      await correctChallenge(api.context, id),
      { members: 2, corrected: 1, hadWrongCounts: false },
      what,
    );
    assert.deepEqual(await standings(), right, what);
  }
  await db.updateTable('challenge_counts').set({ n: 9 }).execute();
  assert.deepEqual(await correctChallenge(api.context, id), {
    members: 2,
    corrected: 0,
    hadWrongCounts: true,
  });
  for (const { userId } of [maker, friend]) await assertRecount(db, userId, new Date(NOW));
});

test('[CHAL-05] the correction gives the award of a target that was reached, and leaves final results alone', async () => {
  const { db } = api.context;
  const { id } = await db.selectFrom('challenges').select('id').executeTakeFirstOrThrow();
  await db.deleteFrom('challenge_awards').execute();
  const damage = () => db.updateTable('challenge_members').set({ score: 5, progress: 5 }).execute();
  await damage();
  assert.deepEqual(await correctChallenge(api.context, id), {
    members: 2,
    corrected: 2,
    hadWrongCounts: false,
  });
  const awards = await db.selectFrom('challenge_awards').select(['user_id', 'kind', 'is_shared']).execute();
  assert.deepEqual(
    awards.map(({ kind, is_shared }) => [kind, is_shared]),
    [
      ['completed', true],
      ['completed', true],
    ],
  );
  now = '2026-07-01T00:00:00Z';
  await finishChallenges(api.context);
  await damage();
  const final = await standings();
  assert.deepEqual(await correctChallenge(api.context, id), {
    members: 2,
    corrected: 0,
    hadWrongCounts: false,
  });
  assert.deepEqual(await standings(), final);
});
