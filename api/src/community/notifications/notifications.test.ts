import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type NotificationCount, type NotificationList, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named, pairOf, toUser } from '../../members/friends/testing.ts';
import { type Answer, startTestApi, type TestApi } from '../../testing/api.ts';
import { log } from '../../training/workouts/testing.ts';
import {
  comment,
  like,
  membersOf,
  post,
  readNotifications,
  type Member,
} from './notifications.test-helper.ts';

let api: TestApi;
let member: ReturnType<typeof membersOf>;
before(async () => {
  api = await startTestApi();
  member = membersOf(api);
});
after(() => api.stop());

test('likes and comments of one story are told together, each once, and go with their cause', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const id = await post(ana);
  const liked = await like(ben, id);
  await like(ben, id);
  await like(carl, id);
  await like(ana, id);
  const commented = await comment(
    ben,
    id,
    'Well done, and much more than a hundred and twenty characters '.repeat(4),
  );
  const first = await readNotifications(ana);
  assert.deepEqual(first.kinds, ['comment 1', 'like 2']);
  assert.equal(first.unread_count, 2);
  const [ofComment, ofLikes] = first._embedded.notifications;
  assert.deepEqual(
    [ofLikes!.actors.map(({ id: actor }) => actor), ofLikes!.object],
    [[carl.userId, ben.userId], { type: 'story', id, text: 'A story' }],
  );
  assert.ok(ofComment!.object!.text.length <= 120 && ofComment!.object!.text.startsWith('Well done'));
  await ben.call('DELETE', `/activity_story/${liked}/`);
  await ben.call('DELETE', `/activity_story/${commented}/`);
  assert.deepEqual((await readNotifications(ana)).kinds, ['like 1']);
  await ana.call('DELETE', `/activity_story/${id}/`);
  assert.deepEqual((await readNotifications(ana)).kinds, [], 'a story that is deleted');
});

test('who is mentioned, answered or owns the story is told once, of what concerns them most', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const { body: self } = await carl.call<{ username: string }>('GET', '/user/self/');
  const id = await post(ana);
  const first = await comment(ben, id, `Look, @${self.username}`);
  await comment(carl, id, 'I see', first);
  assert.deepEqual((await readNotifications(carl)).kinds, ['mention 1']);
  assert.deepEqual((await readNotifications(ben)).kinds, ['answer 1']);
  assert.deepEqual((await readNotifications(ana)).kinds, ['comment 2']);
  await ana.call('PATCH', `/activity_story/${id}/`, { privacy: 0 });
  assert.deepEqual(
    (await readNotifications(carl)).kinds,
    [],
    'of a story that is private by now nothing is told',
  );
  await ana.call('PATCH', `/activity_story/${id}/`, { privacy: 3 });
  assert.deepEqual((await readNotifications(carl)).kinds, ['mention 1']);
});

test('requests and acceptances are told, and end with the friendship, a mute or a block', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await ana.call('POST', '/friendship/', toUser(ben.userId));
  const asked = await readNotifications(ben);
  assert.deepEqual(
    [asked.kinds, asked._embedded.notifications[0]!._links['page']![0]!.href],
    [['friend_request 1'], '/people/friends?tab=requests'],
  );
  await ben.call('PATCH', `/friendship/${pairOf(ana, ben)}/`, { status: 'active' });
  assert.deepEqual((await readNotifications(ben)).kinds, []);
  assert.deepEqual((await readNotifications(ana)).kinds, ['friend_accepted 1']);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual((await readNotifications(ana)).kinds, [], 'muted');
  await ana.call('DELETE', `/user_mute/${ben.userId}/`);
  const id = await post(ana, 1);
  await like(ben, id);
  assert.deepEqual((await readNotifications(ana)).kinds, ['like 1', 'friend_accepted 1']);
  await ana.call('POST', '/user_block/', named(ben.userId));
  assert.deepEqual((await readNotifications(ana)).kinds, [], 'blocked');
});

