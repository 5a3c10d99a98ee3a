import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type {
  LoginResponse,
  NotificationSettings,
  PushSubscriptionEntry,
  PushSubscriptionList,
  Story,
  StoryLike,
  User,
} from '@waymark/api-contract';
import { named, toUser } from '../../members/friends/testing.ts';
import { isPushEndpoint, KNOWN_PUSH_SERVICES, readPushServices } from '../../kernel/server/push-services.ts';
import { cookieOf, startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import {
  PushBrowser,
  type PushRequest,
  readVapid,
  startPushService,
  withoutPushSweep,
} from './push-service.test-helper.ts';
import { pushKeys } from './push-key.ts';
import { sendDuePushes } from './send-pushes.ts';

let api: TestApi;
let databaseUrl: string;
let service: Awaited<ReturnType<typeof startPushService>>;
let passedMs = 0;
before(async () => {
  service = await startPushService();
  api = await startTestApi({
    env: { PUSH_SERVICES: service.origin },
    services: withoutPushSweep,
    through: (url) => Promise.resolve((databaseUrl = url)),
  });
  api.context.now = () => new Date(Date.now() + passedMs);
});
beforeEach(() => {
  service.received.length = 0;
  service.state.status = 201;
  service.state.headers = {};
  service.state.hold = Promise.resolve();
});
after(async () => {
  await api.stop();
  await service.stop();
});

interface Member extends TestMember {
  call: As;
}
let browsers = 0;
const newBrowser = () => new PushBrowser(service.origin, String(++browsers));
const member = async (first_name = 'Ana'): Promise<Member> => {
  const signedUp = await api.signUp({ first_name });
  return { ...signedUp, call: as(api, signedUp) };
};
const subscribe = async ({ call }: Pick<Member, 'call'>, browser = newBrowser()) => {
  const { status, body, text } = await call<PushSubscriptionEntry>(
    'POST',
    '/push_subscription/',
    browser.subscription,
  );
  assert.equal(status, 201, text);
  return { browser, entry: body };
};
const subscriptions = async ({ call }: Pick<Member, 'call'>) =>
  (await call<PushSubscriptionList>('GET', '/push_subscription/')).body;
const post = async ({ call }: Member) => {
  const object = { type: 'status', text: 'A morning by the lake' };
  return (await call<Story>('POST', '/activity_story/', { verb: 'post', object, privacy: 3 })).body.id;
};
const comment = async ({ call }: Member, id: number, text: string): Promise<number> => {
  const object = { type: 'comment', text };
  const body = { verb: 'comment', parent_story_id: id, object };
  return (await call<{ id: number }>('POST', '/activity_story/', body)).body.id;
};
const like = ({ call }: Member, id: number) =>
  call<StoryLike>('POST', '/activity_story/', { verb: 'like', parent_story_id: id });
const send = () => sendDuePushes(api.context);
const sentTo = ({ endpoint }: PushBrowser): PushRequest[] =>
  service.received.filter(({ path }) => endpoint.endsWith(path));
const readBy = (browser: PushBrowser) =>
  sentTo(browser).map(({ body }) => browser.decrypt(body) as { body: string; page: string; tag: string });
const queued = () =>
  api.context.db.selectFrom('push_queue').selectAll().orderBy('due_at').orderBy('cause_id').execute();
/** In the session of another sign-in. */
const signInAgain = async ({ email, password, userId }: Member): Promise<Member> => {
  const answer = await api.call<LoginResponse>('POST', '/auth/login', { body: { email, password } });
  const cookie = cookieOf(answer)!;
  const signedIn = { token: answer.body.authToken!, email, password, userId, cookie };
  return { ...signedIn, call: as(api, signedIn) };
};

test('a browser gets what happened, encrypted for it alone and signed by this site, each thing once', async () => {
  const [ana, ben, carl] = await Promise.all([member('Ana'), member('Ben'), member('Carl')]);
  const { browser, entry } = await subscribe(ana);
  assert.deepEqual([entry.is_current, entry.last_sent_datetime], [true, null]);
  const id = await post(ana);
  await comment(ben, id, 'Well done');
  await comment(carl, id, 'Quick!');
  await like(ben, id);
  await comment(ana, id, 'Thank you');
  await Promise.all([send(), send(), send()]);
  await send();
  const [first, ...more] = readBy(browser);
  assert.deepEqual(more, [], 'two comments of one story are one; likes are off unless asked for');
  assert.match(first!.body, /^Carl Runner\d+ and 1 other commented: “(?:Well done|Quick!)”$/);
  assert.equal(first!.page, `/activity_feed/story/${id}`);
  const [request] = sentTo(browser);
  const { key, claims } = readVapid(request!);
  const list = await subscriptions(ana);
  assert.equal(key, list.server_key);
  assert.equal(claims['aud'], service.origin);
  assert.equal(claims['sub'], 'mailto:support@waymark.example');
  assert.equal(request!.headers['content-encoding'], 'aes128gcm');
  assert.equal(request!.headers['ttl'], '86400');
  assert.ok(!request!.body.includes('Well done'));
  assert.ok(list._embedded.push_subscriptions[0]!.last_sent_datetime);
  await comment(ben, id, 'One more');
  await send();
  assert.match(readBy(browser)[1]!.body, /Ben Runner\d+ commented: “One more”/);
});

test('what is due of a browser goes together, also when another process claims it at the same time', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const { browser } = await subscribe(ana);
  const id = await post(ana);
  await comment(ben, id, 'Well done');
  await comment(carl, id, 'Quick!');
  // The other process has locked the first row and has not taken the second one yet.
  await api.context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('push_queue').select('cause_id').orderBy('cause_id').limit(1).forUpdate().execute();
    await send();
    assert.deepEqual(sentTo(browser), []);
  });
  await send();
  const [first, ...more] = readBy(browser);
  assert.deepEqual(more, []);
  assert.match(first!.body, / and 1 other commented/);
});

