import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type ChallengeInput,
  type ChallengeList,
  type Group,
  type GroupDetails,
  type Leaderboard,
  type NotificationCount,
  type NotificationList,
} from '@waymark/api-contract';
import { readPushGroups, readUnmailedGroups } from '../../community/notifications/read-notifications.ts';
import { named, pairOf } from '../../members/friends/testing.ts';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { LAST_DAY, setUpChallenges, withoutChallengeSweep } from './challenges.test-helper.ts';
import { correctCounts } from './board-upkeep.ts';
import { finishChallenges } from './finish-challenges.ts';
import { endLostGroups } from './group-members.ts';
import { endLostMemberships } from './memberships.ts';

let api: TestApi;
const { clock, by, create, details, join, leave, board, befriend } = setUpChallenges((setup) => {
  ({ api } = setup);
}, withoutChallengeSweep);

const block = (one: TestMember, other: TestMember) =>
  as(api, one)('POST', '/user_block/', named(other.userId));
const unblock = (one: TestMember, other: TestMember) =>
  as(api, one)('DELETE', `/user_block/${other.userId}/`);
const unfriend = (one: TestMember, other: TestMember) =>
  as(api, one)('DELETE', `/friendship/${pairOf(one, other)}/`);
const signUp = (n: number): Promise<TestMember[]> =>
  Promise.all(Array.from({ length: n }, () => api.signUp()));
async function friendsOf(maker: TestMember, n: number): Promise<TestMember[]> {
  const friends = await signUp(n);
  for (const friend of friends) await befriend(maker, friend);
  return friends;
}
const run = (member: TestMember, distance: number) =>
  log(as(api, member), {
    start_datetime: '2026-05-10T09:00:00+02:00',
    distance,
    duration: 20_000,
    privacy: 3,
  });
/** Joins and runs, each so many metres. */
async function takePart(id: number, results: readonly (readonly [TestMember, number])[], body: object = {}) {
  for (const [member, distance] of results) {
    assert.equal((await join(member, id, body)).status, 201);
    await run(member, distance);
  }
}
const idsOf = ({ _embedded }: Leaderboard) => _embedded.entries.map(({ user }) => user?.id ?? null);
const ranksOf = ({ _embedded }: Leaderboard) => _embedded.entries.map(({ rank }) => rank);
const listed = async (member: TestMember) =>
  (await by(member)<ChallengeList>('GET', '/v2/challenges?limit=100')).body._embedded.challenges.map(
    ({ id }) => id,
  );
/** What each call about a challenge answers to a member. */
async function statusesOf(member: TestMember, id: number): Promise<Record<string, number>> {
  const paths = {
    details: `/challenges/challenge/${id}/details`,
    workouts: `/challenges/${id}/workouts`,
    awards: `/v2/mobile/challenges/awards/${id}`,
    leaderboard: `/widgets/challenges/${id}/leaderboard`,
  };
  const statuses: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) statuses[name] = (await by(member)('GET', path)).status;
  statuses['settings'] = (
    await by(member)('PATCH', `/challenges/${id}/users/${member.userId}`, { is_shown: false })
  ).status;
  statuses['leave'] = (await leave(member, id)).status;
  statuses['join'] = (await join(member, id)).status;
  return statuses;
}
const NOTHING = {
  details: 404,
  workouts: 404,
  awards: 404,
  leaderboard: 404,
  settings: 404,
  leave: 404,
  join: 404,
};