test('what a muted member does is kept for no later, and reading looks at a bounded number of causes', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const id = await post(ana);
  await like(carl, id);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  await like(ben, id);
  await comment(ben, id, 'Hello');
  await ana.call('DELETE', `/user_mute/${ben.userId}/`);
  assert.deepEqual((await readNotifications(ana)).kinds, ['like 1']);
  const { db } = api.context;
  const base = api.context.newId();
  const causes = (from: number, to: number) =>
    sql`
    insert into notification_causes (user_id, id, actor_id, kind, subject_type, subject_id, created_at)
    select ${ana.userId}::bigint, ${base}::bigint + n, ${ben.userId}::bigint, 'comment', 'story', ${id}::bigint, now()
    from generate_series(${from}::int, ${to}::int) as n`.execute(db);
  // Stored before the mute: they stay out of sight, and are not walked through without end.
  await causes(1, 4999);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual((await readNotifications(ana)).kinds, ['like 1']);
  await causes(5000, 5000);
  assert.deepEqual((await readNotifications(ana)).kinds, []);
});

test('each kind can be switched off; reading and removing count', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await befriend(api, ben, ana);
  const id = (await log(ana.call, { privacy: 1 })).id;
  await like(ben, id);
  await comment(ben, id, 'Nice');
  assert.deepEqual((await readNotifications(ana)).kinds, ['comment 1', 'like 1']);
  const off = await ana.call('PUT', '/notification_settings/', { kinds: { like: { in_app: false } } });
  assert.equal(off.status, 200, off.text);
  await ana.call('PUT', '/notification_settings/', { email_digest: 'daily' });
  const { body: settings } = await ana.call<{
    kinds: Record<string, { in_app: boolean }>;
    email_digest: string;
  }>('GET', '/notification_settings/');
  assert.deepEqual(
    [settings.kinds['like']!.in_app, settings.kinds['comment']!.in_app, settings.email_digest],
    [false, true, 'daily'],
  );
  const { kinds, _embedded } = await readNotifications(ana);
  assert.deepEqual(kinds, ['comment 1']);
  const newest = _embedded.notifications[0]!;
  const read = await ana.call<NotificationCount>('POST', '/notification/read/', { until: newest.id });
  assert.deepEqual(read.body, { unread_count: 0, latest: newest.id });
  assert.equal((await ben.call('DELETE', `/notification/${newest.id}/`)).status, 404, 'of another member');
  assert.equal((await ana.call('DELETE', `/notification/${newest.id}/`)).status, 204);
  assert.deepEqual((await readNotifications(ana)).kinds, []);
  for (const bad of [
    { kinds: { nothing: {} } },
    { kinds: { like: { in_app: 'x' } } },
    { email_digest: 'hourly' },
  ])
    assert.equal((await ana.call('PUT', '/notification_settings/', bad)).status, 400, JSON.stringify(bad));
});

test('[SOC-02] a comment that is shortened is cut between characters', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await comment(ben, await post(ana), `${'a'.repeat(118)}${'😀'.repeat(9)}`);
  const [first] = (await readNotifications(ana))._embedded.notifications;
  assert.equal(first!.object!.text, `${'a'.repeat(118)}…`);
});

test('[SOC-02] the text of a notification is one line', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await comment(ben, await post(ana), 'Well\n\n\u2028\u3164done,\t\u0085  Ana');
  const [first] = (await readNotifications(ana))._embedded.notifications;
  assert.equal(first!.object!.text, 'Well done, Ana');
});

const STARTED_PLAN = {
  template_name: 'half-marathon',
  own_plan_id: null,
  goal: 'half_marathon',
  level: 'beginner',
  week_count: 12,
  first_day: '2026-05-04',
  status: 'active',
  stopped_day: null,
  created_at: new Date(),
  updated_at: new Date(),
} as const;