test('nothing is sent of what is deleted, hidden, blocked, muted, read or switched off by then', async () => {
  const [ana, ben, muted, blocked] = await Promise.all([member(), member(), member(), member()]);
  const { browser } = await subscribe(ana);
  const [kept, gone] = [await post(ana), await post(ana)];
  const taken = await comment(ben, kept, 'Taken back');
  await comment(ben, gone, 'Of a story that goes');
  await comment(muted, kept, 'Of somebody muted');
  await comment(blocked, kept, 'Of somebody blocked');
  await ben.call('POST', '/friendship/', toUser(ana.userId));
  assert.equal((await queued()).length, 5);
  await ben.call('DELETE', `/activity_story/${taken}/`);
  await ana.call('DELETE', `/activity_story/${gone}/`);
  await ana.call('POST', '/user_mute/', named(muted.userId));
  await ana.call('POST', '/user_block/', named(blocked.userId));
  await ana.call('PUT', '/notification_settings/', { kinds: { friend_request: { push: false } } });
  await send();
  assert.deepEqual(sentTo(browser), []);
  assert.deepEqual(await queued(), []);

  const late = await comment(ben, kept, 'Read already');
  await ana.call('POST', '/notification/read/', { until: late });
  await send();
  assert.deepEqual(sentTo(browser), []);
  const { body } = await ana.call<NotificationSettings>('GET', '/notification_settings/');
  assert.deepEqual(body.kinds.friend_request, { in_app: true, email: true, push: false });
  assert.deepEqual(body.kinds.like, { in_app: true, email: false, push: false });
  await ana.call('PUT', '/notification_settings/', { kinds: { like: { push: true } } });
  await like(ben, kept);
  await send();
  assert.equal(readBy(browser).length, 1);
});

test('[ACCT-02] who wants no push notifications gets none until they ask a browser for them again', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser } = await subscribe(ana);
  const id = await post(ana);
  const set = async (isOn: boolean) => {
    const answer = await ana.call<User>('PUT', `/user/${ana.userId}/`, { communication: { push: isOn } });
    assert.equal(answer.body.communication['push'], isOn, answer.text);
  };
  await set(false);
  await comment(ben, id, 'Unheard');
  await send();
  assert.deepEqual([sentTo(browser), await queued()], [[], []]);
  await set(true);
  await comment(ben, id, 'Heard');
  await send();
  assert.equal(readBy(browser).length, 1);
  await set(false);
  const { browser: other } = await subscribe(ana);
  await comment(ben, id, 'Asked for');
  await send();
  assert.equal(readBy(other).length, 1);
});

test('what is sent has left the queue before the push service hears of it: a process killed then sends nothing twice', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser } = await subscribe(ana);
  const held = Promise.withResolvers<void>();
  service.state.hold = held.promise;
  await comment(ben, await post(ana), 'Once');
  const sending = send();
  await until('the push service is asked', () => Promise.resolve(sentTo(browser).length === 1));
  assert.deepEqual(await queued(), []);
  await send();
  assert.equal(sentTo(browser).length, 1, 'another process finds nothing to send');
  held.resolve();
  await sending;
});

