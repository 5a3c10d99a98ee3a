import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { MemberList, Profile } from '@waymark/api-contract';
import { befriend, named, toUser } from '../../members/friends/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { comment, commentsOf, type Member, membersOf, post, story } from './stories.test-helper.ts';

const api = await startTestApi({ env: { RATE_LIMITS: 'true' } });
after(() => api.stop());
const { member } = membersOf(api);
const { db } = api.context;

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