const ENDINGS: Record<string, (maker: TestMember, member: TestMember) => Promise<unknown>> = {
  'its maker blocks the member': (maker, member) => block(maker, member),
  'the member blocks its maker': (maker, member) => block(member, maker),
  'its maker ends the friendship': (maker, member) => unfriend(maker, member),
  'the member ends the friendship': (maker, member) => unfriend(member, maker),
};
for (const [ending, end] of Object.entries(ENDINGS))
  test(`[CHAL-01] [SOC-04] [DATA-03] a challenge among friends is left when ${ending}, and joined again by friends alone`, async () => {
    const [maker] = await signUp(1);
    const [member, witness] = await friendsOf(maker!, 2);
    const id = await create(maker!, { target: 1 });
    await takePart(id, [
      [maker!, 3000],
      [member!, 5000],
      [witness!, 4000],
    ]);
    // Awards are the member's, with the title that they had: the rest of the challenge is not told by them.
    await api.context.db.deleteFrom('challenge_awards').where('user_id', '=', member!.userId).execute();
    await end(maker!, member!);
    assert.deepEqual(await statusesOf(member!, id), NOTHING);
    assert.ok(!(await listed(member!)).includes(id));
    for (const viewer of [maker!, witness!]) {
      const { member_count, progress, leaderboard } = await details(viewer, id);
      assert.deepEqual(
        [member_count, idsOf(leaderboard), progress?.rank],
        [2, [witness!.userId, maker!.userId], viewer === maker ? 2 : 1],
      );
    }
    assert.equal(await correctCounts(api.context.db, id), false, 'the board counts who is on it');
    await unblock(maker!, member!);
    await unblock(member!, maker!);
    if (!(await listed(member!)).includes(id)) await befriend(maker!, member!);
    assert.equal((await join(member!, id)).status, 201);
    assert.deepEqual(idsOf(await board(maker!, id)), [member!.userId, witness!.userId, maker!.userId]);
  });

test('[CHAL-05] [SOC-04] on a final board the place of who is no friend any more stays, without the name, for whoever may see it', async () => {
  clock.now = '2026-05-30T20:00:00Z';
  const [maker] = await signUp(1);
  const [member, witness, blocked] = await friendsOf(maker!, 3);
  const id = await create(maker!, { last_day: '2026-05-30' });
  await takePart(id, [
    [member!, 5000],
    [blocked!, 4500],
    [maker!, 4000],
    [witness!, 3000],
  ]);
  clock.now = '2026-06-03T12:00:00Z';
  await finishChallenges(api.context);
  clock.now = LAST_DAY;
  await unfriend(member!, maker!);
  await block(maker!, blocked!);
  const final = await board(witness!, id);
  assert.deepEqual(idsOf(final), [null, null, maker!.userId, witness!.userId]);
  assert.deepEqual(
    [
      idsOf(await board(maker!, id)),
      ranksOf(await board(maker!, id)),
      (await details(maker!, id)).member_count,
    ],
    [[null, maker!.userId, witness!.userId], [1, 2, 3], 3],
  );
  for (const former of [member!, blocked!]) {
    const { awards, ...others } = await statusesOf(former, id);
    assert.deepEqual({ ...others, awards: 404 }, NOTHING);
    assert.equal(awards, 200, 'an award is the member’s');
    assert.ok(!(await listed(former)).includes(id));
  }
});

test('[CHAL-01] [SOC-04] who joins a challenge while its maker blocks them, or ends the friendship, is not in it', async () => {
  for (let round = 0; round < 12; round++) {
    const [maker] = await signUp(1);
    const [member] = await friendsOf(maker!, 1);
    const id = await create(maker!);
    const end = () => (round % 4 < 2 ? block(maker!, member!) : unfriend(maker!, member!));
    await Promise.all(round % 2 === 0 ? [join(member!, id), end()] : [end(), join(member!, id)]);
    const { member_count } = await details(maker!, id);
    const rows = await api.context.db
      .selectFrom('challenge_members')
      .select('user_id')
      .where('challenge_id', '=', id)
      .execute();
    assert.deepEqual([member_count, rows], [0, []], `round ${round}`);
    assert.equal(await correctCounts(api.context.db, id), false);
  }
});

test('[CHAL-01] [SOC-04] an invitation to a challenge or a group is not accepted after a block', async () => {
  const [maker] = await signUp(1);
  const [member] = await friendsOf(maker!, 1);
  const id = await create(maker!);
  const { body: group } = await by(maker!)<Group>('POST', '/v2/groups', { name: 'Hills' });
  for (const path of [`/v2/challenges/${id}`, `/v2/groups/${group.id}`])
    assert.equal(
      (await by(maker!)('POST', `${path}/invitations`, { user_ids: [member!.userId] })).status,
      204,
    );
  await block(member!, maker!);
  assert.equal((await join(member!, id)).status, 404);
  assert.equal((await by(member!)('POST', `/v2/groups/${group.id}/users`, {})).status, 404);
  const { body } = await as(api, member!)<NotificationList>('GET', '/notification/');
  assert.deepEqual(body._embedded.notifications, []);
});

