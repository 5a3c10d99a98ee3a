import { sql } from 'kysely';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ChallengeDetails,
  type ChallengeList,
  type Group,
  type GroupDetails,
  type NotificationList,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { befriend, named, toUser } from '../../members/friends/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { sameId, saveRepeatedly } from '../../testing/repeated-saves.ts';
import { as } from '../../training/workouts/testing.ts';
import { finishChallenges } from './finish-challenges.ts';
import { leaveGroups } from './group-members.ts';
import { leaveOwnChallenges } from './remove-challenge.ts';

let api: TestApi;
let owner: TestMember;
let friend: TestMember;
let runner: TestMember;
let stranger: TestMember;
before(async () => {
  api = await startTestApi();
  [owner, friend, runner, stranger] = await Promise.all([
    api.signUp(),
    api.signUp(),
    api.signUp(),
    api.signUp(),
  ]);
  await as(api, owner)('POST', '/friendship/', toUser(friend.userId));
  await as(api, friend)('PATCH', `/friendship/${owner.userId}_${friend.userId}/`, { status: 'active' });
});
after(() => api.stop());

const by = (member: TestMember) => {
  return <T = GroupDetails>(method: string, path: string, body?: unknown) =>
    api.call<T>(method, SERVICE_BASES.challenges + path, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
};
async function found(name = 'Sunday runners'): Promise<number> {
  const answer = await by(owner)('POST', '/v2/groups', { name });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
const news = async (member: TestMember) =>
  (await as(api, member)<NotificationList>('GET', '/notification/')).body._embedded.notifications.map(
    ({ object, _links }) => [object?.text, _links['page']?.[0]?.href],
  );

test('[CHAL-01] a group is founded, friends are invited and told, and others come by its link', async () => {
  const id = await found();
  assert.equal((await by(friend)('GET', `/v2/groups/${id}`)).status, 404);
  await by(owner)('POST', `/v2/groups/${id}/invitations`, { user_ids: [friend.userId, stranger.userId] });
  assert.ok(
    (await news(friend)).some(([text, href]) => text === 'Sunday runners' && href === `/groups/${id}`),
  );
  const invited = (await by(friend)('GET', `/v2/groups/${id}`)).body;
  assert.deepEqual(
    [invited.invited_by?.id, invited.member_count, invited.members, invited.is_member],
    [owner.userId, 1, [], false],
    'who is invited sees no members',
  );
  assert.equal((await by(friend)('POST', `/v2/groups/${id}/users`, {})).body.is_member, true);
  assert.equal(
    (await by(stranger)('POST', `/v2/groups/${id}/users`, {})).status,
    404,
    'no friend, not invited',
  );
  const { href } = (await by(friend)<{ href: string }>('POST', `/v2/groups/${id}/link`, {})).body;
  const key = new URL(href).searchParams.get('key')!;
  assert.equal((await by(runner)('GET', `/v2/groups/${id}?key=${key}x`)).status, 404);
  assert.equal((await by(runner)('GET', `/v2/groups/${id}?key=${key}`)).body.name, 'Sunday runners');
  assert.equal((await by(friend)('POST', `/v2/groups/${id}/link`, { renew: true })).status, 403);
  const joined = await by(runner)('POST', `/v2/groups/${id}/users`, { key });
  assert.deepEqual(
    joined.body.members.map((member) => [member.id, member.is_owner]),
    [
      [owner.userId, true],
      [friend.userId, false],
      [runner.userId, false],
    ],
  );
  await by(owner)('POST', `/v2/groups/${id}/link`, { renew: true });
  assert.equal((await by(stranger)('GET', `/v2/groups/${id}?key=${key}`)).status, 404, 'the old link');
});

test('[CHAL-01] [SOC-04] an invitation that is in hand while the friend blocks its sender does not stay', async () => {
  const { db } = api.context;
  for (let round = 0; round < 10; round++) {
    const [sender, blocker] = [await api.signUp(), await api.signUp()];
    await befriend(api, sender, blocker);
    const { body } = await by(sender)('POST', '/v2/groups', { name: 'Hills' });
    const invite = () =>
      by(sender)('POST', `/v2/groups/${body.id}/invitations`, { user_ids: [blocker.userId] });
    const block = () => as(api, blocker)('POST', '/user_block/', named(sender.userId));
    await Promise.all(round % 2 === 0 ? [invite(), block()] : [block(), invite()]);
    const left = await db
      .selectFrom('group_invitations')
      .select('id')
      .where('user_id', '=', blocker.userId)
      .execute();
    assert.deepEqual(left, [], `round ${round}`);
  }
});

test('[CHAL-01] the owner hands a group over, leaves, takes members out, and ends it', async () => {
  const id = await found();
  const { href } = (await by(owner)<{ href: string }>('POST', `/v2/groups/${id}/link`, {})).body;
  const key = new URL(href).searchParams.get('key')!;
  for (const member of [friend, runner]) await by(member)('POST', `/v2/groups/${id}/users`, { key });
  assert.equal((await by(owner)('DELETE', `/v2/groups/${id}/users/${owner.userId}`)).status, 409);
  assert.equal((await by(friend)('PATCH', `/v2/groups/${id}`, { name: 'Mine' })).status, 403);
  assert.equal((await by(owner)('PATCH', `/v2/groups/${id}`, { owner_id: stranger.userId })).status, 400);
  const handed = await by(owner)('PATCH', `/v2/groups/${id}`, { name: 'Hill club', owner_id: friend.userId });
  assert.deepEqual([handed.body.name, handed.body.is_owner], ['Hill club', false]);
  assert.equal((await by(owner)('DELETE', `/v2/groups/${id}/users/${runner.userId}`)).status, 403);
  assert.equal((await by(owner)('DELETE', `/v2/groups/${id}/users/${owner.userId}`)).status, 204);
  assert.equal((await by(friend)('DELETE', `/v2/groups/${id}/users/${runner.userId}`)).status, 204);
  assert.equal((await by(runner)('GET', `/v2/groups/${id}`)).status, 404);
  assert.equal((await by(runner)('POST', `/v2/groups/${id}/users`, { key })).status, 404, 'by the old link');
  const renewed = (await by(friend)<{ href: string }>('POST', `/v2/groups/${id}/link`, {})).body.href;
  assert.notEqual(renewed, href);
  assert.equal((await by(friend)('DELETE', `/v2/groups/${id}`)).status, 204);
  assert.equal((await by(friend)('GET', `/v2/groups/${id}`)).status, 404);
});

test('[CHAL-01] a challenge for a group is seen by its members, who are told of it, and by nobody else', async () => {
  const id = await found();
  const { href } = (await by(owner)<{ href: string }>('POST', `/v2/groups/${id}/link`, {})).body;
  await by(runner)('POST', `/v2/groups/${id}/users`, { key: new URL(href).searchParams.get('key') });
  const input = {
    title: 'Group hills',
    kind: 'ascent',
    audience: 'group',
    group_id: id,
    first_day: '2099-05-01',
    last_day: '2099-05-31',
  };
  assert.equal((await by(friend)('POST', '/v2/challenges', input)).status, 400, 'not in the group');
  assert.equal((await by(owner)('POST', '/v2/challenges', { ...input, group_id: null })).status, 400);
  const made = await by(owner)<ChallengeDetails>('POST', '/v2/challenges', input);
  assert.equal(made.status, 201, made.text);
  const at = `/challenges/challenge/${made.body.id}/details`;
  assert.ok((await news(runner)).some(([text]) => text === 'Group hills'));
  assert.equal((await by(runner)('GET', at)).status, 200);
  assert.equal((await by(friend)('GET', at)).status, 404, 'a friend of the maker');
  assert.equal((await by(stranger)('GET', at)).status, 404);
  assert.deepEqual(
    (await by(runner)('GET', `/v2/groups/${id}`)).body.challenges.map(({ title }) => title),
    ['Group hills'],
  );
  assert.equal((await by(runner)('POST', `/challenges/${made.body.id}/users`, {})).status, 201);
  await by(runner)('DELETE', `/v2/groups/${id}/users/${runner.userId}`);
  assert.equal((await by(runner)('GET', at)).status, 200, 'who has joined stays in it');
});

/** A group of the owner's that others joined by its link. */
async function foundWith(...others: TestMember[]): Promise<number> {
  const id = await found();
  const { href } = (await by(owner)<{ href: string }>('POST', `/v2/groups/${id}/link`, {})).body;
  const key = new URL(href).searchParams.get('key');
  for (const member of others) await by(member)('POST', `/v2/groups/${id}/users`, { key });
  return id;
}
const MARCH = {
  title: 'March',
  kind: 'ascent',
  audience: 'group',
  first_day: '2099-03-01',
  last_day: '2099-03-31',
};

test('[CHAL-01] who is taken out of a group, or was in one that ended, is asked to its challenges no longer', async () => {
  const id = await foundWith(friend, runner, stranger);
  const input = { ...MARCH, group_id: id };
  const made = (await by(owner)<ChallengeDetails>('POST', '/v2/challenges', input)).body;
  const at = `/challenges/challenge/${made.id}/details`;
  assert.equal((await by(runner)('GET', at)).status, 200);
  await by(owner)('DELETE', `/v2/groups/${id}/users/${runner.userId}`);
  assert.equal((await by(runner)('GET', at)).status, 404);
  assert.equal((await by(runner)('POST', `/challenges/${made.id}/users`, {})).status, 404);
  const other = await foundWith(friend);
  const moved = await by(owner)('PUT', `/v2/challenges/${made.id}`, { ...input, group_id: other });
  assert.equal(moved.status, 200, moved.text);
  assert.deepEqual(
    await Promise.all([friend, stranger].map(async (member) => (await by(member)('GET', at)).status)),
    [200, 404],
    'it is for another group now',
  );
  await by(owner)('DELETE', `/v2/groups/${other}`);
  assert.equal((await by(friend)('GET', at)).status, 404);
});

test('[CHAL-01] what a suspended member made for a group is hidden, and changed no more', async () => {
  const [id, input] = [await foundWith(runner), { ...MARCH, title: 'Shouting' }];
  const made = await by(owner)<ChallengeDetails>('POST', '/v2/challenges', { ...input, group_id: id });
  const at = `/challenges/challenge/${made.body.id}/details`;
  const { db } = api.context;
  const seen = async () => [
    (await by(runner)('GET', at)).status,
    (await by(runner)('GET', `/v2/groups/${id}`)).body.challenges.length,
    (
      await by(runner)<ChallengeList>('GET', '/v2/challenges?state=open&limit=100')
    ).body._embedded.challenges.filter((one) => one.id === made.body.id).length,
  ];
  assert.deepEqual(await seen(), [200, 1, 1]);
  await db.deleteFrom('challenge_invitations').where('challenge_id', '=', made.body.id).execute();
  await db.insertInto('suspensions').values({ user_id: owner.userId, created_at: new Date() }).execute();
  const refused = [
    await by(owner)('PATCH', `/v2/groups/${id}`, { name: 'Shouting' }),
    await by(owner)('PUT', `/v2/challenges/${made.body.id}`, { ...input, group_id: id, title: 'More' }),
  ];
  const hidden = await seen();
  await db.deleteFrom('suspensions').where('user_id', '=', owner.userId).execute();
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403],
  );
  assert.deepEqual(hidden, [404, 0, 0]);
  assert.deepEqual(await seen(), [200, 1, 1]);
});

