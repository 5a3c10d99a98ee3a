import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ChallengeAward,
  type ChallengeDetails,
  type ConsentStatus,
  type ErrorBody,
  type Group,
  type GroupDetails,
  type Leaderboard,
  type MemberCard,
  type NotificationList,
  SERVICE_BASES,
  type Story,
  type StoryList,
  type User,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { protectYoungMembers } from '../consents/protect-young-members.ts';
import { finishChallenges } from '../../programs/challenges/finish-challenges.ts';
import { befriend, toUser } from '../friends/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { LOOP } from '../../maps/routes/testing.ts';
import { as, log } from '../../training/workouts/testing.ts';

const DAY_MS = 86_400_000;
/** The moment that the API takes for now: noon, so that what began two hours ago is of the same day. */
const clock = { at: new Date().setUTCHours(12, 0, 0, 0) };
let api: TestApi;
before(async () => {
  api = await startTestApi({ env: { CHALLENGE_OPERATORS: 'operator@example.com' } });
  api.context.now = () => new Date(clock.at);
});
after(() => api.stop());

const bornYearsAgo = (years: number, days = 0): string => {
  const day = new Date(clock.at - days * DAY_MS);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
};
const young = (over: object = {}) => api.signUp({ birthdate: bornYearsAgo(13, 40), country: 'US', ...over });
const self = async (member: TestMember): Promise<User> =>
  (await as(api, member)<User>('GET', '/user/self/')).body;
const put = (member: TestMember, body: object) =>
  as(api, member)<User & ErrorBody>('PUT', `/user/${member.userId}/`, body);
const levels = ({ default_privacy: { profile, workout, route } }: User) => [profile, workout, route];
const OPEN = { default_privacy: { profile: 3, workout: 3, route: 3 } };

async function storyOf(reader: TestMember, owner: TestMember): Promise<Story> {
  const { body } = await as(api, reader)<StoryList>(
    'GET',
    `/activity_story/?feed_type=user&feed_id=${owner.userId}`,
  );
  return body._embedded.stories.find(({ object }) => object.type === 'workout')!;
}
const comment = (writer: TestMember, storyId: number, text: string, more: object = {}) =>
  as(api, writer)<ErrorBody>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: storyId,
    object: { type: 'comment', text },
    ...more,
  });
const newsOf = async (member: TestMember) =>
  (await as(api, member)<NotificationList>('GET', '/notification/')).body._embedded.notifications;

test('[DATA-03] [PRIV-02] who is below the age of their country starts private; who is of age as before', async () => {
  const cases: [number, string, boolean][] = [
    [13, 'US', true],
    [15, 'US', true],
    [16, 'US', false],
    [17, 'GB', true],
    [18, 'GB', false],
  ];
  for (const [years, country, isYoung] of cases) {
    const user = await self(await young({ birthdate: bornYearsAgo(years, 40), country }));
    assert.deepEqual(levels(user), isYoung ? [0, 0, 0] : [3, 1, 1], `${years} in ${country}`);
    assert.equal(user.age_protection, isYoung ? 'on' : undefined);
  }
  const member = await young();
  const workout = await log(as(api, member), {});
  assert.equal(workout._links['privacy']?.[0]?.id, '0', 'a workout that names no level');
});

test('[SOC-03] [SOC-04] [DATA-03] strangers neither find nor ask a young member, unless the profile was opened, and then without words', async () => {
  const [member, stranger] = [await young({ last_name: 'Sprinter' }), await api.signUp()];
  const find = async () =>
    (
      await as(api, stranger)<{ _embedded: { users: MemberCard[] } }>('GET', '/user/?q=sprinter')
    ).body._embedded.users.map(({ id }) => id);
  const ask = (message: string) =>
    as(api, stranger)<ErrorBody>('POST', '/friendship/', { ...toUser(member.userId), message });
  assert.deepEqual(await find(), []);
  assert.equal((await ask('')).status, 404);
  assert.equal((await put(member, OPEN)).status, 200);
  assert.deepEqual(await find(), [member.userId]);
  const refused = await ask('Where do you run on Sundays?');
  assert.deepEqual([refused.status, refused.body.error], [403, 'words_from_friends_only']);
  assert.equal((await ask('')).status, 201);
  // Whom the member asks may be an adult, with words; their answer is a friendship.
  const coach = await api.signUp();
  const asked = await as(api, member)('POST', '/friendship/', {
    ...toUser(coach.userId),
    message: 'Hello coach',
  });
  assert.equal(asked.status, 201);
});

