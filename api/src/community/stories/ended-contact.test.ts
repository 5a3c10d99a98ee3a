import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { type MemberList, type Profile, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named, toUser } from '../../members/friends/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { log } from '../../training/workouts/testing.ts';
import { comment, commentsOf, like, type Member, membersOf, post, story } from './stories.test-helper.ts';

const api = await startTestApi({ env: { RATE_LIMITS: 'true' } });
after(() => api.stop());
const { member, friends } = membersOf(api);
const { db } = api.context;

const inOrder = (...members: [Member, Member]) =>
  members.map(({ userId }) => userId).toSorted((a, b) => a - b) as [number, number];

const errorOf = ({ body }: { body: unknown }) => (body as { error?: string }).error;

test('[SOC-02] whoever is blocked does nothing to the comments of who blocked them, in the story of a third member', async () => {
  const [owner, ben, ana] = await Promise.all([member(), member(), member()]);
  const { id } = await post(owner, 'For everyone', 3);
  const { body: bens } = await comment(ben, id, 'Well run');
  await ben.call('POST', '/user_block/', named(ana.userId));
  const answered = await comment(ana, id, 'Not at all', bens.id);
  assert.deepEqual([answered.status, errorOf(answered)], [404, 'not_found']);
  // As a comment that does not exist.
  for (const commentId of [bens.id, 404]) {
    const changed = await ana.call('PATCH', `/activity_story/${commentId}/`, { text: 'Badly run' });
    const deleted = await ana.call('DELETE', `/activity_story/${commentId}/`);
    assert.deepEqual([changed.status, deleted.status], [404, 404]);
  }
  assert.equal((await comment(ana, id, 'Well run')).status, 201, 'the story is open to her');
  const { comments } = (await commentsOf(owner, id))._embedded;
  assert.deepEqual(
    comments.map(({ actor }) => actor?.id),
    [ben.userId, ana.userId],
  );
  assert.equal((await owner.call('DELETE', `/activity_story/${bens.id}/`)).status, 204);
});

test('[SOC-02] where comments are off no old comment gets a new text; it can be deleted', async () => {
  const [owner, ben] = await Promise.all([member(), member()]);
  const { id } = await post(owner, 'For everyone', 3);
  const { body: old } = await comment(ben, id, 'Well run');
  await owner.call('PATCH', `/activity_story/${id}/`, { has_comments: false });
  const changed = await ben.call('PATCH', `/activity_story/${old.id}/`, { text: 'Buy shoes' });
  assert.deepEqual([changed.status, errorOf(changed)], [409, 'comments_off']);
  assert.equal((await ben.call('DELETE', `/activity_story/${old.id}/`)).status, 204);
});

test('[SOC-01] a post that is hidden and shared again counts as one more post of a new member', async () => {
  const owner = await member();
  const { id } = await post(owner, 'For everyone', 3);
  const share = async (): Promise<number> => {
    await owner.call('PATCH', `/activity_story/${id}/`, { privacy: 0 });
    return (await owner.call('PATCH', `/activity_story/${id}/`, { privacy: 3 })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 40 && statuses.at(-1) !== 429; n++) statuses.push(await share());
  assert.equal(statuses.at(-1), 429, String(statuses));
  assert.equal((await story(owner, id)).privacy, 0, 'it stays hidden');
});

test('[SOC-04] the request of a suspended member cannot be accepted, and no count says otherwise', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await ana.call('POST', '/friendship/', toUser(ben.userId));
  await db.insertInto('suspensions').values({ user_id: ana.userId, created_at: new Date() }).execute();
  const accept = () => ben.call('PATCH', `/friendship/${ana.userId}_${ben.userId}/`, { status: 'active' });
  assert.equal((await accept()).status, 404);
  const countOf = async ({ call, userId }: Member) =>
    (await call<Profile>('GET', `/user/${userId}/profile/`)).body.friend_count;
  assert.equal(await countOf(ben), 0);
  await db.deleteFrom('suspensions').where('user_id', '=', ana.userId).execute();
  assert.equal((await accept()).status, 200, 'it waited');
  assert.equal(await countOf(ben), 1);
});

test('[SOC-03] [SOC-05] friends of a member whose profile is private are not told by what two have in common', async () => {
  const [ana, quinn, hidden, open] = await Promise.all([member(), member(), member(), member()]);
  for (const one of [hidden, open]) {
    await befriend(api, ana, one);
    await befriend(api, quinn, one);
  }
  const inCommon = async () => {
    const profile = await ana.call<Profile>('GET', `/user/${quinn.userId}/profile/`);
    const found = await ana.call<MemberList>('GET', `/user/?ids=${quinn.userId}`);
    const friends = await ana.call<MemberList>('GET', `/user/?friends_with=${quinn.userId}`);
    return {
      profile: profile.body.mutual_friends.map(({ id }) => id).toSorted((a, b) => a - b),
      counts: [profile.body.mutual_friends_count, found.body._embedded.users[0]!.mutual_friends_count],
      list: friends.body._embedded.users.map(({ id }) => id).toSorted((a, b) => a - b),
    };
  };
  const suggested = async () => {
    const { body } = await ana.call<MemberList>('GET', `/user/?suggested_friends_for=${ana.userId}&limit=50`);
    return body._embedded.users.find(({ id }) => id === quinn.userId)?.mutual_friends_count;
  };
  const both = [hidden.userId, open.userId].toSorted((a, b) => a - b);
  assert.deepEqual(await inCommon(), { profile: both, counts: [2, 2], list: both });
  assert.equal(await suggested(), 2);
  for (const [one, rest, counts] of [
    [hidden, [open.userId], [1, 1]],
    [open, [], [0, 0]],
  ] as const) {
    await one.call('PUT', `/user/${one.userId}/`, { default_privacy: { workout: 1, route: 1, profile: 0 } });
    assert.deepEqual(await inCommon(), { profile: rest, counts, list: rest });
  }
  assert.equal(await suggested(), undefined);
});

