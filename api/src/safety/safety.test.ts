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
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { saveRepeatedly } from '../testing/repeated-saves.ts';
import { as, type As, log } from '../workouts/testing.ts';

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
  assert.ok(snapshot.startsWith('Buy my shoes') && snapshot.includes('\n11 xxx'));
});

test('what the caller may not see cannot be reported', async () => {
  const hidden = await post(ben, 0);
  const call = as(api, ana);
  assert.equal((await report(call, 'story', hidden)).status, 404);
  assert.equal((await report(call, 'comment', hidden)).status, 404);
  assert.equal((await report(call, 'user', api.context.newId())).status, 404);
  assert.equal((await report(call, 'workout', hidden)).status, 400);
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
  const [open] = (await queue())._embedded.reports;
  await moderator('PATCH', `/moderation/report/${open!.id}/`, { action: 'suspend' });
  assert.equal((await as(api, ana)('GET', `/user/${spammer.userId}/`)).status, 404);
  assert.equal((await as(api, ana)<Story>('GET', `/activity_story/${id}/`)).body.comments.count, 0);
  const refused = await comment();
  assert.deepEqual([refused.status, refused.body['error' as never]], [403, 'suspended']);
  assert.equal((await moderator('DELETE', `/moderation/suspension/${spammer.userId}/`)).status, 204);
  assert.equal((await as(api, ana)('GET', `/user/${spammer.userId}/`)).status, 200);
  assert.equal((await comment()).status, 201);
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
  assert.deepEqual(await told(), [['moderation', 0, '/activity_feed']]);
  await decide(comment.body.id, 'remove');
  assert.deepEqual(await told(), [
    ['moderation', 0, `/activity_feed/story/${bens}`],
    ['moderation', 0, '/activity_feed'],
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
