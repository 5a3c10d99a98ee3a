import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Friendship } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { named, toUser } from './testing.ts';
import { two, type Two } from './friendships.test-helper.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[SOC-04] an invitation link makes friends at once, private profile or not, until it is renewed', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two(api);
  await anaCalls('PUT', `/user/${ana.userId}/`, { default_privacy: { workout: 1, route: 1, profile: 0 } });
  const { body: invite } = await anaCalls<{ key: string; href: string }>('GET', '/friend_invite/');
  assert.equal((await anaCalls<{ key: string }>('GET', '/friend_invite/')).body.key, invite.key);
  assert.ok(invite.href.endsWith(`/people/friends/find?invite=${invite.key}`));
  assert.equal((await anaCalls('POST', `/friend_invite/${invite.key}/`)).status, 400, 'one’s own');
  const inviter = await benCalls<{ user: { id: number } }>('GET', `/friend_invite/${invite.key}/`);
  assert.equal(inviter.body.user.id, ana.userId);
  assert.equal((await benCalls('POST', `/friend_invite/${invite.key}/`)).status, 201);
  assert.equal((await anaCalls<Friendship>('GET', `/friendship/${pair}/`)).body.status, 'active');
  await anaCalls('POST', '/friend_invite/');
  const late = as(api, await api.signUp());
  assert.equal((await late('POST', `/friend_invite/${invite.key}/`)).status, 404);
  await anaCalls('POST', '/user_block/', named(ben.userId));
  const { body: renewed } = await anaCalls<{ key: string }>('GET', '/friend_invite/');
  assert.equal((await benCalls('POST', `/friend_invite/${renewed.key}/`)).status, 404, 'who is blocked');
});

test('[SOC-04] whom a member let go is let in by that member only, whatever link they hold', async () => {
  const ends: Record<string, (two: Two, link: string) => Promise<unknown>> = {
    'ended the friendship': async ({ anaCalls, benCalls, pair }, link) => {
      assert.equal((await benCalls('POST', link)).status, 201);
      await anaCalls('DELETE', `/friendship/${pair}/`);
    },
    'denied the request': async ({ ana, anaCalls, benCalls, pair }) => {
      await benCalls('POST', '/friendship/', toUser(ana.userId));
      await anaCalls('DELETE', `/friendship/${pair}/`);
    },
    'blocked and unblocked': async ({ ben, anaCalls }) => {
      await anaCalls('POST', '/user_block/', named(ben.userId));
      await anaCalls('DELETE', `/user_block/${ben.userId}/`);
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const both = await two(api);
    const { ana, ben, anaCalls, benCalls, pair } = both;
    const link = `/friend_invite/${(await anaCalls<{ key: string }>('GET', '/friend_invite/')).body.key}/`;
    const back = `/friend_invite/${(await benCalls<{ key: string }>('GET', '/friend_invite/')).body.key}/`;
    await end(both, link);
    assert.equal((await benCalls('GET', link)).status, 404, what);
    assert.equal((await benCalls('POST', link)).status, 404, what);
    assert.equal((await benCalls('POST', '/friendship/', toUser(ana.userId))).status, 201);
    assert.equal((await benCalls('POST', link)).status, 404, `${what}: their own request is no answer`);
    assert.equal((await anaCalls<Friendship>('GET', `/friendship/${pair}/`)).body.status, 'pending');
    await benCalls('DELETE', `/friendship/${pair}/`);
    assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 201);
    assert.equal((await benCalls('POST', link)).status, 201, `${what}: asked again by who had`);
    await benCalls('DELETE', `/friendship/${pair}/`);
    assert.equal((await benCalls('POST', link)).status, 201, 'who left by themselves may return');
    await anaCalls('DELETE', `/friendship/${pair}/`);
    assert.equal((await anaCalls('POST', back)).status, 201, 'and who let go may come back');
  }
});
