import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ChallengeList,
  type Leaderboard,
  type MemberList,
  type NotificationCount,
  SERVICE_BASES,
  type StoryList,
} from '@waymark/api-contract';
import { migrations } from '../community/stories/migrations.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { as, log } from '../training/workouts/testing.ts';
import { addDemoCommunity } from './community.ts';
import { FRIEND_WORKOUTS } from './friends.ts';
import type { DemoMember } from './routes.ts';

let api: TestApi;
let robin: DemoMember | undefined;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[SOC-01] the demo member finds a feed with workouts, posts, likes and comments of friends, and samples of their own', async () => {
  const member = async (first_name: string): Promise<DemoMember> => {
    const { token, userId } = await api.signUp({ first_name });
    return {
      userId,
      call: async <T>(method: string, path: string, body?: unknown) => {
        const answer = await api.call<T>(method, path, { token, body });
        assert.ok(answer.status < 400, `${method} ${path}: ${answer.text}`);
        return answer.body;
      },
    };
  };
  const [first, sam, maya, jonas, lea, nina, tom] = await Promise.all(
    ['Robin', 'Sam', 'Maya', 'Jonas', 'Lea', 'Nina', 'Tom'].map(member),
  );
  robin = first;
  const main = SERVICE_BASES.main;
  await robin!.call('POST', `${main}/workout/samples/`);
  await addDemoCommunity(robin!, {
    sam: sam!,
    maya: maya!,
    jonas: jonas!,
    lea: lea!,
    nina: nina!,
    tom: tom!,
  });

  const { _embedded } = await robin!.call<StoryList>('GET', `${main}/activity_story/?limit=50`);
  const { stories } = _embedded;
  const ofFriends = stories.filter(({ actor }) => actor.id !== robin!.userId);
  const trained = ofFriends.filter(({ object }) => object.workout);
  assert.deepEqual(
    trained.map(({ object }) => object.text).toReversed(),
    FRIEND_WORKOUTS.map(({ name }) => name),
  );
  assert.ok(trained.every(({ object }) => object.workout!.preview.polyline !== null));
  assert.ok(trained.some(({ likes, comments }) => likes.count > 1 && comments.count > 1));
  const plan = ofFriends.find(({ object }) => object.type === 'status');
  assert.deepEqual(
    plan!.comments.items[0]!.object.mentions.map(({ id }) => id),
    [robin!.userId],
  );
  assert.ok(stories.some(({ verb }) => verb === 'befriend'));
  const samples = stories.filter(({ object }) => object.workout?.source === 'sample');
  assert.equal(samples.length, 8);
  assert.deepEqual(
    samples.toSorted((a, b) => b.position - a.position),
    samples,
  );
  assert.ok(
    Math.max(...samples.map(({ position }) => position)) <
      Math.min(...trained.map(({ position }) => position)),
    'nobody has just trained a sample',
  );
  const own = await robin!.call<NotificationCount>('GET', `${main}/notification/count/`);
  assert.ok(own.unread_count >= 3);
  const found = await robin!.call<MemberList>(
    'GET',
    `${main}/user/?suggested_friends_for=${robin!.userId}&offset=1`,
  );
  assert.deepEqual(
    found._embedded.users.map(({ id }) => id),
    [tom!.userId],
  );
});

test('[CHAL-01] the demo member has joined two challenges and finds one to join, with friends on the boards', async () => {
  const { call } = robin!;
  for (const [state, count] of [
    ['joined', 2],
    ['open', 1],
  ] as const) {
    const at = `${SERVICE_BASES.challenges}/v2/challenges?state=${state}`;
    const list = await call<ChallengeList>('GET', at);
    assert.equal(list.total_count, count, state);
    for (const { id, joined } of list._embedded.challenges) {
      assert.equal(joined, state === 'joined');
      const board = await call<Leaderboard>(
        'GET',
        `${SERVICE_BASES.challenges}/widgets/challenges/${id}/leaderboard`,
      );
      assert.ok(board.total_count > 0, `${state}: nobody on the board`);
    }
  }
});

test('[SOC-01] samples have stories at the time of their training, workouts from before there were stories get theirs', async () => {
  const owner = await api.signUp();
  const call = as(api, owner);
  const feed = async () => (await call<StoryList>('GET', '/activity_story/?limit=50')).body._embedded.stories;
  const places = async () => (await feed()).map(({ id, position, privacy }) => ({ id, position, privacy }));
  await call('POST', '/workout/samples/');
  const times = (await feed()).map(({ object }) => object.workout!.start_datetime);
  assert.equal(times.length, 8);
  assert.deepEqual(times, times.toSorted().toReversed());
  const { id: logged } = await log(call, { privacy: 3 });
  const deleted = await log(call);
  await call('DELETE', `/workout/${deleted.id}/`);
  const stored = await places();
  const { db } = api.context;
  await db.deleteFrom('stories').where('user_id', '=', owner.userId).execute();
  for (let run = 0; run < 2; run++) await migrations['1213_missing_stories']!.up(db);
  assert.deepEqual(
    await places(),
    stored.map(({ id, position, privacy }) => ({
      id,
      position: id === logged ? logged : position,
      privacy,
    })),
  );
  await call('DELETE', '/workout/samples/');
  assert.deepEqual(
    (await places()).map(({ id }) => id),
    [logged],
  );
});