test('a push service that is not well is tried again with growing pauses, and given up in the end', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser } = await subscribe(ana);
  service.state.status = 503;
  await comment(ben, await post(ana), 'Again and again');
  await send();
  for (const [index, seconds] of [30, 120, 600, 3600].entries()) {
    const [waiting] = await queued();
    assert.equal(waiting!.attempts, index + 1);
    const pause = (waiting!.due_at.getTime() - api.context.now().getTime()) / 1000;
    assert.ok(pause > seconds - 10 && pause <= seconds, `${pause} s`);
    await send();
    assert.equal(sentTo(browser).length, index + 1, 'not before its time');
    passedMs += seconds * 1000;
    await send();
  }
  assert.deepEqual(await queued(), []);
  assert.equal(sentTo(browser).length, 5);

  service.state.status = 429;
  service.state.headers = { 'retry-after': '300' };
  await comment(ben, await post(ana), 'Later');
  await send();
  const [waiting] = await queued();
  assert.ok(waiting!.due_at.getTime() - api.context.now().getTime() > 290_000);
  service.state.status = 201;
  passedMs += 300_000;
  await send();
  assert.match(readBy(browser).at(-1)!.body, /Later/);
  service.state.status = 400;
  await comment(ben, await post(ana), 'Refused');
  await send();
  assert.deepEqual(await queued(), [], 'what is refused is not sent again');
  assert.equal((await subscriptions(ana)).total_count, 1);
});

test('browsers for which nothing can be sealed keep nothing from those that were claimed with them', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { entry } = await subscribe(ana);
  const { db, newId } = api.context;
  const first = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow();
  // In every second one the key is damaged: whatever order they are claimed in, there is one before the last good one.
  const others = Array.from({ length: 19 }, (_, i) => ({ browser: newBrowser(), isGood: i % 2 === 0 }));
  await db
    .insertInto('push_subscriptions')
    .values(
      others.map(({ browser: { endpoint }, isGood }) => {
        const p256dh = isGood ? first.p256dh : 'A';
        return { ...first, id: newId(), endpoint, p256dh };
      }),
    )
    .execute();
  await comment(ben, await post(ana), 'For all of them');
  await assert.rejects(send());
  assert.deepEqual(
    others.map(({ browser }) => sentTo(browser).length),
    others.map(({ isGood }) => (isGood ? 1 : 0)),
  );
  await db.deleteFrom('push_subscriptions').where('user_id', '=', ana.userId).execute();
});

test('news of more than a day ago are not sent any more', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser } = await subscribe(ana);
  await comment(ben, await post(ana), 'Yesterday');
  passedMs += 86_401_000;
  await send();
  assert.deepEqual(sentTo(browser), []);
  assert.deepEqual(await queued(), []);
});

test('a subscription ends when the push service does not know it any more, and with the session of its browser', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const id = await post(ana);
  const there = await signInAgain(ana);
  const [{ browser: here }, { browser: away, entry }] = [await subscribe(ana), await subscribe(there)];
  const { _embedded } = await subscriptions(ana);
  assert.deepEqual(
    _embedded.push_subscriptions.map((one) => [one.id === entry.id, one.is_current]),
    [
      [true, false],
      [false, true],
    ],
  );
  await comment(ben, id, 'To both');
  await send();
  assert.deepEqual([readBy(here).length, readBy(away).length], [1, 1]);
  await comment(ben, id, 'To one');
  const own = { 'x-requested-with': 'waymark' };
  assert.equal((await api.call('GET', '/auth/logout', { cookie: there.cookie, headers: own })).status, 200);
  await send();
  assert.deepEqual([readBy(here).length, readBy(away).length], [2, 1]);
  service.state.status = 410;
  await comment(ben, id, 'To none');
  await send();
  assert.equal((await subscriptions(ana)).total_count, 0);
  await comment(ben, id, 'Nobody there');
  assert.deepEqual(await queued(), []);
});

