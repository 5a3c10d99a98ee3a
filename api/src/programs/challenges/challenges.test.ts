import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type ChallengeDetails,
  type ChallengeInput,
  type ChallengeList,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { answerConsents } from '../../testing/answer-consents.ts';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { sameId, saveRepeatedly } from '../../testing/repeated-saves.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { correctChallenge } from './correct-challenge.ts';
import { LAST_DAY, MAY, setUpChallenges } from './challenges.test-helper.ts';

let api: TestApi;
let maker: TestMember;
let friend: TestMember;
let stranger: TestMember;
const { clock, by, create, details, join, leave, board, befriend } = setUpChallenges((setup) => {
  ({ api, maker, friend, stranger } = setup);
});
/** May is over, and its results are not final yet. */
const JUNE = '2026-06-02T12:00:00Z';

test('[CHAL-01] [DATA-01] [DATA-02] a member makes a challenge, friends join and leave it, others see nothing of it', async () => {
  clock.now = '2026-05-10T12:00:00Z';
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
  clock.now = JUNE;
  assert.ok((await list(friend, 'past')).includes(id));
  const left = await leave(friend, id);
  assert.deepEqual([left.status, left.body.joined, left.body.member_count], [200, false, 0]);
  assert.equal((await leave(friend, id)).status, 200, 'leaving twice');
  clock.now = LAST_DAY;
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
  clock.now = JUNE;
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
  clock.now = LAST_DAY;
});

test('[CHAL-02] [PRIV-02] energy from a heart rate counts while its use is allowed, in every challenge in energy', async () => {
  const member = await api.signUp();
  await befriend(maker, member);
  const call = as(api, member);
  const [one, other] = [await create(maker, { kind: 'energy' }), await create(maker, { kind: 'energy' })];
  await join(member, one);
  const start_datetime = '2026-05-12T08:00:00Z';
  await log(call, { start_datetime, heartrate_avg: 150, energy: 2_000_000 });
  await log(call, { start_datetime: '2026-05-13T08:00:00Z', energy: 500_000 });
  const energies = async () => {
    const answers = await Promise.all([one, other].map((id) => details(member, id)));
    return answers.map(({ progress }) => progress?.value ?? null);
  };
  assert.deepEqual(await energies(), [2_500_000, null]);
  await answerConsents(api, member, { health: 'declined' });
  assert.deepEqual(await energies(), [500_000, null], 'hidden');
  await join(member, other);
  assert.deepEqual(await energies(), [500_000, 500_000], 'joined while it is hidden');
  await correctChallenge(api.context, one);
  assert.deepEqual(await energies(), [500_000, 500_000], 'the correction of the day');
  await answerConsents(api, member, { health: 'accepted' });
  assert.deepEqual(await energies(), [2_500_000, 2_500_000], 'allowed again');
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

test('[CHAL-02] a workout on the other side of the date line counts by the day of the challenge’s zone', async () => {
  const id = await create(maker, { kind: 'count', last_day: '2026-05-01', time_zone: 'Etc/GMT+12' });
  clock.now = '2026-05-02T11:30:00Z';
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
  clock.now = LAST_DAY;
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
  clock.now = '2026-05-31T21:59:59Z';
  assert.deepEqual([await answers(days), await answers(berlin)], [isOpen, isOpen]);
  clock.now = '2026-05-31T22:00:00Z';
  assert.deepEqual([await answers(days), await answers(berlin)], [isOpen, isOver]);
  clock.now = '2026-06-01T09:59:59Z';
  await join(friend, days);
  assert.deepEqual(await answers(days), isOpen);
  clock.now = '2026-06-01T10:00:00Z';
  assert.deepEqual(await answers(days), isOver);
  // Who has joined stays in it, and their late uploads count; nobody is asked to it any more.
  const invited = await by(maker)('POST', `/v2/challenges/${days}/invitations`, {
    user_ids: [member.userId],
  });
  assert.deepEqual([invited.status, (await details(maker, days)).can.invite], [403, false]);
  clock.now = LAST_DAY;
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

test('[SESS-06] [CHAL-01] a form that is sent again makes one challenge, and answers with it as it is by now', async () => {
  const members = [await api.signUp(), await api.signUp()] as const;
  const [{ userId }] = members;
  const body = { ...MAY, title: 'Once' };
  const { answers, theirs, repeat } = await saveRepeatedly<ChallengeDetails>(api, {
    path: `${SERVICE_BASES.challenges}/v2/challenges`,
    body,
    changed: { ...body, title: 'Twice' },
    refused: { ...body, last_day: '2026-04-30' },
    members,
  });
  const id = sameId(answers);
  assert.notEqual(theirs.id, id);
  const made = () =>
    api.context.db.selectFrom('challenges').select('id').where('owner_id', '=', userId).execute();
  assert.deepEqual(await made(), [{ id }]);
  const path = `/v2/challenges/${String(id)}`;
  assert.equal((await by(members[0])('PUT', path, { ...body, title: 'Renamed' })).status, 200);
  assert.equal((await repeat()).body.title, 'Renamed');
  await by(members[0])('DELETE', path);
  assert.equal((await repeat()).status, 404);
  assert.deepEqual(await made(), []);
});