test('[CHAL-01] [SOC-04] the owner of a group reaches nobody by its name after a block, whoever invited them to it', async () => {
  const [owner, inviter, viewer] = (await signUp(3)) as [TestMember, TestMember, TestMember];
  await befriend(inviter, viewer);
  const group = await groupOf(owner, [inviter]);
  const path = `/v2/groups/${group.id}`;
  const invite = () => by(inviter)('POST', `${path}/invitations`, { user_ids: [viewer.userId] });
  const { db, now } = api.context;
  const call = as(api, viewer);
  const isInvitation = ({ kind }: { kind: string }) => kind === 'challenge';
  const readInvitations = async () => {
    const { body: list } = await call<NotificationList>('GET', '/notification/');
    const { body: count } = await call<NotificationCount>('GET', '/notification/count/');
    const causes = await db
      .selectFrom('notification_causes')
      .select('id')
      .where('user_id', '=', viewer.userId)
      .where('kind', '=', 'challenge')
      .execute();
    const ids = causes.map(({ id }) => id);
    const { notifications } = list._embedded;
    return {
      names: notifications.filter(isInvitation).map(({ object }) => object?.text),
      unread: count.unread_count - notifications.filter((one) => !isInvitation(one)).length,
      mailed: (await readUnmailedGroups(db, viewer.userId, now())).filter(isInvitation).length,
      pushed: (await readPushGroups(db, viewer.userId, ids, now())).length,
    };
  };
  await invite();
  const invited = { unread: 1, mailed: 1, pushed: 1 };
  assert.deepEqual(await readInvitations(), { ...invited, names: ['Sunday runners'] });
  // As one that was stored while the block was in hand.
  const invitation = await db
    .selectFrom('group_invitations')
    .selectAll()
    .where('group_id', '=', group.id)
    .executeTakeFirstOrThrow();
  await block(viewer, owner);
  await by(owner)('PATCH', path, { name: 'Look here' });
  const none = { names: [], unread: 0, mailed: 0, pushed: 0 };
  assert.deepEqual(await readInvitations(), none);
  await db
    .insertInto('group_invitations')
    .values(invitation)
    .onConflict((on) => on.doNothing())
    .execute();
  assert.deepEqual(await readInvitations(), none);
});

test('[CHAL-01] [SOC-04] a block ends invitations to the groups of either, whoever invited', async () => {
  const [owner, inviter, friend] = (await signUp(3)) as [TestMember, TestMember, TestMember];
  await befriend(inviter, friend);
  for (const [one, other] of [
    [owner, friend],
    [friend, owner],
  ] as const) {
    const group = await groupOf(owner, [inviter]);
    const path = `/v2/groups/${group.id}`;
    await by(inviter)('POST', `${path}/invitations`, { user_ids: [friend.userId] });
    assert.equal((await by(friend)('GET', path)).status, 200);
    await block(one, other);
    await unblock(one, other);
    assert.equal((await by(friend)('GET', path)).status, 404);
  }
});

/** A challenge of a third member, on whose boards by each class two of three stand, one of whom blocks the other. */
async function blockWithin(input: Partial<ChallengeInput> = {}) {
  const [maker] = await signUp(1);
  const [first, second, third] = (await friendsOf(maker!, 3)) as [TestMember, TestMember, TestMember];
  await befriend(first, second);
  await befriend(second, third);
  for (const { userId } of [first, second, third])
    await api.context.db
      .updateTable('users')
      .set({ country: 'DE', birthdate: '1990-01-01' })
      .where('id', '=', userId)
      .execute();
  const id = await create(maker!, { boards: ['country', 'age_class'], ...input });
  const isClassified = { is_classified: true, team_id: 1 };
  await takePart(
    id,
    [
      [first, 5000],
      [second, 4000],
      [third, 3000],
    ],
    isClassified,
  );
  return { id, maker: maker!, first, second, third };
}

