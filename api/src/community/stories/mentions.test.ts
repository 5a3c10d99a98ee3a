import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { befriend } from '../../members/friends/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { comment, type Member, membersOf, post } from './stories.test-helper.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);

test('[SOC-02] mentions name nobody whom their author may not meet, unless they wrote there; a hidden profile hides its friends', async () => {
  const [ana, ben] = await friends();
  const [hidden, fresh] = await Promise.all([member(), member()]);
  await befriend(api, ben, hidden);
  const hide = ({ userId }: Member, profile: 0 | 1 | 3) =>
    api.context.db.updateTable('users').set({ profile_privacy: profile }).where('id', '=', userId).execute();
  await hide(hidden, 0);
  const { body: self } = await hidden.call<{ username: string }>('GET', '/user/self/');
  const own = await post(fresh, 'A trap', 3);
  const mentionsOf = async (id: number) =>
    (await comment(fresh, id, `@${self.username}`)).body.object.mentions.map(({ id: one }) => one);
  assert.deepEqual(await mentionsOf(own.id), []);
  await comment(hidden, own.id, 'I write here');
  assert.deepEqual(await mentionsOf(own.id), [hidden.userId]);
  const { id } = await post(ben, 'For everyone', 3);
  const offered = async () => {
    const path = `/activity_story/${id}/mentionable/?q=&limit=20`;
    const { body } = await fresh.call<{ _embedded: { users: { id: number }[] } }>('GET', path);
    return body._embedded.users.map(({ id: one }) => one).toSorted((a, b) => a - b);
  };
  await hide(ana, 3);
  await hide(ben, 3);
  assert.deepEqual(
    await offered(),
    [ana.userId, ben.userId].toSorted((a, b) => a - b),
  );
  await hide(ben, 1);
  assert.deepEqual(await offered(), []);
});

test('[SOC-02] edits are limited like comments, mentions by the hour, comments by the day; new members mention with links friends only', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  try {
    const [ana, ben] = await Promise.all([limited.signUp(), limited.signUp()]);
    const { db } = limited.context;
    await db.updateTable('users').set({ profile_privacy: 3 }).execute();
    const [{ username }] = (await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', ben.userId)
      .execute()) as [{ username: string }];
    const call = as(limited, ana);
    const by: Member = { ...ana, call };
    const { id } = await post(by, 'Mine', 3);
    const first = await comment(by, id, 'Hello');
    assert.equal(first.status, 201);
    const edit = (text: string) => call('PATCH', `/activity_story/${first.body.id}/`, { text });
    const counted = async () =>
      Object.fromEntries(
        (
          await db
            .selectFrom('member_actions')
            .select(['action', 'n'])
            .where('user_id', '=', ana.userId)
            .execute()
        ).map(({ action, n }) => [action, n]),
      );
    const linked = await edit(`@${username} www.evil.example`);
    assert.deepEqual([linked.status, linked.body['error']], [403, 'links_not_yet']);
    assert.equal((await edit(`@${username}`)).status, 200);
    assert.equal((await edit(`@${username}, again`)).status, 200);
    assert.deepEqual(await counted(), {
      post: 1,
      post_of_day: 1,
      comment: 3,
      comment_of_day: 3,
      mention: 1,
      mention_of_day: 1,
    });
    const spend = (action: string, n: number) =>
      db.updateTable('member_actions').set({ n }).where('action', '=', action).execute();
    await edit('nobody');
    await spend('mention', 10);
    assert.equal((await edit(`@${username}`)).status, 429, 'mentions of an hour');
    await spend('comment', 5);
    assert.equal((await edit('no more')).status, 429, 'comments of a minute');
    await spend('comment', 0);
    await spend('comment_of_day', 100);
    const full = await comment(by, id, 'too many');
    assert.equal(full.status, 429);
    assert.match(full.text, /Try again in 24 hours/);
    const like = () =>
      call<{ id: number }>('POST', '/activity_story/', { verb: 'like', parent_story_id: id });
    const { body: added } = await like();
    assert.equal((await call('DELETE', `/activity_story/${added.id}/`)).status, 204);
    await spend('like_of_day', 500);
    const liked = await like();
    assert.equal(liked.status, 429, 'likes of a day');
    assert.match(liked.text, /Try again in 24 hours/);
  } finally {
    await limited.stop();
  }
});

test('[SOC-02] of two edits at once the last one says who is mentioned and told', async () => {
  const [ana, ben] = await friends();
  const { body: self } = await ben.call<{ username: string }>('GET', '/user/self/');
  const { id } = await post(ana, 'For everyone', 3);
  const { body: first } = await comment(ana, id, 'Hello');
  const edit = (text: string) => ana.call('PATCH', `/activity_story/${first.id}/`, { text });
  const { db } = api.context;
  for (let round = 0; round < 10; round++) {
    const texts = [`@${self.username}`, 'nobody'];
    const answers = await Promise.all((round % 2 === 0 ? texts : texts.toReversed()).map(edit));
    for (const { status } of answers) assert.equal(status, 200);
    const { rows } = await sql<{ mentions: number; told: number }>`
      select cardinality(mentions) as mentions, (
        select count(*)::int from notification_causes n
        where n.user_id = ${ben.userId} and n.id = c.id and n.kind = 'mention') as told
      from story_comments c where id = ${first.id}`.execute(db);
    assert.equal(rows[0]!.told, rows[0]!.mentions, `round ${round}`);
    await edit('nobody');
  }
});

test('[SOC-02] new members answer members whom they do not know without links, also by an edit', async () => {
  const [ana, ben] = await friends();
  const carl = await member();
  const { id } = await post(ana, 'For everyone', 3);
  const { body: top } = await comment(ben, id, 'To all');
  const { body: carls } = await comment(carl, id, 'I saw it', top.id);
  const link = 'https://shoes.example';
  assert.equal((await comment(ben, id, link)).status, 201, 'to a friend');
  const answer = await comment(ben, id, link, carls.id);
  assert.deepEqual([answer.status, (answer.body as { error?: string }).error], [403, 'links_not_yet']);
  const { body: plain } = await comment(ben, id, 'Nice', carls.id);
  const edited = await ben.call('PATCH', `/activity_story/${plain.id}/`, { text: link });
  assert.deepEqual([edited.status, edited.body['error']], [403, 'links_not_yet']);
  await befriend(api, ben, carl);
  assert.equal((await ben.call('PATCH', `/activity_story/${plain.id}/`, { text: link })).status, 200);
});