/** Whether a statement waits for a lock. */
const isWaiting = async (statement: string) => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(db);
  return rows.length > 0;
};
/** Whether the change that ends the contact of two members waits for another lock. */
const isEndWaiting = async (...members: [Member, Member]) => {
  const { rows } = await sql`
    select from pg_locks contact join pg_locks awaited using (pid)
    where contact.locktype = 'advisory' and contact.granted and not awaited.granted
      and (contact.classid::bigint << 32 | contact.objid::bigint)
        = hashtextextended(${`contact ${inOrder(...members).join(' ')}`}, 0)`.execute(db);
  return rows.length > 0;
};

const ENDINGS: Record<string, (ana: Member, ben: Member) => Promise<{ status: number }>> = {
  'a block': (ana, ben) => ana.call('POST', '/user_block/', named(ben.userId)),
  'the end of a friendship': (ana, ben) => ana.call('DELETE', `/friendship/${ana.userId}_${ben.userId}/`),
};
for (const [ending, end] of Object.entries(ENDINGS))
  test(`[SOC-04] [CHAL-01] ${ending} waits for a deletion of workouts before it locks what both of them end`, async () => {
    const [ana, ben] = await friends();
    const challenges =
      ({ token }: Member) =>
      (path: string, body: object) =>
        api.call<{ id: number }>('POST', SERVICE_BASES.challenges + path, { token, body });
    const { body: group } = await challenges(ana)('/v2/groups', { name: 'Hills' });
    await challenges(ana)(`/v2/groups/${group.id}/invitations`, { user_ids: [ben.userId] });
    await challenges(ben)(`/v2/groups/${group.id}/users`, {});
    const [first_day, last_day] = [-1, 1].map((months) => {
      const day = api.context.now();
      day.setUTCMonth(day.getUTCMonth() + months);
      return day.toISOString().slice(0, 10);
    });
    const input = { title: 'Hills', kind: 'distance', first_day, last_day };
    const audience =
      ending === 'a block' ? { audience: 'group', group_id: group.id } : { audience: 'friends' };
    const { body: challenge } = await challenges(ana)('/v2/challenges', { ...input, ...audience });
    assert.equal((await challenges(ben)(`/challenges/${challenge.id}/users`, {})).status, 201);
    const { id } = await log(ana.call, { privacy: 3 });
    assert.equal((await like(ben, id)).status, 201);
    const causes = () =>
      db.selectFrom('notification_causes').select('kind').where('user_id', '=', ana.userId);
    const kinds = (await causes().execute()).map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['friend_accepted', 'like']);
    const calls = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('stories').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const deletion = ana.call('DELETE', `/workout/${id}/`);
      await until('the deletion waits for the story', () => isWaiting('update "stories"%'));
      const ended = end(ana, ben);
      await until('the end waits for the deletion', () => isEndWaiting(ana, ben));
      assert.equal((await causes().forUpdate().skipLocked().execute()).length, kinds.length);
      return [deletion, ended];
    });
    for (const { status } of await Promise.all(calls)) assert.equal(status, 204);
  });

test('[SOC-04] a block that PostgreSQL rolled back for another change is done at once, and counted once', async () => {
  const [ana, ben] = await friends();
  const [first, second] = inOrder(ana, ben);
  const block = await db.transaction().execute(async (trx) => {
    // The block is the one that finds the circle.
    await sql`set local deadlock_timeout = '1min'`.execute(trx);
    const lock = (userId: number) =>
      trx.selectFrom('friend_counts').selectAll().where('user_id', '=', userId).forUpdate().execute();
    await lock(second);
    const running = ana.call('POST', '/user_block/', named(ben.userId));
    await until('the block waits for the second', () => isWaiting('insert into "friend_counts"%'));
    await lock(first);
    return { running };
  });
  assert.equal((await block.running).status, 204);
  const actions = await db
    .selectFrom('member_actions')
    .select('n')
    .where('user_id', '=', ana.userId)
    .where('action', '=', 'block')
    .execute();
  assert.deepEqual(actions, [{ n: 1 }]);
});

test('[SOC-04] two who become friends are locked in the order of their ids', async () => {
  const members = await Promise.all([member(), member()]);
  const [first, second] = inOrder(...members);
  // The row that is changed last stands behind the other.
  for (const { userId, call } of members.toSorted((a, b) => b.userId - a.userId))
    await call('PUT', `/user/${userId}/`, { sharing: { new_friends: true } });
  const change = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', first).forUpdate().execute();
    const running = db.transaction().execute(async (changing) => {
      // Other plans read one by one in an order of their own.
      for (const plan of ['indexscan', 'bitmapscan', 'indexonlyscan'])
        await sql`set local ${sql.raw(`enable_${plan}`)} = off`.execute(changing);
      await api.context.publish(changing, 'friendshipChanged', {
        actorId: second,
        otherId: first,
        requestedBy: second,
        before: 'pending',
        after: 'active',
        storyIds: [api.context.newId(), api.context.newId()],
        at: api.context.now(),
      });
    });
    await until('the change waits for the first', () => isWaiting('%from "users"%for share'));
    const free = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', second)
      .forUpdate()
      .skipLocked()
      .execute();
    assert.deepEqual(free, [{ id: second }]);
    return { running };
  });
  await change.running;
});
