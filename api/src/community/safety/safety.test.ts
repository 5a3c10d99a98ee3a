import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type NotificationList,
  type Report,
  SERVICE_BASES,
  type Story,
  type StoryList,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named, pairOf, toUser } from '../../members/friends/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { saveRepeatedly } from '../../testing/repeated-saves.ts';
import { formOf, jpeg } from '../../training/workouts/photos/testing.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

const MODERATOR = 'moderator@example.com';
let api: TestApi;
let moderator: As;
let ana: TestMember;
let ben: TestMember;
before(async () => {
  api = await startTestApi({ env: { MODERATORS: ` Moderator@example.com, other@example.com` } });
  const signedUp = await api.signUp({ email: MODERATOR });
  moderator = as(api, signedUp);
  [ana, ben] = await Promise.all([api.signUp(), api.signUp()]);
});
after(() => api.stop());

interface Queue {
  _embedded: { reports: Report[] };
  total_count: number;
}
const queue = async () => (await moderator<Queue>('GET', '/moderation/report/')).body;
const report = (call: As, type: string, id: number) =>
  call('POST', '/report/', { object_type: type, object_id: id, reason: 'spam', note: 'Look' });
const post = async (member: TestMember, privacy = 3) =>
  (
    await as(api, member)<Story>('POST', '/activity_story/', {
      verb: 'post',
      object: { type: 'status', text: 'Buy my shoes' },
      privacy,
    })
  ).body.id;

test('moderators are named in the configuration, with a confirmed address; for others there is no such page', async () => {
  assert.equal((await moderator('GET', '/moderation/report/')).status, 404, 'not confirmed');
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('email', 'in', [MODERATOR, ana.email])
    .execute();
  assert.equal((await moderator('GET', '/moderation/report/')).status, 200);
  const other = as(api, ana);
  for (const [method, path, body] of [
    ['GET', '/moderation/report/'],
    ['PATCH', '/moderation/report/1/', { action: 'dismiss' }],
    ['DELETE', '/moderation/suspension/1/'],
  ] as const)
    assert.equal((await other(method, path, body)).status, 404, method);
});

test('a report is one case however many send it, keeps the text, and is decided once', async () => {
  const id = await post(ben);
  const carl = await api.signUp();
  const calls = [as(api, ana), as(api, ana), as(api, carl)];
  for (const { status } of await Promise.all(calls.map((call) => report(call, 'story', id))))
    assert.equal(status, 204);
  assert.equal((await report(as(api, ben), 'story', id)).status, 400, 'one’s own');
  const { _embedded, total_count } = await queue();
  const [open] = _embedded.reports;
  assert.deepEqual(
    [total_count, open!.report_count, open!.snapshot, open!.member.id],
    [1, 2, 'Buy my shoes', ben.userId],
  );
  const decided = await moderator<Report>('PATCH', `/moderation/report/${open!.id}/`, {
    action: 'remove',
    note: 'Advert',
  });
  assert.deepEqual(
    [decided.status, decided.body.state, decided.body.snapshot],
    [200, 'removed', 'Buy my shoes'],
  );
  assert.equal((await as(api, ana)('GET', `/activity_story/${id}/`)).status, 404);
  const again = await moderator('PATCH', `/moderation/report/${open!.id}/`, { action: 'dismiss' });
  assert.equal(again.status, 409);
  assert.equal((await queue()).total_count, 0);
});

test('[SOC-02] who reported without words and then finds them is heard', async () => {
  const body = { object_type: 'story', object_id: await post(ben), reason: 'spam' };
  const carl = as(api, await api.signUp());
  for (const note of ['', 'Posted in every group', 'And again'])
    assert.equal((await carl('POST', '/report/', { ...body, note })).status, 204);
  const [open] = (await queue())._embedded.reports;
  assert.equal(open!.note, 'Posted in every group');
  await moderator('PATCH', `/moderation/report/${open!.id}/`, { action: 'dismiss' });
});

