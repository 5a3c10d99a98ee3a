import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type NotificationCount,
  type NotificationEvent,
  type NotificationList,
  SERVICE_BASES,
  type Story,
  type StoryLike,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named, pairOf, toUser } from '../friends/testing.ts';
import { type Answer, startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { as, type As, log } from '../workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

interface Member extends TestMember {
  call: As;
}
const member = async (overrides = {}): Promise<Member> => {
  const signedUp = await api.signUp(overrides);
  return { ...signedUp, call: as(api, signedUp) };
};
const post = async ({ call }: Member, privacy = 3): Promise<number> =>
  (
    await call<Story>('POST', '/activity_story/', {
      verb: 'post',
      object: { type: 'status', text: 'A story' },
      privacy,
    })
  ).body.id;
const like = async ({ call }: Member, id: number) =>
  (await call<StoryLike>('POST', '/activity_story/', { verb: 'like', parent_story_id: id })).body.id;
const comment = async ({ call }: Member, id: number, text: string, answered?: number) =>
  (
    await call<{ id: number }>('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: id,
      object: { type: 'comment', text },
      ...(answered !== undefined && { parent_reply_id: answered }),
    })
  ).body.id;
const told = async ({ call }: Member) => {
  const { status, body, text } = await call<NotificationList>('GET', '/notification/');
  assert.equal(status, 200, text);
  return {
    ...body,
    kinds: body._embedded.notifications.map(({ kind, actor_count: n }) => `${kind} ${n}`),
  };
};

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
  const first = await told(ana);
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
  assert.deepEqual((await told(ana)).kinds, ['like 1']);
  await ana.call('DELETE', `/activity_story/${id}/`);
  assert.deepEqual((await told(ana)).kinds, [], 'a story that is deleted');
});

test('who is mentioned, answered or owns the story is told once, of what concerns them most', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const { body: self } = await carl.call<{ username: string }>('GET', '/user/self/');
  const id = await post(ana);
  const first = await comment(ben, id, `Look, @${self.username}`);
  await comment(carl, id, 'I see', first);
  assert.deepEqual((await told(carl)).kinds, ['mention 1']);
  assert.deepEqual((await told(ben)).kinds, ['answer 1']);
  assert.deepEqual((await told(ana)).kinds, ['comment 2']);
  await ana.call('PATCH', `/activity_story/${id}/`, { privacy: 0 });
  assert.deepEqual((await told(carl)).kinds, [], 'of a story that is private by now nothing is told');
  await ana.call('PATCH', `/activity_story/${id}/`, { privacy: 3 });
  assert.deepEqual((await told(carl)).kinds, ['mention 1']);
});

test('requests and acceptances are told, and end with the friendship, a mute or a block', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await ana.call('POST', '/friendship/', toUser(ben.userId));
  const asked = await told(ben);
  assert.deepEqual(
    [asked.kinds, asked._embedded.notifications[0]!._links['page']![0]!.href],
    [['friend_request 1'], '/people/friends?tab=requests'],
  );
  await ben.call('PATCH', `/friendship/${pairOf(ana, ben)}/`, { status: 'active' });
  assert.deepEqual((await told(ben)).kinds, []);
  assert.deepEqual((await told(ana)).kinds, ['friend_accepted 1']);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual((await told(ana)).kinds, [], 'muted');
  await ana.call('DELETE', `/user_mute/${ben.userId}/`);
  const id = await post(ana, 1);
  await like(ben, id);
  assert.deepEqual((await told(ana)).kinds, ['like 1', 'friend_accepted 1']);
  await ana.call('POST', '/user_block/', named(ben.userId));
  assert.deepEqual((await told(ana)).kinds, [], 'blocked');
});

test('what a muted member does is kept for no later, and reading looks at a bounded number of causes', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const id = await post(ana);
  await like(carl, id);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  await like(ben, id);
  await comment(ben, id, 'Hello');
  await ana.call('DELETE', `/user_mute/${ben.userId}/`);
  assert.deepEqual((await told(ana)).kinds, ['like 1']);
  const { db } = api.context;
  const base = api.context.newId();
  const causes = (from: number, to: number) =>
    sql`
    insert into notification_causes (user_id, id, actor_id, kind, story_id, comment_id, created_at)
    select ${ana.userId}::bigint, ${base}::bigint + n, ${ben.userId}::bigint, 'comment', ${id}::bigint, null, now()
    from generate_series(${from}::int, ${to}::int) as n`.execute(db);
  // Stored before the mute: they stay out of sight, and are not walked through without end.
  await causes(1, 4999);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual((await told(ana)).kinds, ['like 1']);
  await causes(5000, 5000);
  assert.deepEqual((await told(ana)).kinds, []);
});