test('[CHAL-01] a challenge repeats as long as its maker is in the group, and not once it was deleted', async () => {
  const id = await foundWith(runner, friend);
  const make = async (member: TestMember) =>
    (
      await by(member)<ChallengeDetails>('POST', '/v2/challenges', {
        ...MARCH,
        group_id: id,
        repeats: 'monthly',
      })
    ).body.id;
  const series = (first: number) =>
    api.context.db
      .selectFrom('challenges')
      .select(['id', 'first_day'])
      .where('series_id', '=', first)
      .orderBy('first_day')
      .execute();
  // The clock of the sweep: what runs in the background finds nothing to repeat.
  const inMarch = { ...api.context, now: () => new Date('2099-03-05T12:00:00Z') };
  const [deleted, left, erased] = [await make(runner), await make(runner), await make(friend)];
  await by(runner)('DELETE', `/v2/groups/${id}/users/${runner.userId}`);
  await by(owner)('POST', `/challenges/${erased}/users`, {});
  await api.context.db.transaction().execute((trx) => leaveOwnChallenges(api.context, trx, friend.userId));
  await api.context.db
    .updateTable('challenges')
    .set({ repeats: 'monthly' })
    .where('id', '=', deleted)
    .execute();
  await finishChallenges(inMarch);
  assert.deepEqual([(await series(left)).length, (await series(erased)).length], [1, 1]);
  const [, april] = await series(deleted);
  assert.equal(april?.first_day, '2099-04-01');
  assert.equal((await by(runner)('DELETE', `/v2/challenges/${april.id}`)).status, 204);
  await finishChallenges(inMarch);
  assert.equal((await series(deleted)).length, 1, 'what was deleted does not come again');
});