test('[SOC-02] [CHAL-01] a notification that is removed goes with what it shows and takes no other along', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ben, ana);
  const { db, newId, now } = api.context;
  const remove = async (text: string | undefined) => {
    const found = (await readNotifications(ana))._embedded.notifications.find(
      ({ object }) => object?.text === text,
    )!;
    assert.equal((await ana.call('DELETE', `/notification/${found.id}/`)).status, 204);
  };
  const texts = async () =>
    (await readNotifications(ana))._embedded.notifications
      .map(({ object }) => object?.text ?? 'no text')
      .toSorted();
  const byBen = (path: string, body: object) =>
    api.call<{ id: number }>('POST', SERVICE_BASES.challenges + path, { token: ben.token, body });
  const invite = async (where: 'challenges' | 'groups', body: object) => {
    const made = await byBen(`/v2/${where}`, body);
    assert.equal(made.status, 201, made.text);
    const path = `/v2/${where}/${made.body.id}/invitations`;
    const invited = await byBen(path, { user_ids: [ana.userId] });
    assert.ok(invited.status < 300, invited.text);
  };
  const [first_day, last_day] = [0, 20].map((n) =>
    new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10),
  );
  for (const title of ['One', 'Two', 'Three'])
    await invite('challenges', { title, kind: 'distance', first_day, last_day });
  for (const name of ['Hills', 'Track']) await invite('groups', { name });
  for (const [causeId, title] of [
    [newId(), 'Half marathon'],
    [newId(), 'Ten miles'],
  ] as const) {
    const planId = newId();
    await db
      .insertInto('started_plans')
      .values({ ...STARTED_PLAN, user_id: ana.userId, id: planId, title })
      .execute();
    await db
      .transaction()
      .execute((trx) =>
        api.context.publish(trx, 'planAdapted', { userId: ana.userId, planId, causeId, at: now() }),
      );
  }
  for (const causeId of [newId(), newId()])
    await db.transaction().execute((trx) =>
      api.context.publish(trx, 'memberModerated', {
        userId: ana.userId,
        causeId,
        reportId: null,
        outcome: 'removed',
        at: now(),
      }),
    );
  const [run, ride] = [await post(ana, 1), await post(ana, 3)];
  for (const id of [run, ride]) await like(ben, id);
  await befriend(api, carl, ana);
  await like(carl, run);
  for (const [index, id] of [run, ride].entries())
    await ana.call('PATCH', `/activity_story/${id}/`, { text: ['Run', 'Ride'][index] });
  assert.deepEqual(await texts(), [
    'Half marathon',
    'Hills',
    'One',
    'Ride',
    'Run',
    'Ten miles',
    'Three',
    'Track',
    'Two',
    'no text',
    'no text',
  ]);
  // The newest of each kind, and one of two notices of moderators.
  for (const text of ['Three', 'Track', 'Ten miles', 'Run', undefined]) await remove(text);
  assert.deepEqual(await texts(), ['Half marathon', 'Hills', 'One', 'Ride', 'Two', 'no text']);
});

test('older notifications follow page by page; each leads to where it happened', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await befriend(api, ben, ana);
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) ids.push(await post(ana));
  const run = await log(ana.call, { privacy: 1 });
  for (const id of [...ids, run.id]) await like(ben, id);
  await comment(ben, run.id, 'Nice');
  const pages: string[] = [];
  let path: string | undefined = '/notification/?limit=2';
  for (let page = 0; path !== undefined && page < 5; page++) {
    const answer: Answer<NotificationList> = await ana.call<NotificationList>('GET', path);
    assert.equal(answer.status, 200, answer.text);
    const { body } = answer;
    assert.equal(body.total_count, 5);
    pages.push(...body._embedded.notifications.map(({ _links }) => _links['page']![0]!.href));
    path = body._links['next']?.[0]?.href.replace('/v7.1', '');
  }
  const posts = ids.toReversed().map((id) => `/activity_feed/story/${id}`);
  assert.deepEqual(pages, [`/workout/${run.id}#comments`, `/workout/${run.id}`, ...posts]);
});

test('a mention that is taken out of a comment is told no longer', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  await befriend(api, ben, carl);
  const names = new Map(
    (await api.context.db.selectFrom('users').select(['id', 'username']).execute()).map((one) => [
      one.id,
      one.username,
    ]),
  );
  const at = ({ userId }: Member) => `@${names.get(userId)}`;
  const id = await post(ana, 1);
  const mentioned = await comment(ben, id, `Thanks ${at(carl)}`);
  assert.ok((await readNotifications(carl)).kinds.includes('mention 1'));
  const edited = await ben.call('PATCH', `/activity_story/${mentioned}/`, { text: 'Thanks' });
  assert.equal(edited.status, 200, edited.text);
  assert.ok(!(await readNotifications(carl)).kinds.includes('mention 1'));
  assert.ok((await readNotifications(ana)).kinds.includes('comment 1'), 'the comment is still there');
});
