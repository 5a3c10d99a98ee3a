import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before, mock } from 'node:test';
import {
  type ChallengeDetails,
  type ChallengeInput,
  type ChallengeList,
  type Leaderboard,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { toUser } from '../friends/testing.ts';
import { withMemberLock } from '../kernel/member-lock.ts';
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { until } from '../testing/mail.ts';
import { challengeSubscriptions } from './follow-workouts.ts';
import { moveOnBoards, readPage } from './board.ts';
import { tidyBoard } from './board-upkeep.ts';
import { announceAwards } from './awards.ts';
import { readChallengesFile, takeUpFile } from './challenges-file.ts';
import { finishChallenges } from './finish-challenges.ts';
import { as, log } from '../workouts/testing.ts';

let api: TestApi;
let maker: TestMember;
let friend: TestMember;
let stranger: TestMember;
const MAY: Partial<ChallengeInput> = {
  title: 'May kilometres',
  kind: 'distance',
  first_day: '2026-05-01',
  last_day: '2026-05-31',
};
/** Of the operators' file; it runs during all tests. */
const SUMMER = {
  ...MAY,
  key: 'summer',
  title: 'From a file',
  kind: 'count',
  target: 1,
  last_day: '2026-08-15',
};
/** The last day of May is not over yet: members still join. */
const LAST_DAY = '2026-05-31T20:00:00Z';
/** May is over, and its results are not final yet. */
const JUNE = '2026-06-02T12:00:00Z';
let now = LAST_DAY;
let challengesFile: string;
before(async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'waymark-challenges-')), 'challenges.json');
  writeFileSync(file, JSON.stringify([SUMMER]));
  challengesFile = file;
  api = await startTestApi({
    env: {
      CHALLENGES_FILE: file,
      CHALLENGE_OPERATORS: 'operator@example.com,second@example.com',
      MODERATORS: 'moderator@example.com',
    },
  });
  mock.method(api.context, 'now', () => new Date(now));
  [maker, friend, stranger] = await Promise.all([api.signUp(), api.signUp(), api.signUp()]);
  await befriend(maker, friend);
});
after(async () => {
  await api.stop();
  rmSync(path.dirname(challengesFile), { recursive: true });
});

async function befriend(one: TestMember, other: TestMember): Promise<void> {
  await as(api, one)('POST', '/friendship/', toUser(other.userId));
  await as(api, other)('PATCH', `/friendship/${one.userId}_${other.userId}/`, { status: 'active' });
}

const by = (member: TestMember | null) => {
  return <T = ChallengeDetails>(method: string, path: string, body?: unknown) =>
    api.call<T>(method, SERVICE_BASES.challenges + path, {
      ...(member && { token: member.token }),
      ...(body !== undefined && { body }),
    });
};