test('[CHAL-01] each month of a series for a group is told to its members, and not to who left it or declined', async () => {
  const id = await foundWith(runner, friend, stranger);
  const title = 'Hills each month';
  const made = await by(owner)<ChallengeDetails>('POST', '/v2/challenges', {
    ...MARCH,
    title,
    group_id: id,
    repeats: 'monthly',
  });
  const declined = await by(stranger)(
    'DELETE',
    `/v2/challenges/${made.body.id}/invitations/${stranger.userId}`,
  );
  assert.equal(declined.status, 204, declined.text);
  await by(friend)('DELETE', `/v2/groups/${id}/users/${friend.userId}`);
  const inMarch = { ...api.context, now: () => new Date('2099-03-05T12:00:00Z') };
  await finishChallenges(inMarch);
  await finishChallenges(inMarch);
  const april = await api.context.db
    .selectFrom('challenges')
    .select('id')
    .where('series_id', '=', made.body.id)
    .where('first_day', '=', '2099-04-01')
    .executeTakeFirstOrThrow();
  const toldOf = async (member: TestMember) =>
    (await news(member)).filter(([text, href]) => text === title && href === `/challenges/${april.id}`)
      .length;
  assert.deepEqual(
    [await toldOf(runner), await toldOf(friend), await toldOf(stranger), await toldOf(owner)],
    [1, 0, 0, 0],
  );
  const at = `/challenges/challenge/${april.id}/details`;
  assert.equal((await by(runner)<ChallengeDetails>('GET', at)).body.invited_by?.id, owner.userId);
});

