import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import { LoyaltyPoints, LoyaltyStatus, SERVICE_BASES, type User } from '@waymark/api-contract';
import { announceAwards } from '../challenges/awards.ts';
import { finishChallenges } from '../challenges/finish-challenges.ts';
import { withoutChallengeSweep } from '../challenges/challenges.test-helper.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';

let api: TestApi;
let now = '2026-05-20T12:00:00Z';
before(async () => {
  api = await startTestApi({
    services: withoutChallengeSweep,
    env: {
      ROLLOUTS: 'mapping=maplibre, loyalty=enabled',
      CHALLENGE_OPERATORS: 'operator@example.com',
      MODERATORS: 'moderator@example.com',
    },
  });
  mock.method(api.context, 'now', () => new Date(now));
});
after(() => api.stop());

const get = <T>({ token }: TestMember, path: string) =>
  api.call<T>('GET', SERVICE_BASES.loyalty + path, { token });
const pointsOf = async (member: TestMember, query = '') =>
  LoyaltyPoints.parse((await get(member, `/rewards-points/${member.userId}${query}`)).body);
const statusOf = async (member: TestMember) =>
  LoyaltyStatus.parse((await get(member, `/status/${member.userId}`)).body);
const linesOf = async (member: TestMember) =>
  (await pointsOf(member))._embedded.entries.map(({ day, rule, amount, revision, name }) =>
    [day, rule, amount, revision, name].join(' '),
  );

async function signUpAs(email: string): Promise<TestMember> {
  const member = await api.signUp();
  await api.context.db
    .updateTable('logins')
    .set({ email, email_confirmed_at: new Date() })
    .where('user_id', '=', member.userId)
    .execute();
  return member;
}

test('[DATA-04] [ACCT-07] workouts earn points by the rules, up to the maximum of a day', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  await log(call, { name: 'Short', duration: 599 });
  await log(call, { name: 'Hour', duration: 3600, start_datetime: '2026-05-02T08:00:00+02:00' });
  for (const hour of [6, 9, 12, 15])
    await log(call, {
      name: `At ${hour}`,
      duration: 7200,
      distance: 20_000,
      start_datetime: `2026-05-03T${String(hour).padStart(2, '0')}:00:00+02:00`,
    });
  assert.deepEqual((await linesOf(member)).toSorted(), [
    '2026-05-02 active_time 6 0 Hour',
    '2026-05-02 workout 10 0 Hour',
    '2026-05-03 active_time 12 0 At 6',
    '2026-05-03 active_time 12 0 At 9',
    '2026-05-03 active_time 6 0 At 12',
    '2026-05-03 workout 10 0 At 6',
    '2026-05-03 workout 10 0 At 9',
  ]);
  const { pointsBalance, total_count } = await pointsOf(member);
  assert.deepEqual([pointsBalance, total_count], [66, 7]);
  const page = await pointsOf(member, '?limit=2&offset=6');
  assert.deepEqual([page.pointsBalance, page._embedded.entries.length], [66, 1]);
});

test('[DATA-04] edits, deletions and restores add lines and never change earlier ones', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  await pointsOf(member);
  const ledger = () =>
    api.context.db.selectFrom('points_entries').selectAll().where('user_id', '=', member.userId).execute();
  const { id } = await log(call, { name: 'Run', duration: 3600 });
  const second = await log(call, { name: 'Two', start_datetime: '2026-05-01T12:00:00+02:00' });
  await log(call, { name: 'Three', start_datetime: '2026-05-01T18:00:00+02:00' });
  const steps: [what: () => Promise<unknown>, balance: number][] = [
    [() => call('PUT', `/workout/${id}/`, { name: 'Renamed' }), 38],
    [() => call('PUT', `/workout/${id}/`, { duration: 1200, distance: 3000 }), 34],
    [() => call('DELETE', `/workout/${second.id}/`), 28],
    [() => call('POST', `/workout/${second.id}/restore/`), 34],
    [() => call('PUT', `/workout/${id}/`, { start_datetime: '2026-05-04T07:00:00+02:00' }), 44],
    [() => call('PUT', `/workout/${id}/`, { distance: 30_000 }), 32],
  ];
  for (const [step, balance] of steps) {
    const earlier = await ledger();
    await step();
    const { pointsBalance } = await pointsOf(member);
    const later = await ledger();
    assert.equal(pointsBalance, balance);
    for (const line of earlier)
      assert.ok(
        later.some((one) => JSON.stringify(one) === JSON.stringify(line)),
        'a line has changed',
      );
    assert.equal(
      later.reduce((sum, { amount }) => sum + amount, 0),
      balance,
    );
  }
  assert.ok((await linesOf(member)).includes('2026-05-01 workout 10 0 Three'), 'the place under the maximum');
});

test('[DATA-04] counted late, the ledger is worth the same as counted along the way', async () => {
  const [early, late] = await Promise.all([api.signUp(), api.signUp()]);
  await pointsOf(early);
  for (const member of [early, late]) {
    const call = as(api, member);
    const { id } = await log(call);
    await log(call, { start_datetime: '2026-05-01T12:00:00+02:00' });
    await call('PUT', `/workout/${id}/`, { duration: 900, distance: 3000 });
  }
  assert.equal((await pointsOf(late)).pointsBalance, (await pointsOf(early)).pointsBalance);
  // Both ask at once: the account is opened once.
  const twice = await api.signUp();
  await log(as(api, twice));
  const answers = await Promise.all(Array.from({ length: 5 }, () => pointsOf(twice)));
  assert.deepEqual([...new Set(answers.map(({ pointsBalance }) => pointsBalance))], [16]);
});