test('[SOC-02] [DATA-03] strangers do not comment on what a young member made public, do not mention them, nor reach them by an answer', async () => {
  const [member, friend, stranger] = [await young(), await api.signUp(), await api.signUp()];
  await put(member, OPEN);
  await befriend(api, member, friend);
  await log(as(api, member), { privacy: 3, name: 'Lap of the park' });
  const seen = await storyOf(stranger, member);
  assert.deepEqual([seen.can.comment, seen.settings.has_comments, seen.can.like], [false, false, true]);
  const refused = await comment(stranger, seen.id, 'Nice park. Which one?');
  assert.deepEqual([refused.status, refused.body.error], [409, 'comments_off']);
  const ofFriend = await storyOf(friend, member);
  assert.deepEqual([ofFriend.can.comment, ofFriend.settings.has_comments], [true, true]);
  assert.equal((await comment(friend, seen.id, 'Well run')).status, 201);
  assert.equal((await storyOf(member, member)).settings.has_comments, true);

  const { username } = await self(member);
  await log(as(api, friend), { privacy: 3, name: 'Seen by everybody' });
  const { id } = await storyOf(stranger, friend);
  const own = await as(api, member)<{ id: number }>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: id,
    object: { type: 'comment', text: 'Wait for me' },
  });
  await comment(stranger, id, `@${username} I would wait for you`);
  const below = await comment(friend, id, 'We will', { parent_reply_id: own.body.id });
  for (const answered of [own.body.id, (below.body as unknown as { id: number }).id]) {
    const answer = await comment(stranger, id, 'Me too', { parent_reply_id: answered });
    assert.deepEqual([answer.status, answer.body.error], [409, 'comments_off']);
  }
  const news = (await newsOf(member)).filter(({ actors }) =>
    actors.some(({ id: by }) => by === stranger.userId),
  );
  assert.deepEqual(news, []);
  await comment(friend, id, `@${username} next time`);
  assert.ok((await newsOf(member)).some(({ actors }) => actors.some(({ id: by }) => by === friend.userId)));
});

const challenges = <T>(who: TestMember | null, method: string, path: string, body?: unknown) =>
  api.call<T & ErrorBody>(method, SERVICE_BASES.challenges + path, {
    ...(who && { token: who.token }),
    ...(body !== undefined && { body }),
  });
const daysFromNow = (days: number) => new Date(clock.at + days * DAY_MS).toISOString().slice(0, 10);

