import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ChallengeDetails,
  type ChallengeList,
  type NotificationList,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { toUser } from '../../members/friends/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';

let api: TestApi;
let maker: TestMember;
let friend: TestMember;
let guest: TestMember;
let stranger: TestMember;
before(async () => {
  api = await startTestApi();
  [maker, friend, guest, stranger] = await Promise.all([
    api.signUp(),
    api.signUp(),
    api.signUp(),
    api.signUp(),
  ]);
  for (const other of [friend, guest]) await befriend(maker, other);
  await befriend(friend, stranger);
});
after(() => api.stop());

async function befriend(one: TestMember, other: TestMember): Promise<void> {
  await as(api, one)('POST', '/friendship/', toUser(other.userId));
  await as(api, other)('PATCH', `/friendship/${one.userId}_${other.userId}/`, { status: 'active' });
}
const by = (member: TestMember) => {
  return <T = ChallengeDetails>(method: string, path: string, body?: unknown) =>
    api.call<T>(method, SERVICE_BASES.challenges + path, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
};
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const create = async () =>
  (
    await by(maker)('POST', '/v2/challenges', {
      title: 'Hills',
      kind: 'ascent',
      first_day: dayFromNow(-2),
      last_day: dayFromNow(20),
    })
  ).body.id;
const invite = (member: TestMember, id: number, ids: number[]) =>
  by(member)('POST', `/v2/challenges/${id}/invitations`, { user_ids: ids });
interface Invitees {
  _embedded: { friends: { user: { id: number }; state: string | null }[] };
}
const invitees = async (id: number) => {
  const { body } = await by(maker)<Invitees>('GET', `/v2/challenges/${id}/invitations`);
  return new Map(body._embedded.friends.map(({ user, state }) => [user.id, state]));
};
const news = async (member: TestMember) =>
  (await as(api, member)<NotificationList>('GET', '/notification/')).body._embedded.notifications.filter(
    ({ kind }) => kind === 'challenge',
  );
const details = (member: TestMember, id: number) => by(member)('GET', `/challenges/challenge/${id}/details`);

test('[CHAL-01] a friend is invited, told of it, and accepts by joining', async () => {
  const id = await create();
  assert.deepEqual(
    await invitees(id),
    new Map([
      [friend.userId, null],
      [guest.userId, null],
    ]),
  );
  assert.equal((await invite(maker, id, [friend.userId, stranger.userId])).status, 204);
  assert.equal((await invite(maker, id, [friend.userId])).status, 204, 'twice');
  assert.equal((await details(stranger, id)).status, 404, 'only friends are invited');
  assert.deepEqual((await details(friend, id)).body.invited_by?.id, maker.userId);
  const [told, ...others] = await news(friend);
  assert.deepEqual(
    [told?.actors[0]?.id, told?.object?.type, told?.object?.text, told?._links['page']?.[0]?.href, others],
    [maker.userId, 'challenge', 'Hills', `/challenges/${id}`, []],
  );
  await by(friend)('POST', `/challenges/${id}/users`, {});
  assert.deepEqual(
    await invitees(id),
    new Map([
      [friend.userId, 'joined'],
      [guest.userId, null],
    ]),
  );
  assert.deepEqual(await news(friend), [], 'answered');
  assert.equal((await details(friend, id)).body.invited_by, null);
  assert.equal(
    (await invite(friend, id, [stranger.userId])).status,
    403,
    'friends of the maker decide nothing',
  );
});

test('[CHAL-01] who declines is not asked again, and invitations end with the friendship', async () => {
  const id = await create();
  const other = await create();
  for (const challengeId of [id, other]) await invite(maker, challengeId, [guest.userId]);
  assert.equal((await news(guest)).length, 2);
  assert.equal(
    (await by(maker)('DELETE', `/v2/challenges/${id}/invitations/${guest.userId}`)).status,
    403,
    'for somebody else',
  );
  await by(guest)('DELETE', `/v2/challenges/${id}/invitations/${guest.userId}`);
  await invite(maker, id, [guest.userId]);
  assert.deepEqual(
    (await news(guest)).map(({ object }) => object?.id),
    [other],
  );
  const list = async () =>
    (await by(guest)<ChallengeList>('GET', '/v2/challenges?state=open')).body._embedded.challenges.map(
      ({ id: listed, invited_by }) => [listed, invited_by?.id ?? null],
    );
  assert.deepEqual(
    (await list()).filter(([listed]) => listed === id || listed === other),
    [
      [id, null],
      [other, maker.userId],
    ].toSorted(([a], [b]) => a! - b!),
  );
  await as(api, maker)('DELETE', `/friendship/${maker.userId}_${guest.userId}/`);
  assert.deepEqual([await news(guest), await list()], [[], []]);
  assert.equal((await details(guest, other)).status, 404);
});