test('[CHAL-01] [SOC-04] [DATA-03] two of whom one blocked the other meet nothing of each other in the challenge of a third member', async () => {
  const { id, maker, first, second, third } = await blockWithin();
  const scopes = ['everyone', 'country', 'age_class'];
  const seenBy = async (viewer: TestMember) => {
    const boards = await Promise.all(scopes.map((scope) => board(viewer, id, `?scope=${scope}`)));
    const { body: list } = await by(viewer)<ChallengeList>('GET', '/v2/challenges?limit=100');
    const shown = await details(viewer, id);
    return {
      boards: boards.map((one) => [idsOf(one), ranksOf(one), one.total_count, one.own?.rank, one.own_offset]),
      list: list._embedded.challenges
        .filter((challenge) => challenge.id === id)
        .map(({ member_count, progress }) => [member_count, progress?.rank]),
      details: [shown.member_count, shown.stats, shown.progress?.rank],
      friends: idsOf(await board(viewer, id, '?scope=friends')),
    };
  };
  const all = [first, second, third].map(({ userId }) => userId);
  const whole = (rank: number | undefined) => ({
    boards: scopes.map((scope) =>
      rank === undefined
        ? scope === 'everyone'
          ? [all, [1, 2, 3], 3, undefined, null]
          : [[], [], 0, undefined, null]
        : [all, [1, 2, 3], 3, rank, rank - 1],
    ),
    list: [[3, rank]],
    details: [3, { member_count: 3, ranked_count: 3 }, rank],
    friends: all,
  });
  assert.deepEqual((await seenBy(second)).boards, whole(2).boards);
  await block(second, first);
  const without = (viewer: TestMember, other: TestMember, rank: number) => {
    const left = all.filter((userId) => userId !== other.userId);
    return {
      boards: scopes.map(() => [left, [1, 2], 2, rank, rank - 1]),
      list: [[2, rank]],
      details: [2, { member_count: 2, ranked_count: 2 }, rank],
      friends: viewer === first ? [first.userId] : left,
    };
  };
  assert.deepEqual(await seenBy(first), without(first, second, 1));
  assert.deepEqual(await seenBy(second), without(second, first, 1));
  assert.deepEqual((await seenBy(third)).boards, whole(3).boards, 'the others go on as before');
  assert.deepEqual((await seenBy(maker)).details, whole(undefined).details.with(2, undefined));
  // A page that begins behind a hidden row, and the page that the viewer stands on.
  const pages = await Promise.all(
    ['?limit=1&offset=1', '?limit=1&around=me', '?limit=1&offset=2'].map((page) => board(second, id, page)),
  );
  assert.deepEqual(
    pages.map((page) => [idsOf(page), ranksOf(page), page.offset]),
    [
      [[third.userId], [2], 1],
      [[second.userId], [1], 0],
      [[], [], 2],
    ],
  );
});

test('[CHAL-01] [SOC-04] teams count nobody who blocked the viewer', async () => {
  const teams = { score: 'sum', choice: 'pick', names: ['North', 'South'] } satisfies ChallengeInput['teams'];
  const { id, first, second, third } = await blockWithin({ teams });
  await block(first, second);
  const northOf = async (viewer: TestMember) => {
    const { team_board, leaderboard } = await details(viewer, id);
    const [north] = team_board;
    const team = await board(viewer, id, '?scope=team');
    return [north!.member_count, north!.value, leaderboard.total_count, idsOf(team), team.total_count];
  };
  const without = (other: TestMember) =>
    [first, second, third].map(({ userId }) => userId).filter((userId) => userId !== other.userId);
  assert.deepEqual(await northOf(first), [2, 8000, 2, without(second), 2]);
  assert.deepEqual(await northOf(second), [2, 7000, 2, without(first), 2]);
  assert.deepEqual((await northOf(third)).slice(0, 3), [3, 12_000, 3]);
});