test('[CHAL-01] [DATA-03] a board has young members for their friends and themselves only; others have the ranks without them', async () => {
  const operator = await api.signUp({ email: 'operator@example.com' });
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  const [member, friend, stranger] = [await young(), await api.signUp(), await api.signUp()];
  await put(member, OPEN);
  await put(stranger, OPEN);
  await befriend(api, member, friend);
  const made = await challenges<{ id: number }>(operator, 'POST', '/v2/challenges', {
    title: 'Everybody runs',
    kind: 'distance',
    audience: 'everyone',
    first_day: daysFromNow(0),
    last_day: daysFromNow(1),
    teams: { names: ['Red', 'Blue'], score: 'sum', choice: 'pick' },
    boards: ['country'],
  });
  assert.equal(made.status, 201, made.text);
  const path = `/challenges/challenge/${made.body.id}/details`;
  for (const who of [member, stranger])
    assert.ok(
      (
        await challenges(who, 'POST', `/challenges/${made.body.id}/users`, {
          team_id: 1,
          is_classified: true,
        })
      ).status < 300,
    );
  const start_datetime = new Date(clock.at - 7_200_000).toISOString();
  await log(as(api, member), { privacy: 3, start_datetime, distance: 9000, duration: 4000 });
  await log(as(api, stranger), { privacy: 3, start_datetime, distance: 5000, duration: 4000 });
  const boardOf = async (who: TestMember | null, scope: string) => {
    const { body } = await challenges<Leaderboard>(
      who,
      'GET',
      `/widgets/challenges/${made.body.id}/leaderboard?scope=${scope}`,
    );
    assert.equal(body.total_count, body._embedded.entries.length);
    return body._embedded.entries.map(({ user, rank }) => [user?.id ?? null, rank]);
  };
  const alone = [[stranger.userId, 1]];
  const withYoungMember = [
    [member.userId, 1],
    [stranger.userId, 2],
  ];
  for (const scope of ['everyone', 'team']) {
    assert.deepEqual(await boardOf(stranger, scope), alone, scope);
    assert.deepEqual(await boardOf(member, scope), withYoungMember, scope);
  }
  assert.deepEqual(await boardOf(null, 'everyone'), alone);
  assert.deepEqual(await boardOf(friend, 'everyone'), withYoungMember);
  const { body: seen } = await challenges<ChallengeDetails>(stranger, 'GET', path);
  assert.deepEqual(
    [seen.member_count, seen.stats.ranked_count, seen.progress?.rank, seen.team_board[0]?.value],
    [1, 1, 1, 5000],
  );
  const { body: own } = await challenges<ChallengeDetails>(member, 'GET', path);
  assert.deepEqual([own.member_count, own.progress?.rank], [2, 1]);

  clock.at += 6 * DAY_MS;
  try {
    await finishChallenges(api.context);
    const awardOf = async (who: TestMember, of: TestMember) =>
      (
        await challenges<{ _embedded: { awards: ChallengeAward[] } }>(
          who,
          'GET',
          `/v2/users/${of.userId}/awards`,
        )
      ).body._embedded.awards.map(({ kind }) => kind);
    assert.deepEqual(await awardOf(member, member), ['rank_1'], 'by the board that they see');
    assert.deepEqual(await awardOf(stranger, stranger), ['rank_1']);
    assert.deepEqual(await awardOf(stranger, member), [], 'told to nobody else');
  } finally {
    clock.at -= 6 * DAY_MS;
  }
});

test('[CHAL-01] [DATA-03] in a group of a friend, strangers neither tell young members of a challenge nor read their names', async () => {
  const [member, owner, stranger] = [
    await young({ last_name: 'Sprinter' }),
    await api.signUp(),
    await api.signUp(),
  ];
  await befriend(api, member, owner);
  await befriend(api, owner, stranger);
  const { body: group } = await challenges<Group>(owner, 'POST', '/v2/groups', { name: 'Sunday runners' });
  const path = `/v2/groups/${group.id}`;
  await challenges(owner, 'POST', `${path}/invitations`, { user_ids: [member.userId, stranger.userId] });
  for (const who of [member, stranger])
    assert.ok((await challenges(who, 'POST', `${path}/users`, {})).status < 300);
  const challengeOf = (who: TestMember, title: string) =>
    challenges(who, 'POST', '/v2/challenges', {
      title,
      kind: 'distance',
      audience: 'group',
      group_id: group.id,
      first_day: daysFromNow(0),
      last_day: daysFromNow(20),
    });
  assert.equal((await challengeOf(stranger, 'Write to me at the pond')).status, 201);
  assert.equal((await challengeOf(owner, 'Round the pond')).status, 201);
  const actorIds = (await newsOf(member)).flatMap(({ kind, actors }) =>
    kind === 'challenge' ? actors.map(({ id }) => id) : [],
  );
  assert.ok(actorIds.includes(owner.userId) && !actorIds.includes(stranger.userId), actorIds.join(', '));
  const membersFor = async (who: TestMember) => {
    const { body } = await challenges<GroupDetails>(who, 'GET', path);
    assert.equal(body.member_count, body.members.length);
    return body.members.map(({ id }) => id).toSorted((a, b) => a - b);
  };
  const ids = [member, owner, stranger].map(({ userId }) => userId).toSorted((a, b) => a - b);
  assert.deepEqual(
    await membersFor(stranger),
    ids.filter((id) => id !== member.userId),
  );
  for (const who of [owner, member]) assert.deepEqual(await membersFor(who), ids);
  // A stranger who owns the group does not read the name either, of whoever it passes on to.
  assert.equal((await challenges(owner, 'PATCH', path, { owner_id: stranger.userId })).status, 200);
  assert.equal((await challenges(owner, 'DELETE', `${path}/users/${owner.userId}`)).status, 204);
  const { body: losses } = await api.call<{ losses: { groups: { heir_name: string | null }[] } }>(
    'GET',
    '/auth/deletion-request',
    { token: stranger.token },
  );
  assert.deepEqual(
    losses.losses.groups.map(({ heir_name }) => heir_name),
    [''],
  );
});