test('one browser has one subscription, of whoever is signed in there; a member has a bounded number and removes any', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser, entry } = await subscribe(ana);
  const again = await subscribe(ana, browser);
  assert.notEqual(again.entry.id, entry.id);
  assert.equal((await subscriptions(ana)).total_count, 1);
  await comment(ben, await post(ana), 'For Ana');
  await subscribe(ben, browser);
  assert.equal((await subscriptions(ana)).total_count, 0);
  await send();
  assert.deepEqual(sentTo(browser), [], 'nobody else gets what waited for Ana');
  const [own] = (await subscriptions(ben))._embedded.push_subscriptions;
  assert.equal((await ana.call('DELETE', `/push_subscription/${own!.id}/`)).status, 404);
  assert.equal((await ben.call('DELETE', `/push_subscription/${own!.id}/`)).status, 204);
  assert.equal((await ben.call('DELETE', `/push_subscription/${own!.id}/`)).status, 404);

  const { session_id, server_key, ...row } = await api.context.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', (await subscribe(ana), ana.userId))
    .executeTakeFirstOrThrow();
  const more = Array.from({ length: 25 }, (_, n) => ({
    ...row,
    session_id: session_id + n + 1,
    server_key,
    id: row.id + n + 1,
    endpoint: `${row.endpoint}-${n}`,
  }));
  await api.context.db.insertInto('push_subscriptions').values(more).execute();
  await subscribe(ana);
  const left = await api.context.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', ana.userId)
    .execute();
  assert.equal(left.length, 20);
});

test('only addresses of known push services are taken and called', async () => {
  const ana = await member();
  const { keys } = newBrowser().subscription;
  const refused = [
    'http://127.0.0.1:1/send',
    'http://localhost/send',
    'https://169.254.169.254/latest/meta-data',
    `${service.origin}@evil.example/send`,
    `http://user:password@${new URL(service.origin).host}/send`,
    'https://fcm.googleapis.com/fcm/send/x',
    'file:///etc/passwd',
  ];
  for (const endpoint of refused) {
    const { status, text } = await ana.call('POST', '/push_subscription/', { endpoint, keys });
    assert.equal(status, 400, text);
  }
  const endpoint = `${service.origin}/send/x`;
  const noPoint = Buffer.alloc(65, 4).toString('base64url');
  for (const wrong of [{ ...keys, p256dh: noPoint }, { ...keys, auth: 'short' }, { p256dh: keys.p256dh }])
    assert.equal((await ana.call('POST', '/push_subscription/', { endpoint, keys: wrong })).status, 400);
  assert.equal((await subscriptions(ana)).total_count, 0);

  const known = readPushServices(KNOWN_PUSH_SERVICES, assert.fail);
  for (const [address, isKnown] of [
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['http://fcm.googleapis.com/abc', false],
    ['https://notify.windows.com/abc', false],
    ['https://evilnotify.windows.com/abc', false],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://evil.example/fcm.googleapis.com', false],
    ['no address', false],
  ] as const)
    assert.equal(isPushEndpoint(known, address), isKnown, address);
  const problems: string[] = [];
  readPushServices('push.example https://push.example/path *.', (message) => problems.push(message));
  assert.equal(problems.length, 2);
});

test('a redirect of a push service is not followed', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser } = await subscribe(ana);
  service.state.status = 307;
  service.state.headers = { location: `${service.origin}/elsewhere` };
  await comment(ben, await post(ana), 'Somewhere else');
  await send();
  assert.deepEqual(
    service.received.map(({ path }) => browser.endpoint.endsWith(path)),
    [true],
  );
});

test('a push goes out a moment after its cause, whichever process stored that', async (t) => {
  passedMs = 0;
  const [ana, ben] = await Promise.all([member(), member()]);
  const { browser } = await subscribe(ana);
  const id = await post(ana);
  // Its clock, its keys and its folder are its own; the database is that of the first.
  const other = await startTestApi({
    env: { PUSH_SERVICES: service.origin, NODE_NUMBER: '2' },
    through: () => Promise.resolve(databaseUrl),
  });
  t.after(() => other.stop());
  await api.context.db
    .updateTable('push_subscriptions')
    .set({ server_key: pushKeys(other.context).publicKey })
    .where('user_id', '=', ana.userId)
    .execute();
  await comment(ben, id, 'Now');
  const began = performance.now();
  await until('the push service is asked', () => Promise.resolve(sentTo(browser).length === 1));
  const ms = performance.now() - began;
  // A second or two; a machine that does much else takes longer, and the pause of other sweeps is 15.
  assert.ok(ms < 6000, `${ms} ms`);
});