test('a moderator decides about no report of themselves, and about nothing while suspended', async () => {
  const other = await api.signUp({ email: 'other@example.com' });
  const { db, now } = api.context;
  await db
    .updateTable('logins')
    .set({ email_confirmed_at: now() })
    .where('user_id', '=', other.userId)
    .execute();
  const id = await post(other);
  await report(as(api, ana), 'story', id);
  const open = (await queue())._embedded.reports.find(({ object_id }) => object_id === id)!;
  const decide = (by: As) => by('PATCH', `/moderation/report/${open.id}/`, { action: 'dismiss' });
  assert.equal((await decide(as(api, other))).status, 403);
  await db.insertInto('suspensions').values({ user_id: other.userId, created_at: now() }).execute();
  for (const [method, path] of [
    ['GET', '/moderation/report/'],
    ['DELETE', `/moderation/suspension/${other.userId}/`],
  ] as const)
    assert.equal((await as(api, other)(method, path)).status, 404);
  assert.equal((await decide(moderator)).status, 200);
});

test('a text that is changed after its first report is kept as it was at each report, with what was said', async () => {
  const id = await post(ben);
  const reportAs = async (call: As, note: string) => {
    const body = { object_type: 'story', object_id: id, reason: 'harassment', note };
    assert.equal((await call('POST', '/report/', body)).status, 204);
  };
  const found = async () => (await queue())._embedded.reports.find(({ object_id }) => object_id === id)!;
  const [anaCalls, carlCalls] = [as(api, ana), as(api, await api.signUp())];
  await reportAs(anaCalls, 'Harmless');
  await as(api, ben)('PATCH', `/activity_story/${id}/`, { text: 'Something foul' });
  await reportAs(carlCalls, 'Not any more');
  await reportAs(carlCalls, 'Not any more');
  const changed = await found();
  assert.match(changed.snapshot, /^Buy my shoes\n\n\[[-\dT:.]+Z\]\nSomething foul$/);
  assert.match(changed.note, /^Harmless\n\n\[[-\dT:.]+Z\]\nNot any more$/);
  for (let n = 0; n < 12; n++) {
    const text = `${n} ${'x'.repeat(3900)}`;
    assert.equal((await as(api, ben)('PATCH', `/activity_story/${id}/`, { text })).status, 200);
    await reportAs(anaCalls, '');
  }
  const { snapshot, id: reportId } = await found();
  await moderator('PATCH', `/moderation/report/${reportId}/`, { action: 'dismiss' });
  assert.ok(snapshot.length <= 40_100, String(snapshot.length));
  assert.match(snapshot, /^Buy my shoes\n\n\[.+\]\nSomething foul\n\n\[[^]+\n11 x+$/);
});

test('[SOC-02] an accomplice who reports edits again and again pushes no evidence out of an open case', async () => {
  const [owner, accomplice] = await Promise.all([api.signUp(), api.signUp()]);
  const id = await post(owner);
  const edit = (text: string) => as(api, owner)('PATCH', `/activity_story/${id}/`, { text });
  const found = async () => (await queue())._embedded.reports.find(({ object_id }) => object_id === id)!;
  const foul = `Foul ${'f'.repeat(3900)} end`;
  await edit(foul);
  assert.equal((await report(as(api, ana), 'story', id)).status, 204);
  const second = `Threat ${'t'.repeat(3900)} end`;
  await edit(second);
  assert.equal((await report(as(api, ben), 'story', id)).status, 204);
  for (let n = 0; n < 20; n++) {
    await edit(`${n} ${'x'.repeat(3900)}`);
    assert.equal((await report(as(api, accomplice), 'story', id)).status, 204);
  }
  const { snapshot, report_count: count, id: reportId } = await found();
  assert.ok(snapshot.startsWith(`${foul}\n\n[`));
  assert.ok(snapshot.includes(second));
  assert.match(snapshot, /\n19 x+$/);
  assert.ok(snapshot.length < 45_000, String(snapshot.length));
  assert.equal(count, 3);
  await report(as(api, accomplice), 'story', id);
  await edit(second);
  const again = { object_type: 'story', object_id: id, reason: 'hate', note: 'Nothing new' };
  assert.equal((await as(api, ana)('POST', '/report/', again)).status, 204);
  const after = await found();
  assert.deepEqual([after.snapshot, after.note, after.reason], [snapshot, 'Look', 'spam']);
  await moderator('PATCH', `/moderation/report/${reportId}/`, { action: 'dismiss' });
});

test('[SOC-02] reports of the same thing count against the limit of reports', async (t) => {
  const { context } = api;
  const { env } = context;
  context.env = { ...env, RATE_LIMITS: true };
  t.after(() => (context.env = env));
  const call = as(api, await api.signUp());
  const id = await post(ana);
  for (let n = 0; n < 5; n++) assert.equal((await report(call, 'story', id)).status, 204);
  const refused = await report(call, 'story', id);
  assert.deepEqual([refused.status, refused.body['error']], [429, 'too_many_requests']);
});

test('what the caller may not see cannot be reported', async () => {
  const hidden = await post(ben, 0);
  const call = as(api, ana);
  assert.equal((await report(call, 'story', hidden)).status, 404);
  assert.equal((await report(call, 'comment', hidden)).status, 404);
  assert.equal((await report(call, 'user', api.context.newId())).status, 404);
  assert.equal((await report(call, 'workout', hidden)).status, 400);
});

test('[SOC-04] [DATA-03] a report by who was asked holds the message of the request, whatever becomes of the request', async () => {
  const [asking, asked] = await Promise.all([api.signUp(), api.signUp()]);
  const call = as(api, asked);
  const snapshot = async () =>
    (await queue())._embedded.reports.find(({ object_id: id }) => id === asking.userId)?.snapshot;
  await as(api, asking)('PUT', `/user/${asking.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 3 },
  });
  const message = 'Answer me, or else.\nI know where you run.';
  const request = { ...toUser(asked.userId), message };
  assert.equal((await as(api, asking)('POST', '/friendship/', request)).status, 201);
  assert.equal((await report(as(api, ana), 'user', asking.userId)).status, 204);
  assert.ok(!(await snapshot())!.includes(message), 'a report by somebody else');
  assert.equal((await report(call, 'user', asking.userId)).status, 204);
  assert.equal((await call('DELETE', `/friendship/${pairOf(asking, asked)}/`)).status, 204);
  await call('POST', '/user_block/', named(asking.userId));
  assert.ok((await snapshot())!.endsWith(`\n\n${message}`));
});

test('a suspended member is seen by nobody and writes nothing, until the suspension ends', async () => {
  const spammer = await api.signUp();
  const call = as(api, spammer);
  const id = await post(ben);
  const comment = () =>
    call<{ id: number }>('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: id,
      object: { type: 'comment', text: 'Spam' },
    });
  const { body } = await comment();
  await report(as(api, ana), 'comment', body.id);
  const open = (await queue())._embedded.reports.find(({ object_id }) => object_id === body.id);
  await moderator('PATCH', `/moderation/report/${open!.id}/`, { action: 'suspend' });
  assert.equal((await as(api, ana)('GET', `/user/${spammer.userId}/`)).status, 404);
  assert.equal((await as(api, ana)<Story>('GET', `/activity_story/${id}/`)).body.comments.count, 0);
  const refused = await comment();
  assert.deepEqual([refused.status, refused.body['error' as never]], [403, 'suspended']);
  assert.equal((await moderator('DELETE', `/moderation/suspension/${spammer.userId}/`)).status, 204);
  assert.equal((await as(api, ana)('GET', `/user/${spammer.userId}/`)).status, 200);
  assert.equal((await comment()).status, 201);
});

test('[SOC-04] a suspended member changes no posts and makes no friends', async () => {
  const [spammer, asking] = await Promise.all([api.signUp(), api.signUp()]);
  const call = as(api, spammer);
  const id = await post(spammer);
  await befriend(api, spammer, ben);
  await as(api, asking)('POST', '/friendship/', toUser(ben.userId));
  await call('PUT', `/user/${spammer.userId}/`, { default_privacy: { workout: 3, route: 3, profile: 3 } });
  assert.equal((await as(api, asking)('POST', '/friendship/', toUser(spammer.userId))).status, 201);
  const { db, now } = api.context;
  await db.insertInto('suspensions').values({ user_id: spammer.userId, created_at: now() }).execute();
  const pair = pairOf(spammer, asking);
  for (const [what, answer] of [
    ['a text', await call('PATCH', `/activity_story/${id}/`, { text: 'Buy my shoes' })],
    ['a photo', await call('POST', `/activity_story/${id}/photos/`, formOf([['a.jpg', await jpeg(32, 24)]]))],
    ['an answer', await call('PATCH', `/friendship/${pair}/`, { status: 'active' })],
    ['a crossing request', await call('POST', '/friendship/', toUser(asking.userId))],
  ] as const)
    assert.deepEqual([answer.status, answer.body['error' as never]], [403, 'suspended'], what);
  assert.equal((await call('PATCH', `/activity_story/${id}/`, { privacy: 0 })).status, 200, 'less is shared');
  assert.equal((await call('DELETE', `/friendship/${pair}/`)).status, 204);
});

test('[SOC-02] [DATA-03] likes and comments of who is suspended, or leaving, count for themselves alone until that ends', async () => {
  const [owner, leaving] = await Promise.all([api.signUp(), api.signUp()]);
  const offender = await api.signUp();
  const id = await post(owner);
  const reply = async (member: TestMember) => {
    for (const more of [{ verb: 'like' }, { verb: 'comment', object: { type: 'comment', text: 'Hello' } }]) {
      const { status } = await as(api, member)('POST', '/activity_story/', { parent_story_id: id, ...more });
      assert.equal(status, 201);
    }
  };
  for (const member of [owner, leaving, offender]) await reply(member);
  const counts = async (member: TestMember | null) => {
    const call = as(api, member);
    const { body } = await call<Story>('GET', `/activity_story/${id}/`);
    const list = async (type: string) =>
      (await call<StoryList>('GET', `/activity_story/?reply_type=${type}&parent_story_id=${id}`)).body;
    const [likes, comments] = [await list('like'), await list('comment')];
    assert.deepEqual(
      [likes._embedded.likes.length, comments._embedded.comments.length],
      [body.likes.count, body.comments.count],
      'as many are counted as are listed',
    );
    return [body.likes.count, body.comments.count, likes.total_count, comments.total_count];
  };
  const all = (n: number) => [n, n, n, n];
  const viewers = [owner, ana, null];
  for (const viewer of viewers) assert.deepEqual(await counts(viewer), all(3));
  await report(as(api, ana), 'user', offender.userId);
  const open = (await queue())._embedded.reports.find(({ object_id }) => object_id === offender.userId)!;
  assert.equal(
    (await moderator('PATCH', `/moderation/report/${open.id}/`, { action: 'suspend' })).status,
    200,
  );
  const asked = { user_id: leaving.userId, id: 1, requested_at: new Date(), erase_at: new Date(2100, 0) };
  await api.context.db.insertInto('deletion_requests').values(asked).execute();
  for (const viewer of viewers) assert.deepEqual(await counts(viewer), all(1));
  assert.deepEqual(await counts(offender), all(2), 'their own');
  await api.context.db.deleteFrom('deletion_requests').where('user_id', '=', leaving.userId).execute();
  for (const viewer of viewers) assert.deepEqual(await counts(viewer), all(2));
  assert.equal((await moderator('DELETE', `/moderation/suspension/${offender.userId}/`)).status, 204);
  for (const viewer of viewers) assert.deepEqual(await counts(viewer), all(3));
});

test('whoever wrote what a moderator removes is told so, without a name and once; a dismissed report tells nobody', async () => {
  const author = await api.signUp();
  const told = async () => {
    const { body } = await as(api, author)<NotificationList>('GET', '/notification/');
    return body._embedded.notifications.map(({ kind, actors, _links }) => [
      kind,
      actors.length,
      _links['page']![0]!.href,
    ]);
  };
  const decide = async (objectId: number, action: string) => {
    const open = (await queue())._embedded.reports.find(({ object_id }) => object_id === objectId)!;
    assert.equal((await moderator('PATCH', `/moderation/report/${open.id}/`, { action })).status, 200);
  };
  const bens = await post(ben);
  const comment = await as(api, author)<{ id: number }>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: bens,
    object: { type: 'comment', text: 'Advert' },
  });
  const [first, second] = [await post(author), await post(author)];
  for (const [type, id] of [
    ['story', first],
    ['story', second],
    ['comment', comment.body.id],
  ] as const)
    assert.equal((await report(as(api, ana), type, id)).status, 204);
  await decide(first, 'dismiss');
  assert.deepEqual(await told(), []);
  await decide(second, 'remove');
  assert.deepEqual(await told(), [['moderation', 0, '/moderation/decisions']]);
  await decide(comment.body.id, 'remove');
  assert.deepEqual(await told(), [
    ['moderation', 0, '/moderation/decisions'],
    ['moderation', 0, '/moderation/decisions'],
  ]);
});

test('a workout that a moderator took out of feeds is not put back by its owner', async () => {
  const owner = await api.signUp();
  const call = as(api, owner);
  const { id } = await log(call, { privacy: 3, name: 'Buy my shoes' });
  const hide = (is_hidden_from_feed: boolean) =>
    call<Story>('PATCH', `/activity_story/${id}/`, { is_hidden_from_feed });
  for (const isHidden of [true, false]) assert.equal((await hide(isHidden)).status, 200);
  await report(as(api, ana), 'story', id);
  const open = (await queue())._embedded.reports.find(({ object_id }) => object_id === id)!;
  assert.equal(open.snapshot, 'Buy my shoes', 'the moderator reads what was reported');
  await moderator('PATCH', `/moderation/report/${open.id}/`, { action: 'remove' });
  assert.equal((await hide(false)).status, 403);
  const feed = await as(api, ana)<StoryList>(
    'GET',
    `/activity_story/?feed_type=user&feed_id=${owner.userId}`,
  );
  assert.deepEqual(feed.body._embedded.stories, []);
  const other = await call<Story>('PATCH', `/activity_story/${id}/`, { has_comments: false });
  assert.deepEqual([other.status, other.body.settings.is_hidden_from_feed], [200, true]);
});

test('a decision that fails half way leaves the report open and can be made again', async (t) => {
  const offender = await api.signUp();
  const id = await post(offender);
  await report(as(api, ana), 'story', id);
  const open = (await queue())._embedded.reports.find(({ object_id }) => object_id === id)!;
  const suspend = () => moderator<Report>('PATCH', `/moderation/report/${open.id}/`, { action: 'suspend' });
  const { db } = api.context;
  const allow = () => sql`alter table suspensions drop constraint if exists refused`.execute(db);
  t.after(allow);
  await sql`alter table suspensions add constraint refused check (user_id <> ${sql.lit(offender.userId)})`.execute(
    db,
  );
  assert.equal((await suspend()).status, 500);
  assert.equal((await as(api, ana)('GET', `/activity_story/${id}/`)).status, 200, 'the story is still there');
  await allow();
  const { status, body } = await suspend();
  assert.deepEqual([status, body.state, body.is_suspended], [200, 'suspended', true]);
  assert.equal((await as(api, ana)('GET', `/activity_story/${id}/`)).status, 404);
});

test('[SESS-06] [SOC-02] a report that is sent again opens no second case, also once it was decided; a new report of it does', async () => {
  const id = await post(ben);
  const body = { object_type: 'story', object_id: id, reason: 'spam', note: 'Look' };
  const { repeat } = await saveRepeatedly(api, {
    path: `${SERVICE_BASES.main}/report/`,
    body,
    changed: { ...body, reason: 'harassment' },
    refused: { ...body, object_id: api.context.newId() },
    members: [ana, await api.signUp()],
  });
  const open = async () => (await queue())._embedded.reports.filter(({ object_id }) => object_id === id);
  const [first, ...more] = await open();
  assert.deepEqual([first!.report_count, first!.reason, first!.note, more], [2, 'spam', 'Look', []]);
  await moderator('PATCH', `/moderation/report/${first!.id}/`, { action: 'dismiss' });
  assert.equal((await repeat()).status, 204);
  assert.deepEqual(await open(), []);
  assert.equal((await report(as(api, ana), 'story', id)).status, 204);
  const [second] = await open();
  assert.notEqual(second!.id, first!.id);
  await moderator('PATCH', `/moderation/report/${second!.id}/`, { action: 'remove' });
  assert.equal((await repeat()).status, 204, 'although the story is not there any more');
});