test('[ACCT-02] [DATA-03] a birthday opens nothing by itself: protection ends when the member says so, and not before', async () => {
  const [member, stranger] = [await young({ birthdate: bornYearsAgo(16, -3) }), await api.signUp()];
  const early = await put(member, { age_protection: 'off' });
  assert.equal(early.status, 400);
  assert.deepEqual(early.body.diagnostics?.['age_protection'], ['This stays on until you are older.']);
  clock.at += 4 * DAY_MS;
  const grown = await self(member);
  assert.deepEqual([levels(grown), grown.age_protection], [[0, 0, 0], 'can_end']);
  await put(member, OPEN);
  const words = { ...toUser(member.userId), message: 'Happy birthday' };
  assert.equal((await as(api, stranger)('POST', '/friendship/', words)).status, 403);
  const ended = await put(member, { age_protection: 'off' });
  assert.deepEqual([ended.status, ended.body.age_protection], [200, undefined]);
  assert.equal((await as(api, stranger)('POST', '/friendship/', words)).status, 201);
});

test('[ACCT-01] [DATA-03] nobody ends their protection by another birthdate: support corrects it', async () => {
  const member = await young({ birthdate: bornYearsAgo(14, 40) });
  for (const birthdate of ['1990-05-07', bornYearsAgo(14, 41)])
    for (const more of [{}, { age_protection: 'off' }, OPEN]) {
      const { status, body } = await put(member, { birthdate, ...more });
      assert.equal(status, 400, birthdate);
      assert.match(body.diagnostics?.['birthdate']?.[0] ?? '', /support/);
    }
  const unchanged = await self(member);
  assert.deepEqual(
    [unchanged.birthdate, unchanged.age_protection, levels(unchanged)],
    [bornYearsAgo(14, 40), 'on', [0, 0, 0]],
  );
  const { status, body } = await put(member, { birthdate: bornYearsAgo(14, 39), first_name: 'Younger' });
  assert.deepEqual([status, body.birthdate], [200, bornYearsAgo(14, 39)]);
});

test('[ACCT-01] [DATA-03] [PRIV-02] who turns out to be young is as private as after a sign-up, with all that is there', async () => {
  const [grown, stranger] = [await api.signUp({ country: 'US' }), await api.signUp()];
  const call = as(api, grown);
  await put(grown, OPEN);
  const workout = await log(call, { privacy: 3 });
  const linked = await log(call, { privacy: 6 });
  const deleted = await log(call, { privacy: 3 });
  await call('DELETE', `/workout/${deleted.id}/`);
  const { body: route } = await call<{ id: number }>('POST', '/route/', {
    ...LOOP,
    privacy: 3,
  });
  await call('POST', '/activity_story/', {
    verb: 'post',
    privacy: 3,
    object: { type: 'status', text: 'For everyone' },
  });
  const storiesFor = async (who: TestMember) =>
    (await as(api, who)<StoryList>('GET', `/activity_story/?feed_type=user&feed_id=${grown.userId}`)).body
      ._embedded.stories.length;
  assert.ok((await storiesFor(stranger)) > 1);

  const { body: younger } = await put(grown, { birthdate: bornYearsAgo(14), ...OPEN });
  assert.deepEqual([levels(younger), younger.age_protection], [[0, 0, 0], 'on']);
  await call('POST', `/workout/${deleted.id}/restore/`);
  const { db } = api.context;
  for (const table of ['workouts', 'routes', 'link_keys', 'stories'] as const)
    assert.deepEqual(
      await db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', grown.userId)
        .$if(table !== 'link_keys', (rows) => rows.where(sql<boolean>`privacy in (3, 6)`))
        .execute(),
      [],
      table,
    );
  for (const path of [`/workout/${workout.id}/`, `/workout/${linked.id}/`, `/route/${route.id}/`])
    assert.notEqual((await as(api, stranger)('GET', path)).status, 200, path);
  assert.equal(await storiesFor(stranger), 0);
  assert.equal((await call('GET', `/workout/${workout.id}/`)).status, 200);
});

