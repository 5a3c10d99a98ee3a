import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import {
  type ChallengeDetails,
  type ChallengeInput,
  type Leaderboard,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { finishChallenges } from './finish-challenges.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';

let api: TestApi;
let operator: TestMember;
let members: TestMember[];
/** Of May 2026. */
let now = '2026-05-10T12:00:00Z';
const BEFORE = '2026-04-20T12:00:00Z';
const DURING = '2026-05-10T12:00:00Z';
before(async () => {
  api = await startTestApi({ env: { CHALLENGE_OPERATORS: 'operator@example.com' } });
  mock.method(api.context, 'now', () => new Date(now));
  operator = await api.signUp({ email: 'operator@example.com' });
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  members = await Promise.all(Array.from({ length: 6 }, () => api.signUp()));
});
after(() => api.stop());

const by = (member: TestMember) => {
  return <T = ChallengeDetails>(method: string, path: string, body?: unknown) =>
    api.call<T>(method, SERVICE_BASES.challenges + path, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
};
const TEAMS = { score: 'sum', choice: 'pick', names: ['North', 'South'] };
const post = (input: object) =>
  by(operator)('POST', '/v2/challenges', {
    title: 'May',
    kind: 'distance',
    audience: 'everyone',
    first_day: '2026-05-01',
    last_day: '2026-05-31',
    ...input,
  });
async function create(input: object = {}): Promise<number> {
  const answer = await post({ teams: TEAMS, ...input });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
const join = (member: TestMember, id: number, body: object = {}) =>
  by(member)('POST', `/challenges/${id}/users`, body);
const change = (member: TestMember, id: number, body: object) =>
  by(member)('PATCH', `/challenges/${id}/users/${member.userId}`, body);
const leave = (member: TestMember, id: number) =>
  by(member)('DELETE', `/challenges/${id}/users/${member.userId}`);
const details = async (member: TestMember, id: number) =>
  (await by(member)('GET', `/challenges/challenge/${id}/details`)).body;
const board = async (member: TestMember, id: number, query: string) =>
  (await by(member)<Leaderboard>('GET', `/widgets/challenges/${id}/leaderboard?${query}`)).body;
const run = (member: TestMember, distance: number) =>
  log(as(api, member), { start_datetime: '2026-05-03T08:00:00+02:00', duration: 10_800, distance });
const standings = ({ team_board }: ChallengeDetails) =>
  team_board.map(({ name, value, rank, member_count, is_own }) => [name, value, rank, member_count, is_own]);

test('[CHAL-01] team against team: members pick a team, and its result is the sum or the mean of those who are shown', async () => {
  now = DURING;
  const [ann, ben, cem, dora] = members as [TestMember, TestMember, TestMember, TestMember];
  const sum = await create();
  const mean = await create({ teams: { ...TEAMS, score: 'mean' } });
  assert.equal((await join(ann, sum)).status, 400, 'no team');
  assert.equal((await join(ann, sum, { team_id: 3 })).status, 400, 'a team that there is not');
  const teamOf = [1, 1, 2, 2];
  for (const id of [sum, mean])
    for (const [i, member] of [ann, ben, cem, dora].entries())
      assert.equal((await join(member, id, { team_id: teamOf[i] })).status, 201);
  await run(ann, 10_000);
  await run(cem, 8000);
  const { id: long } = await run(dora, 6000);
  assert.deepEqual(standings(await details(ann, sum)), [
    ['South', 14_000, 1, 2, false],
    ['North', 10_000, 2, 2, true],
  ]);
  assert.deepEqual(
    standings(await details(cem, mean)),
    [
      ['South', 7000, 1, 2, true],
      ['North', 5000, 2, 2, false],
    ],
    'a member without a workout counts for the mean',
  );
  // Every change of a workout is one of the team.
  await as(api, dora)('PUT', `/workout/${long}/`, { distance: 2000 });
  assert.deepEqual(
    standings(await details(ann, sum)).map(([name, value, rank]) => [name, value, rank]),
    [
      ['North', 10_000, 1],
      ['South', 10_000, 1],
    ],
    'equal teams share a rank; who reached it first stands first',
  );
  await as(api, dora)('DELETE', `/workout/${long}/`);
  await change(ben, mean, { is_shown: false });
  assert.deepEqual(
    standings(await details(ann, mean)).map(([name, value]) => [name, value]),
    [
      ['North', 10_000],
      ['South', 4000],
    ],
    'who is not shown does not count',
  );
  const north = await board(ann, sum, 'scope=team');
  assert.deepEqual(
    north._embedded.entries.map(({ value, team, is_self }) => [value, team, is_self]),
    [[10_000, 'North', true]],
  );
  assert.deepEqual([north.own?.rank, north.own_offset], [1, 0]);
  const south = await board(ann, sum, 'scope=team&of=2');
  assert.deepEqual([south._embedded.entries.map(({ value }) => value), south.own], [[8000], null]);
  assert.equal((await board(ann, sum, 'scope=team&of=x')).total_count, 0);
});

test('[CHAL-01] teams are changed until the first day and kept after it, also by leaving and coming back', async () => {
  const [ann, ben] = members as [TestMember, TestMember];
  now = BEFORE;
  const id = await create();
  await join(ann, id, { team_id: 1 });
  await join(ben, id, { team_id: 2 });
  const moved = await change(ann, id, { team_id: 2 });
  assert.deepEqual(
    [moved.body.membership?.team_id, moved.body.membership?.can_change_team],
    [2, true],
    moved.text,
  );
  await leave(ben, id);
  assert.equal((await join(ben, id, { team_id: 1 })).body.membership?.team_id, 1, 'before it begins');
  now = DURING;
  assert.equal((await change(ann, id, { team_id: 1 })).status, 409);
  assert.equal((await details(ann, id)).membership?.can_change_team, false);
  await leave(ann, id);
  assert.equal((await join(ann, id, { team_id: 1 })).body.membership?.team_id, 2, 'the team that they left');
});

test('[CHAL-01] members who join at the same time are dealt out to teams of the same size', async () => {
  now = DURING;
  const id = await create({ teams: { score: 'mean', choice: 'assigned', names: ['A', 'B', 'C'] } });
  const answers = await Promise.all(members.map((member) => join(member, id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    members.map(() => 201),
  );
  const { team_board, membership } = await details(members[0]!, id);
  assert.deepEqual(
    team_board.map(({ member_count }) => member_count),
    [2, 2, 2],
  );
  const otherTeam = membership?.team_id === 3 ? 1 : 3;
  assert.equal((await change(members[0]!, id, { team_id: otherTeam })).status, 409);
});

test('[CHAL-01] teams that make no sense are refused, names can be changed later, and a monthly series keeps its teams', async () => {
  now = DURING;
  const refused: object[] = [
    { teams: { ...TEAMS, names: ['One'] } },
    { teams: { ...TEAMS, names: ['One', 'one'] } },
    { teams: { ...TEAMS, names: Array.from({ length: 21 }, (_, i) => `Team ${i}`) } },
    { kind: 'fastest', distance: 5000, teams: TEAMS },
  ];
  for (const input of refused) assert.equal((await post(input)).status, 400, JSON.stringify(input));
  const input: Partial<ChallengeInput> & object = { repeats: 'monthly' };
  const id = await create({ ...input, teams: { ...TEAMS, choice: 'assigned' } });
  await join(members[0]!, id);
  const put = (names: string[]) =>
    by(operator)('PUT', `/v2/challenges/${id}`, {
      title: 'May',
      kind: 'distance',
      audience: 'everyone',
      first_day: '2026-05-01',
      last_day: '2026-05-31',
      ...input,
      teams: { ...TEAMS, choice: 'assigned', names },
    });
  assert.equal((await put(['A', 'B', 'C'])).status, 409, 'another team');
  assert.deepEqual(
    (await put(['A', 'B'])).body.teams?.list.map(({ name }) => name),
    ['A', 'B'],
  );
  await finishChallenges(api.context);
  const june = await api.context.db
    .selectFrom('challenge_teams as t')
    .innerJoin('challenges as c', 'c.id', 't.challenge_id')
    .select('t.name')
    .where('c.series_id', '=', id)
    .where('c.first_day', '=', '2026-06-01')
    .orderBy('t.id')
    .execute();
  assert.deepEqual(
    june.map(({ name }) => name),
    ['A', 'B'],
  );
});

test('[CHAL-01] who left a team that is no more comes back to one that there is', async () => {
  const [ann] = members as [TestMember];
  now = DURING;
  const teams = { ...TEAMS, names: ['A', 'B', 'C'] };
  const id = await create({ teams });
  await join(ann, id, { team_id: 3 });
  await leave(ann, id);
  const fewer = await by(operator)('PUT', `/v2/challenges/${id}`, {
    title: 'May',
    kind: 'distance',
    audience: 'everyone',
    first_day: '2026-05-01',
    last_day: '2026-05-31',
    teams: { ...teams, names: ['A', 'B'] },
  });
  assert.equal(fewer.status, 200, fewer.text);
  assert.equal((await join(ann, id, { team_id: 2 })).body.membership?.team_id, 2);
});

test('[CHAL-01] boards by country and age class hold members who agreed on joining, and nothing of the others', async () => {
  now = DURING;
  const [ann, ben, cem, dora] = members as [TestMember, TestMember, TestMember, TestMember];
  const profiles = [
    { country: 'DE', birthdate: '1990-05-02' },
    { country: 'DE', birthdate: '1980-01-01' },
    { country: 'DE', birthdate: '1990-01-01' },
    { country: 'PL', birthdate: null },
  ];
  for (const [i, profile] of profiles.entries())
    await api.context.db.updateTable('users').set(profile).where('id', '=', members[i]!.userId).execute();
  const id = await create({ teams: null, boards: ['country', 'age_class'] });
  for (const member of [ann, ben, dora]) await join(member, id, { is_classified: true });
  // Nobody stands there who did not say so.
  const { body: cems } = await join(cem, id);
  assert.deepEqual([cems.membership?.country, cems.membership?.age_class], [null, null]);
  await run(ben, 4000);
  await run(dora, 3000);
  const germany = await board(ann, id, 'scope=country');
  assert.deepEqual(
    germany._embedded.entries.map(({ rank, is_self }) => [rank, is_self]),
    [
      [1, true],
      [2, false],
    ],
  );
  assert.deepEqual([germany.total_count, germany.own?.rank], [2, 1]);
  assert.equal((await board(ann, id, 'scope=country&of=PL')).total_count, 1);
  assert.equal((await board(ann, id, 'scope=age_class&of=35to44')).total_count, 1, 'aged on the first day');
  assert.equal((await board(dora, id, 'scope=age_class')).total_count, 0, 'without a date of birth');
  // The consent can be given and taken back.
  await change(ann, id, { is_classified: false });
  assert.equal((await board(ben, id, 'scope=country')).total_count, 1);
  const rows = await api.context.db
    .selectFrom('challenge_members')
    .select(['country', 'age_class'])
    .where('challenge_id', '=', id)
    .where('user_id', 'in', [ann.userId, cem.userId])
    .execute();
  assert.deepEqual(rows, [
    { country: null, age_class: null },
    { country: null, age_class: null },
  ]);
  const again = await change(cem, id, { is_classified: true });
  assert.deepEqual([again.body.membership?.country, again.body.membership?.age_class], ['DE', '35to44']);
  const plain = await create({ teams: null });
  const { body } = await join(ann, plain, { is_classified: true });
  assert.deepEqual(
    [body.membership?.is_classified, body.membership?.country],
    [false, null],
    'nothing is read where no board asks for it',
  );
  assert.equal((await board(ann, plain, 'scope=country&of=DE')).total_count, 0);
});
