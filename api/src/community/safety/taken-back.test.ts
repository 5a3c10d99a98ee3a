import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Story, StoryList } from '@waymark/api-contract';
import { named } from '../../members/friends/testing.ts';
import { memberRows } from '../../account/data-export/member-rows.ts';
import { eraseMember } from '../../account/account-deletion/erase-member.ts';
import { until } from '../../testing/mail.ts';
import { formOf, jpeg } from '../../training/workouts/photos/testing.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { ModeratedSite } from './appeals.test-helper.ts';
import { deleteUnappealed } from './upkeep.ts';

const site = await ModeratedSite.start(2);
const { api, moderators } = site;
const { db } = api.context;
after(() => api.stop());

const commentsOf = async (storyId: number) => {
  const call = as(api, site.reporter);
  const list = `/activity_story/?reply_type=comment&parent_story_id=${storyId}`;
  const [story, thread] = [
    (await call<Story>('GET', `/activity_story/${storyId}/`)).body,
    (await call<StoryList>('GET', list)).body,
  ];
  return {
    count: story.comments.count,
    comments: thread._embedded.comments.map(({ object }) => [
      object.text,
      object.mentions.map(({ id }) => id),
    ]),
  };
};
const usernameOf = async (userId: number) =>
  (await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow())
    .username;

test('[SOC-02] a comment comes back with its text, its mentions and in the count', async () => {
  const [owner, author, friend] = [await site.member(), await site.member(), await site.member()];
  const story = await site.post(owner, 'Hills');
  const mention = `See you there @${await usernameOf(owner.userId)}`;
  const comment = await site.comment(author, story, mention);
  await site.comment(friend, story, 'Me too');
  const before = await commentsOf(story);
  assert.deepEqual(before.comments[0], [mention, [owner.userId]]);
  const id = await site.decide('comment', comment, { action: 'remove' });
  assert.deepEqual(await commentsOf(story), { count: 1, comments: [['Me too', []]] });
  assert.equal((await site.takeBack(author, id)).is_content_restored, true);
  assert.deepEqual(await commentsOf(story), before);
});

test('[SOC-02] what is gone by then stays gone, and the answer says so: with its story, or by a block', async () => {
  const [owner, author] = [await site.member(), await site.member()];
  const [deleted, blocked] = [await site.post(owner, 'Gone'), await site.post(owner, 'Stays')];
  const ids: number[] = [];
  for (const story of [deleted, blocked])
    ids.push(await site.decide('comment', await site.comment(author, story, 'Hello'), { action: 'remove' }));
  assert.equal((await owner.call('DELETE', `/activity_story/${deleted}/`)).status, 204);
  assert.equal((await owner.call('POST', '/user_block/', named(author.userId))).status, 204);
  for (const id of ids) {
    const { state, is_content_restored: isRestored } = await site.takeBack(author, id);
    assert.deepEqual([state, isRestored], ['overturned', false]);
  }
  assert.deepEqual(await commentsOf(blocked), { count: 0, comments: [] });
  await until('all mails', async () => (await site.mails(author)).length === 4);
  assert.match((await site.mails(author))[3]!.text, /could not be brought back/);
});

test('[SOC-02] a post comes back with its photos; a workout returns to feeds unless its owner had hidden it', async () => {
  const author = await site.member();
  const post = await site.post(author, 'With a photo');
  await author.call('POST', `/activity_story/${post}/photos/`, formOf([['a.jpg', await jpeg(32, 24)]]));
  const photos = async () =>
    (await author.call<Story>('GET', `/activity_story/${post}/`)).body.object.photos.length;
  assert.equal(await photos(), 1);
  const id = await site.decide('story', post, { action: 'remove' });
  assert.equal((await author.call('GET', `/activity_story/${post}/`)).status, 404);
  await site.takeBack(author, id);
  assert.equal(await photos(), 1);
  for (const isHidden of [true, false]) {
    const { id: workout } = await log(author.call, { privacy: 3, name: `Hidden ${isHidden}` });
    const settings = async () =>
      (await author.call<Story>('GET', `/activity_story/${workout}/`)).body.settings;
    await author.call('PATCH', `/activity_story/${workout}/`, { is_hidden_from_feed: isHidden });
    const decision = await site.decide('story', workout, { action: 'remove' });
    assert.equal((await settings()).is_hidden_from_feed, true);
    await site.takeBack(author, decision);
    assert.equal((await settings()).is_hidden_from_feed, isHidden);
    const shown = await author.call('PATCH', `/activity_story/${workout}/`, { is_hidden_from_feed: false });
    assert.equal(shown.status, 200, 'it is its owner’s again');
  }
});

test('[SOC-02] a suspension ends once each decision that made it is taken back, also by two at once', async () => {
  for (const isAtOnce of [false, true]) {
    const author = await site.member();
    const cases = [
      await site.report('story', await site.post(author, 'One')),
      await site.report('user', author.userId),
    ];
    for (const id of cases) {
      await site.resolve(id, { action: 'suspend' });
      assert.equal((await site.appeal(author, id)).status, 201);
    }
    const takeBack = (id: number) => site.answer(1, id, 'overturn');
    if (isAtOnce) await Promise.all(cases.map(takeBack));
    else {
      assert.equal((await takeBack(cases[0]!)).body.report.is_suspended, true);
      await takeBack(cases[1]!);
    }
    assert.equal((await site.decisions(author)).is_suspended, false, `at once: ${isAtOnce}`);
  }
});