const moveTo = async (member: TestMember, place: { country: string; state?: string }) => {
  const { body: matrix } = await api.call<{ id: string; version: number }>(
    'GET',
    `/auth/consents-matrix/${place.country}`,
  );
  const moved = await api.call<ConsentStatus>('POST', '/auth/update-consents', {
    token: member.token,
    body: {
      ...place,
      matrix_id: matrix.id,
      matrix_version: matrix.version,
      choices: {},
      locale: 'en-gb',
      screen: 'test',
    },
  });
  assert.equal(moved.status, 200, moved.text);
  return moved.body.consents.filter(({ is_granted }) => is_granted).map(({ id }) => id);
};

test('[PRIV-02] [DATA-03] who moves to where they count as grown may end their protection, and nothing goes on by the move or the end', async () => {
  const member = await young({ birthdate: bornYearsAgo(17, 40), country: 'GB', consents: undefined });
  const granted = await moveTo(member, { country: 'US', state: 'TX' });
  assert.deepEqual(granted, ['terms', 'privacy_policy']);
  assert.equal((await self(member)).age_protection, 'can_end');
  const { body: ended } = await put(member, { age_protection: 'off' });
  assert.equal(ended.age_protection, undefined);
  const on = Object.entries(ended.consents).filter(([, isGranted]) => isGranted);
  assert.deepEqual(
    on.map(([id]) => id),
    ['terms', 'privacy_policy'],
  );
});

test('[ACCT-01] [DATA-03] another country protects at once, and nobody becomes too young', async () => {
  const grown = await api.signUp({ country: 'US' });
  const tooYoung = await put(grown, { birthdate: bornYearsAgo(9) });
  assert.deepEqual([tooYoung.status, tooYoung.body.error], [403, 'birthdate/ineligible']);

  const moving = await api.signUp({ birthdate: bornYearsAgo(17), country: 'US' });
  await moveTo(moving, { country: 'GB' });
  assert.equal((await self(moving)).age_protection, 'on');
});

test('[DATA-03] young members of before are protected as the API starts and each hour; who ended it stays as they are', async () => {
  const [member, ended] = [await young(), await young({ birthdate: bornYearsAgo(20) })];
  const { db } = api.context;
  const { body: route } = await as(api, member)<{ id: number }>('POST', '/route/', LOOP);
  const passes = [
    () => protectYoungMembers(api.context),
    () => api.context.jobs.send('young_members.protect', { period: 0 }),
  ];
  for (const pass of passes) {
    await db
      .updateTable('users')
      .set({ is_protected: false, profile_privacy: 3 })
      .where('id', 'in', [member.userId, ended.userId])
      .execute();
    await db.updateTable('routes').set({ privacy: 3 }).where('id', '=', route.id).execute();
    await pass();
    await until('they are protected', async () => (await self(member)).age_protection === 'on');
    assert.deepEqual(levels(await self(member)), [0, 0, 0]);
    const { privacy } = (await as(api, member)<{ privacy: number }>('GET', `/route/${route.id}/`)).body;
    assert.equal(privacy, 0, 'what stayed open');
    assert.equal((await self(ended)).age_protection, undefined);
  }
});