async function create(member: TestMember, input: Partial<ChallengeInput> = {}): Promise<number> {
  const answer = await by(member)('POST', '/v2/challenges', { ...MAY, ...input });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
const details = async (member: TestMember, id: number) =>
  (await by(member)('GET', `/challenges/challenge/${id}/details`)).body;
const join = (member: TestMember, id: number, body: unknown = {}) =>
  by(member)('POST', `/challenges/${id}/users`, body);
const leave = (member: TestMember, id: number) =>
  by(member)('DELETE', `/challenges/${id}/users/${member.userId}`);
const board = async (member: TestMember | null, id: number, query = '') =>
  (await by(member)<Leaderboard>('GET', `/widgets/challenges/${id}/leaderboard${query}`)).body;

test('[CHAL-01] [DATA-01] [DATA-02] a member makes a challenge, friends join and leave it, others see nothing of it', async () => {
  now = '2026-05-10T12:00:00Z';
  const id = await create(maker, { prizes: [{ rank: 1, text: 'A cake' }], target: 100_000 });
  assert.equal((await by(stranger)('GET', `/challenges/challenge/${id}/details`)).status, 404);
  assert.equal((await join(stranger, id)).status, 404);
  const list = async (member: TestMember, state: string) =>
    (
      await by(member)<ChallengeList>('GET', `/v2/challenges?state=${state}&timezone=Europe/Berlin`)
    ).body._embedded.challenges.map((challenge) => challenge.id);
  assert.ok((await list(friend, 'open')).includes(id));
  assert.ok(!(await list(stranger, 'open')).includes(id));
  const joined = await join(friend, id);
  assert.deepEqual(
    [joined.status, joined.body.joined, joined.body.member_count, joined.body.prizes],
    [201, true, 1, [{ rank: 1, text: 'A cake' }]],
  );
  assert.equal((await join(friend, id)).body.member_count, 1, 'joining twice');
  assert.ok((await list(friend, 'joined')).includes(id));
  assert.ok(!(await list(friend, 'open')).includes(id));
  now = JUNE;
  assert.ok((await list(friend, 'past')).includes(id));
  const left = await leave(friend, id);
  assert.deepEqual([left.status, left.body.joined, left.body.member_count], [200, false, 0]);
  assert.equal((await leave(friend, id)).status, 200, 'leaving twice');
  now = LAST_DAY;
  assert.equal(
    (await by(maker)('DELETE', `/challenges/${id}/users/${friend.userId}`)).status,
    403,
    'somebody else',
  );
});

test('[CHAL-02] progress and rank follow workouts that are created, edited, hidden, deleted and restored', async () => {
  const id = await create(maker, { activity_groups: ['run'], target: 20_000 });
  const call = as(api, friend);
  const early = await log(call, { start_datetime: '2026-05-02T08:00:00+02:00', distance: 5000 });
  const { body: joined } = await join(friend, id);
  assert.deepEqual(
    [joined.progress?.value, joined.progress?.rank],
    [5000, 1],
    'counts workouts from before joining',
  );
  await join(maker, id);
  await log(as(api, maker), { start_datetime: '2026-05-03T08:00:00+02:00', distance: 8000 });
  const progress = async () => {
    const { progress: found } = await details(friend, id);
    return [found!.value, found!.board_value, found!.rank, found!.is_completed];
  };
  assert.deepEqual(await progress(), [5000, 5000, 2, false]);
  now = JUNE;
  const path = `/workout/${early.id}/`;
  await call('PUT', path, { distance: 9000.126 });
  assert.deepEqual(await progress(), [9000.13, 9000.13, 1, false], 'edited');
  await call('PUT', path, { privacy: 0 });
  assert.deepEqual(await progress(), [9000.13, 0, null, false], 'counts for oneself, is not on the board');
  await call('PUT', path, { privacy: 3, activity_type_id: 11 });
  assert.deepEqual(await progress(), [0, 0, null, false], 'another activity');
  await call('PUT', path, { activity_type_id: 16, start_datetime: '2026-06-01T08:00:00+02:00' });
  assert.deepEqual(await progress(), [0, 0, null, false], 'outside of the window');
  const changed = await call('PUT', path, {
    start_datetime: '2026-05-31T23:59:00+02:00',
    distance: 20_000,
    duration: 7200,
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(await progress(), [20_000, 20_000, 1, true], 'begins on the last day');
  await call('DELETE', path);
  assert.deepEqual(await progress(), [0, 0, null, false], 'deleted');
  await call('POST', `${path}restore/`);
  assert.deepEqual(await progress(), [20_000, 20_000, 1, true], 'restored');
  now = LAST_DAY;
});

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

test('[CHAL-01] equal results share a rank (1, 2, 2, 4) in the order in which they were reached; a page beyond the end is empty', async () => {
  const runners = await Promise.all(Array.from({ length: 3 }, () => api.signUp()));
  for (const runner of runners) await befriend(maker, runner);
  const id = await create(maker);
  const results: [TestMember, number, string][] = [
    [runners[0]!, 5000, '2026-05-06T10:00:00Z'],
    [runners[1]!, 5000, '2026-05-05T10:00:00Z'],
    [runners[2]!, 4000, '2026-05-01T10:00:00Z'],
    [maker, 9000, '2026-05-07T10:00:00Z'],
  ];
  for (const [member, distance, start_datetime] of results) {
    await join(member, id);
    await log(as(api, member), { distance, start_datetime, activity_type_id: 15, duration: 9000 });
  }
  // The maker has workouts of other tests in this window.
  const { _embedded, total_count, own, own_offset } = await board(runners[0]!, id);
  assert.deepEqual(
    _embedded.entries.map(({ rank, user }) => [rank, user?.id]),
    [
      [1, maker.userId],
      [2, runners[1]!.userId],
      [2, runners[0]!.userId],
      [4, runners[2]!.userId],
    ],
  );
  assert.deepEqual([total_count, own?.rank, own_offset], [4, 2, 2]);
  const around = await board(runners[2]!, id, '?around=me&limit=3');
  assert.deepEqual([around.offset, around._embedded.entries.map(({ rank }) => rank)], [3, [4]]);
  const beyond = await board(runners[2]!, id, '?offset=1000&limit=3');
  assert.deepEqual([beyond._embedded.entries, beyond.own?.rank], [[], 4]);
  const friends = await board(runners[2]!, id, '?scope=friends');
  assert.deepEqual(
    friends._embedded.entries.map(({ rank, is_self }) => [rank, is_self]),
    [
      [1, false],
      [2, true],
    ],
  );
});

test('[CHAL-01] a member with a private profile is on the board without a name; one who is not shown is not on it', async () => {
  const id = await create(maker, { kind: 'count' });
  const hidden = await api.signUp();
  await befriend(maker, hidden);
  await as(api, hidden)('PUT', `/user/${hidden.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 0 },
  });
  await join(hidden, id);
  await log(as(api, hidden), { start_datetime: '2026-05-04T09:00:00+02:00' });
  await join(friend, id);
  const entry = (await board(friend, id))._embedded.entries.find(({ is_self }) => !is_self);
  assert.deepEqual([entry?.user, entry?.value], [null, 1]);
  await by(hidden)('PATCH', `/challenges/${id}/users/${hidden.userId}`, { is_shown: false });
  assert.equal((await board(friend, id))._embedded.entries.filter(({ is_self }) => !is_self).length, 0);
  const own = await details(hidden, id);
  assert.deepEqual([own.progress?.value, own.progress?.rank], [1, null]);
});

test('[DATA-03] challenges for everyone are made by operators, and everybody sees them', async () => {
  const operator = await api.signUp({ email: 'operator@example.com' });
  const body = { ...MAY, audience: 'everyone' };
  assert.equal((await by(operator)('POST', '/v2/challenges', body)).status, 403, 'not confirmed');
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  const { status, body: made } = await by(operator)('POST', '/v2/challenges', body);
  assert.equal(status, 201);
  assert.equal((await by(friend)('POST', '/v2/challenges', body)).status, 403);
  assert.equal((await by(null)('GET', `/challenges/challenge/${made.id}/details`)).status, 200);
  const mayPublish = async (member: TestMember | null) =>
    (await by(member)<ChallengeList>('GET', '/v2/challenges?limit=1')).body.can;
  assert.deepEqual(await mayPublish(operator), { create: true, publish: true });
  assert.deepEqual(await mayPublish(friend), { create: true, publish: false });
  assert.deepEqual(await mayPublish(null), { create: false, publish: false });
  assert.equal((await details(operator, made.id)).can.edit, true);
  assert.equal((await details(friend, made.id)).can.edit, false);
  const renamed = { ...body, title: 'May for all' };
  assert.equal((await by(friend)('PUT', `/v2/challenges/${made.id}`, renamed)).status, 403);
  assert.equal((await by(operator)('PUT', `/v2/challenges/${made.id}`, renamed)).body.title, 'May for all');
  assert.equal((await join(stranger, made.id)).status, 201);
  const german = { ...MAY, audience: 'everyone', country: 'DE' };
  const other = (await by(operator)('POST', '/v2/challenges', german)).body.id;
  assert.equal((await join(stranger, other)).status, 409, 'for another country');
});

test('[CHAL-01] joining and leaving a hundred times in parallel leaves one member or none, and right counts', async () => {
  const id = await create(maker, { kind: 'count' });
  await log(as(api, friend), { start_datetime: '2026-05-09T09:00:00+02:00' });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? join(friend, id) : leave(friend, id))),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 200]));
  const { rows } = await sql<{ members: number; joined: number; ranked: number }>`
    select (select count(*) from challenge_members where challenge_id = ${id}) as members,
      coalesce(sum(n) filter (where group_position = 0), 0)::int as joined,
      coalesce(sum(n) filter (where chunk_id <> 0), 0)::int as ranked
    from challenge_counts where challenge_id = ${id}`.execute(api.context.db);
  const { members, joined, ranked } = rows[0]!;
  assert.deepEqual([joined, ranked], [members, members]);
  await leave(friend, id);
  assert.equal((await details(maker, id)).member_count, 0);
});

test('[CHAL-05] results are provisional for 72 hours; then they are final, the first ranks have awards, and nothing changes them', async () => {
  const runner = await api.signUp();
  await befriend(maker, runner);
  const id = await create(maker, { kind: 'duration', activity_groups: ['yoga'], last_day: '2026-05-30' });
  now = '2026-05-30T20:00:00Z';
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
  now = '2026-06-03T11:59:00Z';
  await finishChallenges(api.context);
  const open = { is_final: false, awards: [] };
  assert.deepEqual(await awards(), [open, open, open]);
  now = '2026-06-03T12:00:00Z';
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
    now = LAST_DAY;
  }
});

const EACH_MONTH: Partial<ChallengeInput> = {
  ...MAY,
  title: 'Each month',
  repeats: 'monthly',
  first_day: '2026-07-01',
  last_day: '2026-07-31',
};
const readSeries = (id: number) =>
  api.context.db
    .selectFrom('challenges')
    .select(['id', 'first_day', 'last_day', 'title', 'repeats'])
    .where('series_id', '=', id)
    .orderBy('first_day')
    .execute();
/** In its first days a challenge of July makes the one of August. */
async function inJuly(steps: () => Promise<void>): Promise<void> {
  now = '2026-07-02T12:00:00Z';
  try {
    await steps();
  } finally {
    now = LAST_DAY;
  }
}

test('[CHAL-01] a challenge that repeats monthly has its next one from its first day on, once', async () => {
  const id = await create(maker, EACH_MONTH);
  await finishChallenges(api.context);
  assert.equal((await readSeries(id)).length, 1, 'has not begun');
  await inJuly(async () => {
    await Promise.all([finishChallenges(api.context), finishChallenges(api.context)]);
    assert.deepEqual(
      (await readSeries(id)).map(({ first_day, last_day }) => [first_day, last_day]),
      [
        ['2026-07-01', '2026-07-31'],
        ['2026-08-01', '2026-08-31'],
      ],
    );
  });
});

test('[CHAL-01] what repeats monthly lasts a whole month, by the API and by the operators’ file', async () => {
  const make = async (days: Pick<ChallengeInput, 'first_day' | 'last_day'>) => {
    const answer = await by(maker)<ChallengeDetails & { diagnostics?: Record<string, string[]> }>(
      'POST',
      '/v2/challenges',
      { ...EACH_MONTH, ...days },
    );
    return [answer.status, answer.body.diagnostics?.['last_day']?.[0]];
  };
  const sentence = 'A challenge that repeats monthly lasts from the first to the last day of a month.';
  const refused = [
    ['2028-02-01', '2028-02-10'],
    ['2028-02-01', '2028-02-28'],
    ['2028-02-02', '2028-02-29'],
    ['2028-02-01', '2028-03-31'],
  ] as const;
  for (const [first_day, last_day] of refused)
    assert.deepEqual(await make({ first_day, last_day }), [400, sentence]);
  assert.deepEqual(await make({ first_day: '2028-02-01', last_day: '2028-02-29' }), [201, undefined]);
  assert.deepEqual(await make({ first_day: '2028-12-01', last_day: '2028-12-31' }), [201, undefined]);
  const file = path.join(path.dirname(challengesFile), 'monthly.json');
  writeFileSync(file, JSON.stringify([{ ...SUMMER, repeats: 'monthly', last_day: '2026-05-10' }]));
  assert.throws(() => readChallengesFile(file), new RegExp(`monthly\\.json summer, last_day: ${sentence}`));
});

test('[CHAL-01] a target that no score says, or that nobody can reach, is refused; whoever has one still changes the words', async () => {
  const refusals: Partial<ChallengeInput>[] = [
    { kind: 'count', target: 2.5 },
    { kind: 'active_days', target: 32 },
    { kind: 'fastest', distance: 5000, target: 9_000_000_000 },
  ];
  for (const input of refusals) {
    const answer = await by(maker)<{ diagnostics: object }>('POST', '/v2/challenges', { ...MAY, ...input });
    assert.deepEqual([answer.status, Object.keys(answer.body.diagnostics)], [400, ['target']]);
  }
  const days = { ...MAY, kind: 'active_days', target: 31 };
  const { status, body } = await by(maker)('POST', '/v2/challenges', days);
  assert.equal(status, 201);
  // From before there was a limit.
  await sql`update challenges set target = 40 where id = ${body.id}`.execute(api.context.db);
  const change = (input: object) => by(maker)('PUT', `/v2/challenges/${body.id}`, { ...days, ...input });
  assert.equal((await change({ target: 40, title: 'Every day' })).body.title, 'Every day');
  assert.equal((await change({ target: 41 })).status, 400);
});

test('[CHAL-01] a changed file reaches all months of its series that are not final', async () => {
  const series = { ...EACH_MONTH, key: 'series', title: 'Of the file', kind: 'count' };
  const takeUp = async (value: object) => {
    writeFileSync(challengesFile, JSON.stringify([SUMMER, value]));
    await takeUpFile(api.context);
  };
  const { db } = api.context;
  await takeUp(series);
  await inJuly(async () => {
    await finishChallenges(api.context);
    now = '2026-08-02T12:00:00Z';
    await finishChallenges(api.context);
    now = '2026-08-10T12:00:00Z';
    await finishChallenges(api.context);
    const partner = { name: 'Ridge Bakery', href: 'https://bakery.example/' };
    const prizes = [{ rank: 1, text: 'Bread' }];
    await takeUp({ ...series, title: 'Of the new file', prizes, partner });
    const months = await db
      .selectFrom('challenges')
      .select(['first_day', 'title', 'prizes', 'partner'])
      .where('title', 'like', 'Of the %file')
      .orderBy('first_day')
      .execute();
    const changed = { title: 'Of the new file', prizes, partner };
    assert.deepEqual(months, [
      { first_day: '2026-07-01', title: 'Of the file', prizes: [], partner: null },
      { first_day: '2026-08-01', ...changed },
      { first_day: '2026-09-01', ...changed },
    ]);
  });
});

test('[CHAL-01] a month of a series is not moved to the days of another one', async () => {
  const july = await create(maker, EACH_MONTH);
  await inJuly(async () => {
    await finishChallenges(api.context);
    const august = (await readSeries(july))[1]!;
    const { status, body } = await by(maker)<{ diagnostics: Record<string, string[]> }>(
      'PUT',
      `/v2/challenges/${july}`,
      { ...EACH_MONTH, first_day: august.first_day, last_day: august.last_day },
    );
    assert.deepEqual([status, Object.keys(body.diagnostics ?? {})], [400, ['first_day']]);
    assert.match(body.diagnostics['first_day']![0]!, /Another challenge of this series begins on that day/);
    const moved = { ...EACH_MONTH, first_day: '2026-10-01', last_day: '2026-10-31' };
    assert.equal((await by(maker)('PUT', `/v2/challenges/${august.id}`, moved)).status, 200);
  });
});

test('[CHAL-01] a series ends from its running month: by an edit without repeats, or by ending it', async () => {
  const input = { ...EACH_MONTH, kind: 'count' as const };
  const ends: readonly ((id: number) => Promise<{ status: number }>)[] = [
    (id) => by(maker)('PUT', `/v2/challenges/${id}`, { ...input, repeats: null }),
    (id) => by(maker)('POST', `/v2/challenges/${id}/end`),
  ];
  for (const end of ends) {
    const [alone, joined] = [await create(maker, input), await create(maker, input)];
    await inJuly(async () => {
      await finishChallenges(api.context);
      const [, own] = await readSeries(alone);
      const [, others] = await readSeries(joined);
      await join(maker, own!.id);
      await join(friend, others!.id);
      for (const id of [alone, joined]) assert.equal((await end(id)).status, 200);
      now = '2026-08-02T12:00:00Z';
      await finishChallenges(api.context);
      assert.deepEqual(
        [await readSeries(alone), await readSeries(joined)].map((months) =>
          months.map(({ first_day, repeats }) => [first_day, repeats]),
        ),
        [
          [['2026-07-01', null]],
          [
            ['2026-07-01', null],
            ['2026-08-01', null],
          ],
        ],
      );
    });
  }
});

test('[CHAL-01] a series that is ended while its next month is made ends', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => create(maker, EACH_MONTH)));
  await inJuly(async () => {
    await Promise.all([
      finishChallenges(api.context),
      ...ids.map((id) => by(maker)('POST', `/v2/challenges/${id}/end`)),
    ]);
    await finishChallenges(api.context);
    for (const id of ids)
      assert.deepEqual(
        (await readSeries(id)).map(({ repeats }) => repeats),
        [null],
      );
  });
});

test('[CHAL-02] [CHAL-05] 500 members finish in the same second: all share the first rank and have its award, and nobody is lost', async () => {
  const id = await create(maker, { kind: 'count' });
  const { db } = api.context;
  const ids = Array.from({ length: 500 }, (_, i) => i + 1);
  const at = new Date('2026-05-01T10:00:00Z');
  const rows = ids.map((user_id) => ({
    user_id,
    challenge_id: id,
    joined_at: at,
    counts_private: true,
    is_shown: true,
    progress: 0,
    score: 0,
    reached_at: at,
    workout_count: 0,
    excluded_count: 0,
    is_classified: false,
    is_anonymous: false,
  }));
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('challenge_members').values(rows).execute();
    await moveOnBoards(
      trx,
      rows.map((after) => ({ before: null, after })),
    );
  });
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
    .set({ freeze_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  // A sweep passes over a board that is being tidied.
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
  const { db } = api.context;
  const at = new Date('2026-05-01T10:00:00Z');
  // One is first, 2,100 are second, and whoever is third has 2,101 before them.
  const rows = Array.from({ length: 2102 }, (_, i) => ({
    user_id: i + 1,
    challenge_id: id,
    joined_at: at,
    counts_private: true,
    is_shown: true,
    progress: 0,
    score: i === 0 ? 3000 : i < 2101 ? 2000 : 1000,
    reached_at: at,
    workout_count: 1,
    excluded_count: 0,
    is_classified: false,
    is_anonymous: false,
  }));
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('challenge_members').values(rows).execute();
    await moveOnBoards(
      trx,
      rows.map((after) => ({ before: null, after })),
    );
  });
  const kinds = (await freezeForAwards(id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['rank_1', ...Array.from({ length: 2100 }, () => 'rank_2')]);
});

test('[CHAL-02] what nobody can do counts nowhere until a moderator accepts the explanation; an edit of its figures ends that', async () => {
  const moderator = await api.signUp({ email: 'moderator@example.com' });
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', moderator.userId)
    .execute();
  const rider = await api.signUp();
  await befriend(maker, rider);
  const id = await create(maker);
  await join(rider, id);
  const call = as(api, rider);
  const { id: workoutId } = await log(call, {
    start_datetime: '2026-05-11T09:00:00+02:00',
    distance: 60_000,
    duration: 3600,
  });
  interface Seen {
    _embedded: {
      contributions: {
        exclusion: string | null;
        review: { state: string; note: string } | null;
        can: { explain: boolean };
      }[];
    };
  }
  const seen = async () => {
    const { body } = await by(rider)<Seen>('GET', `/challenges/${id}/workouts`);
    const [first] = body._embedded.contributions;
    const { progress } = await details(rider, id);
    return [first!.exclusion, first!.review?.state ?? null, first!.can.explain, progress!.value];
  };
  assert.deepEqual(await seen(), ['too_fast', null, true, 0]);
  const explain = (member: TestMember) =>
    by(member)('POST', `/challenges/workouts/${workoutId}/explanation`, { text: 'It was a bicycle.' });
  assert.equal((await explain(friend)).status, 404);
  assert.equal((await explain(rider)).status, 204);
  assert.deepEqual(await seen(), ['too_fast', 'open', false, 0]);
  assert.equal((await by(rider)('GET', '/v2/moderation/workouts')).status, 404);
  const { body: queue } = await by(moderator)<{ total_count: number }>('GET', '/v2/moderation/workouts');
  assert.equal(queue.total_count, 1);
  const decide = () =>
    by(moderator)('PATCH', `/v2/moderation/workouts/${workoutId}`, { decision: 'accepted', note: 'Fine' });
  assert.deepEqual([(await decide()).status, (await decide()).status], [200, 409]);
  assert.deepEqual(await seen(), [null, 'accepted', false, 60_000]);
  assert.equal((await explain(rider)).status, 409);
  await call('PUT', `/workout/${workoutId}/`, { privacy: 0 });
  assert.deepEqual(await seen(), [null, 'accepted', false, 60_000], 'the same figures');
  await call('PUT', `/workout/${workoutId}/`, { distance: 90_000 });
  assert.deepEqual(await seen(), ['too_fast', null, true, 0]);
  await call('PUT', `/workout/${workoutId}/`, { activity_type_id: 11, duration: 3 * 3600 });
  assert.deepEqual(await seen(), [null, null, false, 90_000], 'corrected by its owner');

  // A moderator is no judge of their own workouts, and sees none that its owner has deleted.
  const own = as(api, moderator);
  await join(moderator, await create(moderator));
  const start_datetime = '2026-05-11T09:00:00+02:00';
  const { id: ownId } = await log(own, { start_datetime, distance: 60_000, duration: 3600 });
  const text = 'It was a bicycle.';
  await by(moderator)('POST', `/challenges/workouts/${ownId}/explanation`, { text });
  const decideOwn = () =>
    by(moderator)('PATCH', `/v2/moderation/workouts/${ownId}`, { decision: 'accepted' });
  assert.equal((await decideOwn()).status, 403);
  await own('DELETE', `/workout/${ownId}/`);
  assert.equal((await decideOwn()).status, 404);
  const { body: open } = await by(moderator)<{ total_count: number }>('GET', '/v2/moderation/workouts');
  assert.equal(open.total_count, 0);
});

test('[CHAL-01] [CHAL-05] a challenge of the operators’ file is there once, and completing it is on the shelf and in the feed', async () => {
  const listed = async (member: TestMember) =>
    (
      await by(member)<ChallengeList>('GET', '/v2/challenges?state=open&limit=100')
    ).body._embedded.challenges.filter(({ title }) => title.startsWith('From a file'));
  const [challenge] = await listed(friend);
  assert.deepEqual([challenge!.audience, challenge!.can.edit], ['everyone', false]);
  const partner = { name: 'Ridge Bakery', href: 'https://bakery.example/' };
  assert.equal((await details(friend, challenge!.id)).partner, null);
  const changed = { ...SUMMER, title: 'From a file, again', target: 3, partner };
  writeFileSync(challengesFile, JSON.stringify([changed]));
  await takeUpFile(api.context);
  const [again] = await listed(friend);
  assert.deepEqual(
    [again!.id, again!.title, again!.target],
    [challenge!.id, 'From a file, again', 1],
    'what it counts stays',
  );
  assert.deepEqual((await details(stranger, again!.id)).partner, partner);
  const finisher = await api.signUp();
  await befriend(finisher, friend);
  await log(as(api, finisher), { start_datetime: '2026-05-12T09:00:00+02:00' });
  await join(finisher, challenge!.id);
  await announceAwards(api.context);
  await announceAwards(api.context);
  const { body: feed } = await as(api, friend)<{
    _embedded: { stories: { verb: string; target: { id: number } | null }[] };
  }>('GET', `/activity_story/?feed_type=user&feed_id=${finisher.userId}`);
  assert.deepEqual(
    feed._embedded.stories.map(({ verb }) => verb).filter((verb) => verb === 'join' || verb === 'finish')
      .length,
    2,
  );
  const shelf = (member: TestMember | null) =>
    by(member)<{ total_count: number; _embedded: { awards: { kind: string }[] } }>(
      'GET',
      `/v2/users/${finisher.userId}/awards`,
    );
  const { body } = await shelf(friend);
  assert.deepEqual([body.total_count, body._embedded.awards[0]!.kind], [1, 'completed']);
  const among = await create(finisher, { kind: 'count', target: 1, title: 'Among us' });
  await join(finisher, among);
  assert.equal((await shelf(finisher)).body.total_count, 2);
  assert.equal((await shelf(null)).body.total_count, 1, 'challenges among friends are not shown to others');
  await as(api, finisher)('PUT', `/user/${finisher.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 0 },
  });
  assert.deepEqual([(await shelf(friend)).status, (await shelf(finisher)).status], [404, 200]);
  const odd = { ...partner, href: 'https://bakery.example/\u0000x' };
  writeFileSync(challengesFile, `\uFEFF${JSON.stringify([{ ...changed, partner: odd }])}`);
  await takeUpFile(api.context);
  assert.equal((await details(stranger, again!.id)).partner?.href, 'https://bakery.example/%00x');
  writeFileSync(challengesFile, JSON.stringify([{ ...changed, last_day: '2026-04-01' }]));
  assert.throws(
    () => readChallengesFile(challengesFile),
    /CHALLENGES_FILE: .* summer, last_day: Choose a last day/,
  );
  const script = { ...partner, href: 'javascript:alert(1)' };
  writeFileSync(challengesFile, JSON.stringify([{ ...changed, partner: script }]));
  assert.throws(() => readChallengesFile(challengesFile), /challenge 1, partner\.href: begins with https/);
});

test('[CHAL-01] its maker ends a running challenge: what counted stays, late uploads count for 72 hours, nothing later does', async () => {
  now = '2026-05-10T12:00:00Z';
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
  now = '2026-05-13T12:00:00Z';
  const call = as(api, friend);
  const late = await log(call, { start_datetime: '2026-05-11T06:00:00+02:00' });
  const after = await log(call, { start_datetime: '2026-05-12T06:00:00+02:00' });
  assert.equal((await details(friend, id)).progress!.value, before + 1);
  for (const workout of [late, after]) await call('DELETE', `/workout/${workout.id}/`);
  const future = await create(maker, { kind: 'count', first_day: '2026-06-01', last_day: '2026-06-30' });
  assert.equal((await by(maker)('POST', `/v2/challenges/${future}/end`)).status, 409);
  now = LAST_DAY;
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

test('[CHAL-02] a workout on the other side of the date line counts by the day of the challenge’s zone', async () => {
  const id = await create(maker, { kind: 'count', last_day: '2026-05-01', time_zone: 'Etc/GMT+12' });
  now = '2026-05-02T11:30:00Z';
  const traveller = await api.signUp();
  await befriend(maker, traveller);
  await join(traveller, id);
  const { id: workoutId } = await log(as(api, traveller), {
    start_datetime: '2026-05-03T01:00:00+14:00',
    start_locale_timezone: 'Pacific/Kiritimati',
  });
  const value = async () => (await details(traveller, id)).progress!.value;
  assert.equal(await value(), 1);
  await leave(traveller, id);
  await join(traveller, id);
  assert.equal(await value(), 1, 'counted on joining');
  await as(api, traveller)('DELETE', `/workout/${workoutId}/`);
  assert.equal(await value(), 0);
  now = LAST_DAY;
});

test('[CHAL-01] members join until the last day is over for them, and not while late uploads count', async () => {
  const member = await api.signUp({ time_zone: 'Pacific/Honolulu' });
  await befriend(maker, member);
  const [days, berlin] = [await create(maker), await create(maker, { time_zone: 'Europe/Berlin' })];
  const answers = async (id: number) => {
    const { can, state } = await details(member, id);
    const { status, body } = await join(member, id);
    await leave(member, id);
    return [state, can.join, status, (body as { error?: string }).error];
  };
  const [isOpen, isOver] = [
    ['open', true, 201, undefined],
    ['past', false, 409, 'joining_over'],
  ];
  now = '2026-05-31T21:59:59Z';
  assert.deepEqual([await answers(days), await answers(berlin)], [isOpen, isOpen]);
  now = '2026-05-31T22:00:00Z';
  assert.deepEqual([await answers(days), await answers(berlin)], [isOpen, isOver]);
  now = '2026-06-01T09:59:59Z';
  await join(friend, days);
  assert.deepEqual(await answers(days), isOpen);
  now = '2026-06-01T10:00:00Z';
  assert.deepEqual(await answers(days), isOver);
  // Who has joined stays in it, and their late uploads count; nobody is asked to it any more.
  const invited = await by(maker)('POST', `/v2/challenges/${days}/invitations`, {
    user_ids: [member.userId],
  });
  assert.deepEqual([invited.status, (await details(maker, days)).can.invite], [403, false]);
  now = LAST_DAY;
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

/** The id of the challenge of the operators’ file, which is for everyone. */
const findPublic = async () => {
  const { id } = await api.context.db
    .selectFrom('challenges')
    .select('id')
    .where('source_key', '=', SUMMER.key)
    .executeTakeFirstOrThrow();
  return id;
};

test('[CHAL-01] [DATA-02] calls are answered the same with the api-key of the web client, without one and with another', async () => {
  const id = await findPublic();
  const paths = [
    '/v2/challenges?limit=1',
    `/challenges/challenge/${id}/details`,
    `/widgets/challenges/${id}/leaderboard`,
    `/v2/mobile/challenges/awards/${id}`,
  ];
  const keys: Record<string, string>[] = [
    {},
    { 'api-key': 'waymark-web' },
    { 'api-key': 'of somebody else' },
  ];
  for (const member of [friend, null])
    for (const at of paths) {
      const [without, ...others] = await Promise.all(
        keys.map((headers) =>
          api.call('GET', SERVICE_BASES.challenges + at, { ...(member && { token: member.token }), headers }),
        ),
      );
      assert.equal(without!.status, 200, without!.text);
      for (const other of others) assert.deepEqual([other.status, other.body], [200, without!.body]);
    }
  const joining = await api.call('POST', `${SERVICE_BASES.challenges}/challenges/${id}/users`, {
    headers: { 'api-key': 'waymark-web' },
    body: {},
  });
  assert.equal(joining.status, 401, 'a key is no session');
});

test('[CHAL-01] [DATA-03] lists and details name the caller as their user, and no other member', async () => {
  const id = await findPublic();
  const calls = [
    (userId: number) => `/v2/challenges?user=${userId}`,
    (userId: number) => `/challenges/challenge/${id}/details?mmfUserId=${userId}`,
  ];
  for (const call of calls) {
    const statusOf = async (member: TestMember | null, userId: number) =>
      (await by(member)('GET', call(userId))).status;
    assert.deepEqual(
      [
        await statusOf(friend, friend.userId),
        await statusOf(friend, maker.userId),
        await statusOf(null, maker.userId),
      ],
      [200, 403, 403],
    );
  }
});

test('[CHAL-01] [DATA-02] links to the pages of a list keep its state and its time zone', async () => {
  for (const title of ['One of two', 'Two of two']) await create(maker, { title });
  const zone = 'Pacific/Kiritimati';
  const { body } = await by(maker)<ChallengeList>(
    'GET',
    `/v2/challenges?state=open&timezone=${zone}&limit=1&offset=1`,
  );
  for (const name of ['self', 'prev'] as const) {
    const { searchParams } = new URL(body._links[name]![0]!.href, api.url);
    assert.deepEqual(
      ['state', 'timezone', 'limit'].map((param) => searchParams.get(param)),
      ['open', zone, '1'],
    );
  }
});

test('[CHAL-01] [DATA-03] pages of partners read the board that visitors see, and nothing of a session', async () => {
  const [id, among] = [await findPublic(), await create(friend)];
  const hidden = await api.signUp();
  await as(api, hidden)('PUT', `/user/${hidden.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 0 },
  });
  await join(hidden, id);
  await log(as(api, hidden), { start_datetime: '2026-05-12T09:00:00Z' });
  const read = (member: TestMember | null, path: string) =>
    api.call<Leaderboard>('GET', SERVICE_BASES.challenges + path, {
      ...(member && { token: member.token }),
      headers: { origin: 'https://bakery.example' },
    });
  const originOf = async (member: TestMember | null, path: string) => {
    const { headers } = await read(member, path);
    assert.equal(headers.get('access-control-allow-credentials'), null);
    return headers.get('access-control-allow-origin');
  };
  const at = `/widgets/challenges/${id}/leaderboard`;
  const { body, status } = await read(null, `${at}?limit=100`);
  const ids = new Set(body._embedded.entries.map(({ user }) => user?.id ?? null));
  assert.deepEqual([status, ids.has(null), ids.has(hidden.userId)], [200, true, false]);
  assert.deepEqual(
    [
      await originOf(null, at),
      await originOf(friend, at),
      await originOf(null, `/widgets/challenges/${among}/leaderboard`),
      await originOf(null, `/challenges/challenge/${id}/details`),
    ],
    ['*', null, null, null],
  );
});