test('[SOC-02] moderators end a suspension without an appeal: the member is told, and only what was removed can still be appealed', async () => {
  const author = await site.member();
  const [removed, profile] = [
    await site.report('story', await site.post(author, 'One')),
    await site.report('user', author.userId),
  ];
  for (const id of [removed, profile]) await site.resolve(id, { action: 'suspend' });
  const call = as(api, moderators[0]!);
  assert.equal((await call('DELETE', `/moderation/suspension/${author.userId}/`)).status, 204);
  assert.equal((await site.notifications(author))[0]!.outcome, 'suspension_ended');
  const { decisions } = (await site.decisions(author))._embedded;
  assert.deepEqual(
    new Map(decisions.map(({ id, state, can_appeal: canAppeal, text }) => [id, [state, canAppeal, text]])),
    new Map([
      [removed, ['ended', true, 'One']],
      [profile, ['ended', false, '']],
    ]),
    'what was reported of a profile is for moderators',
  );
  const refused = await site.appeal(author, profile);
  assert.deepEqual([refused.status, refused.body['error' as never]], [409, 'nothing_to_appeal']);
  assert.equal((await site.appeal(author, removed)).status, 201);
});

test('[SOC-02] a decision about what was gone already has no consequence and is told to nobody', async () => {
  const author = await site.member();
  const post = await site.post(author, 'Gone first');
  const id = await site.report('story', post);
  assert.equal((await author.call('DELETE', `/activity_story/${post}/`)).status, 204);
  await site.resolve(id, { action: 'remove' });
  assert.deepEqual(
    [(await site.decisions(author))._embedded.decisions, await site.notifications(author)],
    [[], []],
  );
  assert.equal((await site.appeal(author, id)).status, 404);
});

test('[SOC-02] what nobody appealed is deleted a day after the last appeal; what waits for an answer is not', async () => {
  const [owner, author] = [await site.member(), await site.member()];
  const story = await site.post(owner, 'Hills');
  const decide = async (type: 'story' | 'comment', id: number) => site.decide(type, id, { action: 'remove' });
  const [old, waiting, young] = [
    await site.post(author, 'Old'),
    await site.post(author, 'Waiting'),
    await site.post(author, 'Young'),
  ];
  const [oldCase, waitingCase, youngCase, commentCase] = [
    await decide('story', old),
    await decide('story', waiting),
    await decide('story', young),
    await decide('comment', await site.comment(author, story, 'Old words')),
  ];
  assert.equal((await site.appeal(author, waitingCase)).status, 201);
  for (const id of [oldCase, waitingCase, commentCase]) await site.makeOlder(id, 32);
  await site.makeOlder(youngCase, 30);
  await deleteUnappealed(api.context);
  const left = await db.selectFrom('stories').select('id').where('user_id', '=', author.userId).execute();
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([waiting, young]));
  const kept = await db
    .selectFrom('reports')
    .select(['id', 'removed_content'])
    .where('user_id', '=', author.userId)
    .execute();
  const holders = kept.filter(({ removed_content: content }) => content !== null).map(({ id }) => id);
  assert.deepEqual(new Set(holders), new Set([waitingCase, youngCase]));
  const { body } = await site.answer(1, waitingCase, 'overturn');
  assert.equal(body.is_content_restored, true);
});

test('[SOC-02] [ACCT-04] [ACCT-05] an appeal is in the archive without who decided, and goes with the account of its member; a moderator’s leaves the case', async () => {
  const [owner, author, mentioned] = [await site.member(), await site.member(), await site.member()];
  const leaving = await api.signUp();
  const name = await usernameOf(mentioned.userId);
  const story = await site.post(owner, 'Hills');
  const comment = await site.comment(author, story, `Ran with @${name} today`);
  const id = await site.decide('comment', comment, { action: 'remove' });
  await site.appeal(author, id, 'My own words');
  await db.updateTable('reports').set({ decided_by: leaving.userId }).where('id', '=', id).execute();
  let rows = '';
  for (const table of ['appeals', 'reports'])
    for await (const piece of memberRows(db, table, author.userId)) rows += piece;
  assert.match(rows, /"text": ?"My own words"/);
  assert.ok(!rows.includes('decided_by') && !rows.includes(String(leaving.userId)));
  await eraseMember(api.context, leaving.userId);
  await eraseMember(api.context, mentioned.userId);
  const found = await db
    .selectFrom('reports')
    .select(['decided_by', 'removed_content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(found.decided_by, null);
  assert.ok(!JSON.stringify(found.removed_content).includes(name), 'nor who is named there');
  const { body } = await site.answer(0, id, 'overturn');
  assert.equal(body.is_own_decision, false);
  assert.deepEqual((await commentsOf(story)).comments, [['Ran with former member today', []]]);
  const open = await site.decide('story', await site.post(author, 'Last'), { action: 'remove' });
  await site.appeal(author, open);
  await eraseMember(api.context, author.userId);
  const left = await db.selectFrom('appeals').select('id').where('user_id', '=', author.userId).execute();
  assert.deepEqual(left, []);
  assert.ok((await site.appeals(1)).every(({ report }) => report.id !== open));
});