test('each kind can be switched off; reading and removing count', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await befriend(api, ben, ana);
  const id = (await log(ana.call, { privacy: 1 })).id;
  await like(ben, id);
  await comment(ben, id, 'Nice');
  assert.deepEqual((await told(ana)).kinds, ['comment 1', 'like 1']);
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
  const { kinds, _embedded } = await told(ana);
  assert.deepEqual(kinds, ['comment 1']);
  const newest = _embedded.notifications[0]!;
  const read = await ana.call<NotificationCount>('POST', '/notification/read/', { until: newest.id });
  assert.deepEqual(read.body, { unread_count: 0, latest: newest.id });
  assert.equal((await ben.call('DELETE', `/notification/${newest.id}/`)).status, 404, 'of another member');
  assert.equal((await ana.call('DELETE', `/notification/${newest.id}/`)).status, 204);
  assert.deepEqual((await told(ana)).kinds, []);
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
  const [first] = (await told(ana))._embedded.notifications;
  assert.equal(first!.object!.text, `${'a'.repeat(118)}…`);
});

test('[SOC-02] the text of a notification is one line', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await comment(ben, await post(ana), 'Well\n\n\u2028\u3164done,\t\u0085  Ana');
  const [first] = (await told(ana))._embedded.notifications;
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
    const found = (await told(ana))._embedded.notifications.find(({ object }) => object?.text === text)!;
    assert.equal((await ana.call('DELETE', `/notification/${found.id}/`)).status, 204);
  };
  const texts = async () =>
    (await told(ana))._embedded.notifications.map(({ object }) => object?.text ?? 'no text').toSorted();
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
      api.context.publish(trx, 'contentModerated', {
        userId: ana.userId,
        causeId,
        storyId: null,
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

/** The events of an open stream, one after the other. */
async function listen(token: string, query = '', headers: Record<string, string> = {}) {
  const ending = new AbortController();
  const response = await fetch(`${api.url}/services/main/v7.1/notification/stream/${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: ending.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    response,
    close: () => ending.abort(),
    async next(): Promise<{ id: string; event: NotificationEvent } | null> {
      for (;;) {
        const end = rest.indexOf('\n\n');
        if (end >= 0) {
          const block = rest.slice(0, end);
          rest = rest.slice(end + 2);
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data)
            return { id: /^id: (.*)$/m.exec(block)![1]!, event: JSON.parse(data) as NotificationEvent };
          continue;
        }
        const { value, done } = await reader.read();
        if (done) return null;
        rest += value;
      }
    },
  };
}

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

test('an open stream hears of notifications and of friends’ stories, and goes on where it broke off', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await befriend(api, ana, ben);
  const id = await post(ana, 1);
  const stream = await listen(ana.token);
  assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const start = await stream.next();
  assert.equal(start!.event.unread_count, 1);
  await like(ben, id);
  const liked = await stream.next();
  assert.equal(liked!.event.unread_count, 2);
  const story = await log(ben.call, { privacy: 1 });
  const published = await stream.next();
  assert.ok(published!.event.latest_story >= story.id);
  await ana.call('POST', '/notification/read/', { until: published!.event.latest });
  const read = await stream.next();
  assert.equal(read!.event.unread_count, 0, 'read in another tab');
  stream.close();
  const same = await listen(ana.token, '?seconds=0', { 'last-event-id': read!.id });
  assert.equal(await same.next(), null, 'nothing has changed since');
  const old = await listen(ana.token, `?seconds=0&last_event_id=${start!.id}`);
  assert.equal((await old.next())!.event.unread_count, 0);
});

test('[SOC-01] an open stream hears of a story of long ago once it is shared with friends', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  const mine = await post(ana, 1);
  const id = await post(ben, 0);
  const minute = 60_000 * 4096;
  const { rows } = await sql<{ id: number }>`
    update stories set id = id - ${minute}::bigint, object_id = object_id - ${minute}::bigint,
      position = position - ${minute}::bigint
    where id = ${id} returning id`.execute(api.context.db);
  const stream = await listen(ana.token);
  let { event } = (await stream.next())!;
  const start = event;
  await ben.call('PATCH', `/activity_story/${rows[0]!.id}/`, { privacy: 1 });
  // Told of whether or not the story is.
  await like(carl, mine);
  while (event.unread_count === start.unread_count) ({ event } = (await stream.next())!);
  assert.ok(event.latest_story > start.latest_story);
  stream.close();
});

test('[SOC-01] [DATA-03] neither an open nor a new stream announces a friendship with somebody its member blocked', async () => {
  const [ana, ben, carl, dora] = await Promise.all([member(), member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, dora);
  for (const { call, userId } of [ben, carl, dora])
    await call('PUT', `/user/${userId}/`, { sharing: { new_friends: true } });
  const mine = await post(ana, 1);
  await ana.call('POST', '/user_block/', named(carl.userId));
  const latest = async () => (await (await listen(ana.token, '?seconds=0')).next())!.event.latest_story;
  const stream = await listen(ana.token);
  const start = (await stream.next())!.event;
  assert.equal(await latest(), start.latest_story);
  await befriend(api, ben, carl);
  assert.equal(await latest(), start.latest_story, 'where a stream is opened');
  // Told of whether or not the friendship is.
  await like(dora, mine);
  const heard: NotificationEvent[] = [];
  do heard.push((await stream.next())!.event);
  while (heard.at(-1)!.unread_count === start.unread_count);
  assert.deepEqual([...new Set(heard.map(({ latest_story: story }) => story))], [start.latest_story]);
  await befriend(api, ben, dora);
  while (heard.at(-1)!.latest_story === start.latest_story) heard.push((await stream.next())!.event);
  assert.equal(heard.at(-1)!.latest_story, await latest(), 'one with somebody else is announced');
  stream.close();
});

test('an open stream hears nothing more of somebody who is no friend any more, and of what was taken back', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  const id = await post(ana, 1);
  const stream = await listen(ana.token);
  const start = (await stream.next())!.event;
  const liked = await like(ben, id);
  assert.equal((await stream.next())!.event.unread_count, start.unread_count + 1);
  await ben.call('DELETE', `/activity_story/${liked}/`);
  assert.equal((await stream.next())!.event.unread_count, start.unread_count);
  await ana.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  await log(ben.call, { privacy: 1 });
  // What comes next is of the friend who is left, and nothing of the other was announced before it.
  const before = api.context.newId();
  await log(carl.call, { privacy: 1 });
  const heard: NotificationEvent[] = [];
  for (;;) {
    const { event } = (await stream.next())!;
    heard.push(event);
    if (event.latest_story > before) break;
  }
  assert.deepEqual(
    heard.filter(({ latest_story: story }) => story !== start.latest_story && story < before),
    [],
  );
  stream.close();
});

test('[SOC-05] an open stream hears that a friend blocked its member, and tells a stranger of no block', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  const [stream, strangers] = await Promise.all([listen(ben.token), listen(carl.token)]);
  const start = (await stream.next())!.event;
  const before = (await strangers.next())!.event;
  await ana.call('POST', '/user_block/', named(carl.userId));
  await ana.call('POST', '/user_block/', named(ben.userId));
  let { event } = (await stream.next())!;
  while (event.friends_version === start.friends_version) ({ event } = (await stream.next())!);
  assert.ok(event.friends_version > start.friends_version);
  stream.close();
  strangers.close();
  const again = await listen(carl.token, '?seconds=0');
  assert.equal((await again.next())!.event.friends_version, before.friends_version);
});

test('an open stream hears of the stories of a friend again once their mute has ended', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  await ana.call('POST', '/user_mute/', { ...named(ben.userId), days: 7 });
  const muted = await log(ben.call, { privacy: 1 });
  const latest = async () => (await (await listen(ana.token, '?seconds=0')).next())!.event.latest_story;
  assert.ok((await latest()) < muted.id, 'while it lasts');
  await api.context.db
    .updateTable('mutes')
    .set({ until: new Date(Date.now() - 1000) })
    .where('user_id', '=', ana.userId)
    .execute();
  assert.ok((await latest()) >= muted.id, 'where a stream is opened');
  const stream = await listen(ana.token);
  await stream.next();
  const again = await log(ben.call, { privacy: 1 });
  // Something is heard in any case.
  await like(carl, await post(ana, 1));
  let event = (await stream.next())!.event;
  if (event.latest_story < again.id) event = (await stream.next())!.event;
  assert.ok(event.latest_story >= again.id);
  stream.close();
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
  assert.ok((await told(carl)).kinds.includes('mention 1'));
  const edited = await ben.call('PATCH', `/activity_story/${mentioned}/`, { text: 'Thanks' });
  assert.equal(edited.status, 200, edited.text);
  assert.ok(!(await told(carl)).kinds.includes('mention 1'));
  assert.ok((await told(ana)).kinds.includes('comment 1'), 'the comment is still there');
});

test('a member has a bounded number of streams; the oldest ends', async () => {
  const ana = await member();
  const streams = [];
  for (let n = 0; n < 6; n++) {
    const stream = await listen(ana.token);
    await stream.next();
    streams.push(stream);
  }
  assert.equal(await streams[0]!.next(), null);
  for (const stream of streams.slice(1)) stream.close();
  assert.equal((await as(api, null)('GET', '/notification/stream/')).status, 401);
});