test('[CHAL-01] a group that is handed over to a member while they are erased goes on to somebody else', async () => {
  const id = await foundWith(runner, friend);
  const { db } = api.context;
  const [given, erasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handover = db.transaction().execute(async (trx) => {
    await trx.updateTable('groups').set({ owner_id: runner.userId }).where('id', '=', id).execute();
    given.resolve();
    await erasing.promise;
  });
  await given.promise;
  let isOver = false;
  const leaving = db
    .transaction()
    .execute((trx) => leaveGroups(trx, runner.userId))
    .finally(() => (isOver = true));
  await until('it waits for the group', async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
      union all select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    );
    return isOver || rows.length > 0;
  });
  erasing.resolve();
  await Promise.all([handover, leaving]);
  const group = await db.selectFrom('groups').select('owner_id').where('id', '=', id).executeTakeFirst();
  assert.equal(group?.owner_id, owner.userId);
});

test('[CHAL-01] the group of an erased member goes to whoever is in it longest, or ends', async () => {
  const [kept, ended] = [await found('Kept'), await found('Ended')];
  const { href } = (await by(owner)<{ href: string }>('POST', `/v2/groups/${kept}/link`, {})).body;
  await by(runner)('POST', `/v2/groups/${kept}/users`, { key: new URL(href).searchParams.get('key') });
  await api.context.db.transaction().execute((trx) => leaveGroups(trx, owner.userId));
  const group = (await by(runner)('GET', `/v2/groups/${kept}`)).body;
  assert.deepEqual([group.is_owner, group.member_count], [true, 1]);
  const left = await api.context.db.selectFrom('groups').select('id').where('id', '=', ended).execute();
  assert.deepEqual(left, []);
});

test('[SESS-06] [CHAL-01] a form that is sent again founds one group; who has left it is not shown it by a repeat', async () => {
  const members = [await api.signUp(), await api.signUp()] as const;
  const [founder, heir] = members;
  const { answers, theirs, repeat } = await saveRepeatedly<GroupDetails>(api, {
    path: `${SERVICE_BASES.challenges}/v2/groups`,
    body: { name: 'Once' },
    changed: { name: 'Twice' },
    refused: { name: ' ' },
    members,
  });
  const id = sameId(answers) as number;
  assert.notEqual(theirs.id, id);
  const { body } = await by(founder)<{ _embedded: { groups: Group[] } }>('GET', '/v2/groups');
  assert.deepEqual(
    body._embedded.groups.map((group) => group.id),
    [id],
  );
  const { href } = (await by(founder)<{ href: string }>('POST', `/v2/groups/${id}/link`, {})).body;
  await by(heir)('POST', `/v2/groups/${id}/users`, { key: new URL(href).searchParams.get('key') });
  assert.equal((await repeat()).body.member_count, 2);
  await by(founder)('PATCH', `/v2/groups/${id}`, { owner_id: heir.userId });
  await by(founder)('DELETE', `/v2/groups/${id}/users/${founder.userId}`);
  assert.equal((await repeat()).status, 404);
});