for (const [state, table] of [
  ['suspended', 'suspensions'],
  ['leaving', 'deletion_requests'],
] as const)
  test(`[CHAL-01] [DATA-03] a member who is ${state} is on no board and in no count`, async () => {
    const { id, maker, first, second, third } = await blockWithin();
    const { db, now } = api.context;
    if (table === 'suspensions')
      await db.insertInto(table).values({ user_id: first.userId, created_at: now() }).execute();
    else
      await db
        .insertInto(table)
        .values({
          user_id: first.userId,
          id: 1,
          requested_at: now(),
          erase_at: new Date('2026-12-01'),
          state: 'pending',
        })
        .execute();
    for (const viewer of [maker, third]) {
      const { member_count, leaderboard } = await details(viewer, id);
      assert.deepEqual(
        [member_count, idsOf(leaderboard), ranksOf(leaderboard)],
        [2, [second.userId, third.userId], [1, 2]],
      );
    }
    assert.equal((await details(first, id)).member_count, 3, 'to themselves they exist');
    await db.deleteFrom(table).where('user_id', '=', first.userId).execute();
    assert.deepEqual(idsOf(await board(third, id))[0], first.userId);
  });

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);
/** A group of one member that others join by its link. */
async function groupOf(owner: TestMember, members: readonly TestMember[]) {
  const { body: group } = await by(owner)<Group>('POST', '/v2/groups', { name: 'Sunday runners' });
  const { body } = await by(owner)<{ href: string }>('POST', `/v2/groups/${group.id}/link`, {});
  const key = new URL(body.href).searchParams.get('key')!;
  const enter = (member: TestMember) =>
    by(member)<GroupDetails>('POST', `/v2/groups/${group.id}/users`, { key });
  for (const member of members) assert.equal((await enter(member)).status, 201);
  return {
    id: group.id,
    enter,
    read: (member: TestMember) => by(member)<GroupDetails>('GET', `/v2/groups/${group.id}?key=${key}`),
    memberIds: async (member: TestMember) =>
      inOrder(
        (await by(member)<GroupDetails>('GET', `/v2/groups/${group.id}`)).body.members.map(({ id }) => id),
      ),
  };
}

test('[CHAL-01] [SOC-04] [DATA-03] a block with the owner of a group ends the membership, and its link opens it no more', async () => {
  for (const isOwnersBlock of [true, false]) {
    const [owner, member, other] = (await signUp(3)) as [TestMember, TestMember, TestMember];
    const group = await groupOf(owner, [member, other]);
    const own = await create(member, { audience: 'group', group_id: group.id });
    const owners = await create(owner, { audience: 'group', group_id: group.id });
    await join(owner, own);
    await join(member, owners);
    await (isOwnersBlock ? block(owner, member) : block(member, owner));
    assert.deepEqual([(await group.read(member)).status, (await group.enter(member)).status], [404, 404]);
    const { body } = await by(member)<{ total_count: number }>('GET', '/v2/groups');
    assert.equal(body.total_count, 0);
    assert.deepEqual(await group.memberIds(other), inOrder([owner.userId, other.userId]));
    assert.deepEqual(await statusesOf(owner, own), NOTHING);
    assert.deepEqual(await statusesOf(member, owners), NOTHING);
    assert.equal((await details(other, owners)).member_count, 0);
    assert.equal((await details(member, own)).member_count, 0);
  }
});

test('[CHAL-01] [SOC-04] who enters a group by its link while its owner blocks them is not in it', async () => {
  for (let round = 0; round < 8; round++) {
    const [owner, member] = (await signUp(2)) as [TestMember, TestMember];
    const group = await groupOf(owner, []);
    await Promise.all(
      round % 2 === 0
        ? [group.enter(member), block(owner, member)]
        : [block(owner, member), group.enter(member)],
    );
    const rows = await api.context.db
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', group.id)
      .execute();
    assert.deepEqual(rows, [{ user_id: owner.userId }], `round ${round}`);
  }
});