test('[DATA-04] [CHAL-05] awards of challenges for everyone earn points, those among friends none', async () => {
  const operator = await signUpAs('operator@example.com');
  const member = await api.signUp();
  await pointsOf(member);
  await log(as(api, member), { start_datetime: '2026-05-12T08:00:00+02:00' });
  const before = (await pointsOf(member)).pointsBalance;
  const join = async (maker: TestMember, audience: string) => {
    const made = await api.call<{ id: number }>('POST', `${SERVICE_BASES.challenges}/v2/challenges`, {
      token: maker.token,
      body: {
        title: `For ${audience}`,
        kind: 'distance',
        audience,
        target: 1000,
        first_day: '2026-05-10',
        last_day: '2026-05-24',
      },
    });
    assert.equal(made.status, 201, made.text);
    const at = `${SERVICE_BASES.challenges}/challenges/${made.body.id}/users`;
    await api.call('POST', at, { token: member.token, body: {} });
    return made.body.id;
  };
  const id = await join(operator, 'everyone');
  await join(member, 'friends');
  await announceAwards(api.context);
  assert.equal((await pointsOf(member)).pointsBalance, before + 100);
  now = '2026-06-20T12:00:00Z';
  await finishChallenges(api.context);
  await announceAwards(api.context);
  await announceAwards(api.context);
  assert.equal((await pointsOf(member)).pointsBalance, before + 150);
  assert.ok((await linesOf(member)).includes('2026-06-20 rank_1 50 0 For everyone'));
  // Awards stay when the workout goes, and so do their points.
  await api.call('DELETE', `${SERVICE_BASES.challenges}/v2/challenges/${id}`, { token: operator.token });
  await as(api, member)('POST', '/workout/samples/');
  assert.equal((await pointsOf(member)).pointsBalance, before + 150);
  now = '2026-05-20T12:00:00Z';
});

test('[DATA-04] a workout that nobody can do earns points once a moderator has accepted it', async () => {
  const moderator = await signUpAs('moderator@example.com');
  const member = await api.signUp();
  const { id } = await log(as(api, member), { duration: 3600, distance: 90_000 });
  assert.equal((await pointsOf(member)).pointsBalance, 0);
  const challenges = SERVICE_BASES.challenges;
  const made = await api.call<{ id: number }>('POST', `${challenges}/v2/challenges`, {
    token: member.token,
    body: { title: 'May', kind: 'distance', first_day: '2026-05-01', last_day: '2026-05-31' },
  });
  const { token } = member;
  await api.call('POST', `${challenges}/challenges/${made.body.id}/users`, { token, body: {} });
  const body = { text: 'It was a bicycle.' };
  await api.call('POST', `${challenges}/challenges/workouts/${id}/explanation`, { token, body });
  const decided = await api.call('PATCH', `${challenges}/v2/moderation/workouts/${id}`, {
    token: moderator.token,
    body: { decision: 'accepted' },
  });
  assert.equal(decided.status, 200, decided.text);
  assert.equal((await pointsOf(member)).pointsBalance, 16);
});

test('[ACCT-07] [DATA-04] the status says what comes next, and counts the last 365 days', async () => {
  const member = await api.signUp();
  const fresh = await statusOf(member);
  assert.deepEqual(
    [fresh.status, fresh.loyaltyStatus.points, fresh.loyaltyStatus.next, fresh.loyaltyStatus.since],
    ['starter', 0, { status: 'bronze', from: 500, missing: 500 }, '2025-05-21'],
  );
  assert.deepEqual(
    fresh.rules.map(({ rule, points, daily_max }) => [rule, points, daily_max]),
    [
      ['workout', 10, 20],
      ['active_time', 1, 30],
      ['completed', 100, 200],
      ['rank_1', 50, 100],
      ['rank_2', 30, 60],
      ['rank_3', 20, 40],
    ],
  );
  await api.context.db
    .insertInto('points_entries')
    .values(
      [
        ['2025-05-20', 4000],
        ['2025-05-21', 520],
      ].map(([day, amount], i) => ({
        user_id: member.userId,
        day: String(day),
        rule: 'rank_1' as const,
        cause_id: i + 1,
        revision: 0,
        amount: Number(amount),
        created_at: new Date(),
      })),
    )
    .execute();
  const { status, loyaltyStatus } = await statusOf(member);
  assert.deepEqual([status, loyaltyStatus.points, loyaltyStatus.next?.missing], ['bronze', 520, 980]);
  assert.equal((await pointsOf(member)).pointsBalance, 4520);
  const { body } = await as(api, member)<User>('GET', '/user/self/');
  assert.equal(body.loyalty_status, 'bronze');
});

test('[ACCT-07] [HOST-20] points are one’s own, and shown within the pilot only', async (t) => {
  const [member, other] = await Promise.all([api.signUp(), api.signUp()]);
  for (const path of [`/rewards-points/${member.userId}`, `/status/${member.userId}`]) {
    assert.equal((await get(other, path)).status, 403);
    assert.equal((await api.call('GET', SERVICE_BASES.loyalty + path)).status, 401);
  }
  t.mock.property(api.context.env, 'ROLLOUTS', '');
  assert.equal((await get(member, `/status/${member.userId}`)).status, 404);
});
