import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Story, StoryComment, StoryList } from '@waymark/api-contract';
import { befriend, named } from '../../members/friends/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import {
  comment,
  commentsOf,
  feed,
  like,
  type Member,
  membersOf,
  post,
  story,
} from './stories.test-helper.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);

const nameOf = async ({ call }: Member) =>
  (await call<{ username: string }>('GET', '/user/self/')).body.username;

/** Ana’s friend Ben posted; Carl commented, answered, was mentioned and likes it. */
async function threadOfCarl() {
  const [ana, ben] = await friends();
  const carl = await member();
  await befriend(api, ben, carl);
  const { id } = await post(ben, 'Club run on Sunday', 3);
  const top = (await comment(carl, id, 'Count me in')).body;
  await comment(ben, id, `See you there, @${await nameOf(carl)}`);
  const answer = (await comment(carl, id, 'At nine?', top.id)).body;
  await like(carl, id);
  return { ana, ben, carl, storyId: id, top, answer };
}

/** Who of the actors of a story, its comments, their mentions, its likes and the answers to one is marked as muted. */
async function marksFor(reader: Member, storyId: number, topId: number) {
  const shown = await story(reader, storyId);
  const list = await commentsOf(reader, storyId);
  const answers = await commentsOf(reader, storyId, `&parent_reply_id=${topId}`);
  const likes = await reader.call<StoryList>(
    'GET',
    `/activity_story/?reply_type=like&parent_story_id=${storyId}`,
  );
  const markOf = (comments: readonly StoryComment[]) =>
    comments.map(({ actor, object }) => [
      actor?.is_muted ?? false,
      ...object.mentions.map(({ is_muted }) => is_muted ?? false),
    ]);
  return {
    story: shown.actor.is_muted ?? false,
    latest: markOf(shown.comments.items),
    comments: markOf(list._embedded.comments),
    answers: markOf(answers._embedded.comments),
    likes: [...shown.likes.items, ...likes.body._embedded.likes].map(({ actor }) => actor.is_muted ?? false),
  };
}
const marks = (ofBen: boolean, ofCarl: boolean) => ({
  story: ofBen,
  latest: [[ofCarl], [ofBen, ofCarl]],
  comments: [[ofCarl], [ofBen, ofCarl]],
  answers: [[ofCarl]],
  likes: [ofCarl, ofCarl],
});

test('[SOC-02] stories, comments, answers and likes tell their reader whom they muted, and nobody else', async () => {
  const { ana, ben, carl, storyId, top } = await threadOfCarl();
  const dora = await member();
  await befriend(api, dora, carl);
  const readers = { ana, ben, carl, dora };
  const check = async (expected: Partial<Record<keyof typeof readers, ReturnType<typeof marks>>>) => {
    for (const [name, reader] of Object.entries(readers))
      assert.deepEqual(
        await marksFor(reader, storyId, top.id),
        expected[name as keyof typeof readers] ?? marks(false, false),
        name,
      );
  };
  await check({});
  await ana.call('POST', '/user_mute/', named(carl.userId));
  await check({ ana: marks(false, true) });
  await dora.call('POST', '/user_mute/', { ...named(ben.userId), days: 7 });
  await check({ ana: marks(false, true), dora: marks(true, false) });
  const visitor = { ...ana, call: as(api, null) };
  assert.deepEqual(await marksFor(visitor, storyId, top.id), marks(false, false));
  const ofBen = await visitor.call<StoryList>('GET', `/activity_story/?feed_type=user&feed_id=${ben.userId}`);
  assert.doesNotMatch(ofBen.text, /is_muted/);
  await ana.call('DELETE', `/user_mute/${carl.userId}/`);
  await check({ dora: marks(true, false) });
  const { db, now } = api.context;
  const until = new Date(now().getTime() - 1000);
  await db.updateTable('mutes').set({ until }).where('user_id', '=', dora.userId).execute();
  await check({});
});

test('[SOC-02] feeds and the answers to writing and changing a comment tell whom the reader muted', async () => {
  const { ana, ben, carl, storyId } = await threadOfCarl();
  await ana.call('POST', '/user_mute/', named(carl.userId));
  const [first] = (await feed(ana)).stories;
  assert.equal(first?.id, storyId);
  assert.deepEqual(
    [first.actor.is_muted, ...first.comments.items.map(({ actor }) => actor?.is_muted)],
    [undefined, true, undefined],
    'what a muted member wrote below stories of others stays',
  );
  const sent = await comment(ana, storyId, `Hello @${await nameOf(carl)}`);
  assert.deepEqual(
    [sent.body.actor?.is_muted, sent.body.object.mentions.map(({ is_muted }) => is_muted)],
    [undefined, [true]],
  );
  const changed = await ana.call<StoryComment>('PATCH', `/activity_story/${sent.body.id}/`, {
    text: `Good morning @${await nameOf(carl)}`,
  });
  assert.deepEqual(
    changed.body.object.mentions.map(({ is_muted }) => is_muted),
    [true],
  );
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual((await feed(ana)).ids, [], 'the feed is without the stories of who is muted');
  const own = await ana.call<StoryList>('GET', `/activity_story/?feed_type=user&feed_id=${ben.userId}`);
  assert.deepEqual(
    own.body._embedded.stories.map((shown: Story) => shown.actor.is_muted),
    [true],
    'their own page has them, and says so',
  );
});