test('[CHAL-01] [SOC-04] [DATA-03] two of whom one blocked the other do not meet in the group of a third member', async () => {
  const [owner, first, second] = (await signUp(3)) as [TestMember, TestMember, TestMember];
  const group = await groupOf(owner, [first, second]);
  const before = await create(first, { audience: 'group', group_id: group.id });
  await join(second, before);
  await block(second, first);
  for (const [viewer, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { body } = await group.read(viewer);
    assert.deepEqual(
      [body.member_count, inOrder(body.members.map(({ id }) => id)), body.challenges.map(({ id }) => id)],
      [2, inOrder([owner.userId, viewer.userId]), viewer === first ? [before] : []],
    );
    const { body: list } = await by(viewer)<{ _embedded: { groups: Group[] } }>('GET', '/v2/groups');
    assert.equal(list._embedded.groups[0]!.member_count, 2);
    assert.ok(!JSON.stringify(body).includes(String(other.userId)));
  }
  assert.deepEqual(await statusesOf(second, before), NOTHING);
  assert.equal((await group.read(owner)).body.member_count, 3);
  // What the one makes for the group is told to the others.
  const next = await create(first, { audience: 'group', group_id: group.id, title: 'June' });
  assert.equal((await details(owner, next)).invited_by?.id, first.userId);
  assert.deepEqual(await statusesOf(second, next), NOTHING);
  const { body: news } = await as(api, second)<NotificationList>('GET', '/notification/');
  assert.deepEqual(
    news._embedded.notifications.map(({ object }) => object?.id),
    [],
  );
  // Handed over, the group is the first one's; the second leaves.
  assert.equal((await by(owner)('PATCH', `/v2/groups/${group.id}`, { owner_id: first.userId })).status, 200);
  assert.equal((await group.read(second)).status, 404);
  assert.deepEqual(await group.memberIds(owner), inOrder([owner.userId, first.userId]));
});

test('[CHAL-01] [SOC-04] a friend who invites to the group of somebody with whom the friend has a block is told nothing of it, nor is the friend', async () => {
  const [owner, inviter, friend] = (await signUp(3)) as [TestMember, TestMember, TestMember];
  await befriend(inviter, friend);
  const group = await groupOf(owner, [inviter]);
  await block(friend, owner);
  const path = `/v2/groups/${group.id}/invitations`;
  assert.equal((await by(inviter)('POST', path, { user_ids: [friend.userId] })).status, 204);
  const { body } = await by(inviter)<{ _embedded: { friends: { state: string | null }[] } }>('GET', path);
  assert.deepEqual(
    body._embedded.friends.map(({ state }) => state),
    ['invited'],
  );
  const { body: news } = await as(api, friend)<NotificationList>('GET', '/notification/');
  assert.deepEqual(
    news._embedded.notifications.filter(({ kind }) => kind === 'challenge'),
    [],
  );
  assert.equal((await group.read(friend)).status, 404);
});

test('[CHAL-01] [SOC-04] whoever lost the friendship, or was blocked, before challenges followed it sees them no more, and leaves within a day', async () => {
  const [maker] = await signUp(1);
  const [former, blocked, witness] = (await friendsOf(maker!, 3)) as [TestMember, TestMember, TestMember];
  const id = await create(maker!);
  await takePart(id, [
    [former, 5000],
    [blocked, 4000],
    [witness, 3000],
  ]);
  const group = await groupOf(maker!, [blocked, witness]);
  const { db } = api.context;
  // As an earlier version left it.
  const between = (other: TestMember) => [
    [maker!.userId, other.userId],
    [other.userId, maker!.userId],
  ];
  for (const [user_id, friend_id] of between(former))
    await db
      .deleteFrom('friendships')
      .where('user_id', '=', user_id!)
      .where('friend_id', '=', friend_id!)
      .execute();
  for (const [user_id, friend_id] of between(blocked))
    await db
      .updateTable('friendships')
      .set({ status: 'blocked' })
      .where('user_id', '=', user_id!)
      .where('friend_id', '=', friend_id!)
      .execute();
  for (const one of [former, blocked])
    assert.equal((await by(one)('GET', `/challenges/challenge/${id}/details`)).status, 404);
  assert.equal((await group.read(blocked)).status, 404);
  assert.equal((await board(witness, id)).total_count, 3);
  await endLostMemberships(api.context);
  await endLostGroups(api.context);
  assert.deepEqual(idsOf(await board(witness, id)), [witness.userId]);
  assert.deepEqual(await group.memberIds(witness), inOrder([maker!.userId, witness.userId]));
  assert.equal(await correctCounts(db, id), false);
});
