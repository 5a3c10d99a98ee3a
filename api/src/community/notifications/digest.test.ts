import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { NotificationSettings, Story, User } from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { queueDigests, sendDigest } from './digest.ts';

let api: TestApi;
/** In Warsaw, where the members of tests are, it is eight in the morning of a Tuesday. */
let now = new Date('2026-12-01T07:00:00Z');
before(async () => {
  api = await startTestApi();
  api.context.now = () => now;
});
after(() => api.stop());

const confirm = ({ userId }: TestMember) =>
  api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: now })
    .where('user_id', '=', userId)
    .execute();
interface Member extends TestMember {
  call: As;
}
const member = async (first_name: string, { isConfirmed = true } = {}): Promise<Member> => {
  const signedUp = await api.signUp({ first_name });
  if (isConfirmed) await confirm(signedUp);
  return { ...signedUp, call: as(api, signedUp) };
};
const post = async ({ call }: Member) => {
  const body = { verb: 'post', object: { type: 'status', text: 'A story' }, privacy: 3 };
  return (await call<Story>('POST', '/activity_story/', body)).body.id;
};
const comment = async ({ call }: Member, id: number, text: string): Promise<number> =>
  (
    await call<{ id: number }>('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: id,
      object: { type: 'comment', text },
    })
  ).body.id;
const choose = async ({ call }: Member, change: object) => {
  const { status, body, text } = await call<NotificationSettings>('PUT', '/notification_settings/', change);
  assert.equal(status, 200, text);
  return body;
};
const mailsTo = async ({ email }: Member) =>
  api.context.db.selectFrom('mailbox').selectAll().where('recipient', '=', email).orderBy('id').execute();
const digests = async (to: Member) =>
  (await mailsTo(to)).filter(({ subject }) => subject.includes('friends on Waymark'));

test('a digest tells each unread thing once, and nothing that was read, deleted, hidden or switched off by then', async () => {
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben')]);
  const [shown, hidden] = [await post(ana), await post(ana)];
  await comment(ben, shown, 'Kept');
  const taken = await comment(ben, shown, 'Taken back');
  await comment(ben, hidden, 'Of a hidden story');
  await ben.call('POST', '/activity_story/', { verb: 'like', parent_story_id: shown });
  await ben.call('DELETE', `/activity_story/${taken}/`);
  await ben.call('POST', '/friendship/', {
    _links: { to_user: [{ href: `/v7.1/user/${ana.userId}/`, id: String(ana.userId) }] },
  });
  await sendDigest(api.context, ana.userId);
  assert.deepEqual(await digests(ana), [], 'nobody gets one unasked');
  await choose(ana, { email_digest: 'daily', kinds: { friend_request: { email: false } } });
  await ana.call('DELETE', `/activity_story/${hidden}/`);
  await Promise.all([1, 2, 3].map(() => sendDigest(api.context, ana.userId)));
  const [first, ...more] = await digests(ana);
  assert.deepEqual(more, []);
  assert.match(first!.text, /Ben Runner\d+ commented: “Kept”/);
  for (const absent of ['Taken back', 'hidden', 'liked', 'friend.'])
    assert.ok(!first!.text.includes(absent), absent);
  await comment(ben, shown, 'Later');
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 1, 'one a day');
  now = new Date('2026-12-02T05:30:00Z');
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 1, 'not before the morning');
  now = new Date('2026-12-02T06:30:00Z');
  await sendDigest(api.context, ana.userId);
  const [, second] = await digests(ana);
  assert.match(second!.text, /“Later”/);
  assert.ok(!second!.text.includes('Kept'), 'what was told before is not told again');
  now = new Date('2026-12-03T06:30:00Z');
  await comment(ben, shown, 'Read in the product');
  await ana.call('POST', '/notification/read/', { until: Number.MAX_SAFE_INTEGER });
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 2, 'nothing unread, no mail');
});

test('[SOC-02] what members write stays within its quotation marks in a digest, and is no paragraph of it', async () => {
  now = new Date('2026-12-01T07:00:00Z');
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben”\t“')]);
  await choose(ana, { email_digest: 'daily' });
  const id = await post(ana);
  await comment(ben, id, 'ok”\n\nYour Waymark account is locked. Call 555 0199.\n\n“');
  await comment(ben, await post(ana), 'ok"\u2028\u2029’’ Call us. ″');
  await sendDigest(api.context, ana.userId);
  const [digest] = await digests(ana);
  const paragraphs = digest!.text.split('\n\n');
  const name = /^Ben’ ‘ Runner\d+ commented/;
  const told = paragraphs.filter((paragraph) => name.test(paragraph));
  assert.deepEqual(
    told.map((paragraph) => paragraph.replace(name, '')),
    [": “ok' ’ Call us. '”", ': “ok’ Your Waymark account is locked. Call 555 0199. ‘”'],
  );
  assert.ok(!paragraphs.some((paragraph) => paragraph.startsWith('Your Waymark')));
  assert.ok(digest!.html.includes('ok’ Your Waymark account is locked.'));
});

test('a digest shows twenty and says how many more there are', async () => {
  now = new Date('2026-12-01T07:00:00Z');
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben')]);
  await choose(ana, { email_digest: 'daily' });
  for (let n = 0; n < 23; n++) await comment(ben, await post(ana), `Comment ${n}`);
  await sendDigest(api.context, ana.userId);
  const [digest] = await digests(ana);
  assert.equal(digest!.text.match(/commented: “Comment/g)?.length, 20);
  assert.match(digest!.text, /And 3 more\./);
});

test('no digest goes to a member whose account waits to be deleted', async () => {
  now = new Date('2026-12-01T07:00:00Z');
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben')]);
  await comment(ben, await post(ana), 'Hello');
  await choose(ana, { email_digest: 'daily' });
  const { db, newId } = api.context;
  const request = { user_id: ana.userId, id: newId(), requested_at: now, erase_at: now };
  await db.insertInto('deletion_requests').values(request).execute();
  await sendDigest(api.context, ana.userId);
  assert.deepEqual(await digests(ana), []);
  await db.deleteFrom('deletion_requests').where('user_id', '=', ana.userId).execute();
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 1, 'what waited is told when the member stays');
});

test('a weekly digest comes on Mondays; the link in it stops them until the member chooses again', async () => {
  now = new Date('2026-12-03T08:00:00Z');
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben')]);
  const id = await post(ana);
  await comment(ben, id, 'Hello');
  await choose(ana, { email_digest: 'weekly' });
  await sendDigest(api.context, ana.userId);
  assert.deepEqual(await digests(ana), []);
  now = new Date('2026-12-07T08:00:00Z');
  await sendDigest(api.context, ana.userId);
  const [mail] = await digests(ana);
  const [, stop] = /Unsubscribe from mails about friends: (\S+)/.exec(mail!.text)!;
  const { pathname } = new URL(stop!);
  const stopped = await fetch(api.url + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  assert.ok(stopped.status < 400, String(stopped.status));
  const { body } = await ana.call<NotificationSettings>('GET', '/notification_settings/');
  assert.equal(body.email_digest, 'off');
  now = new Date('2026-12-14T08:00:00Z');
  await comment(ben, id, 'Again');
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 1);
  assert.equal((await choose(ana, { email_digest: 'weekly' })).email_digest, 'weekly');
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 2);
});

test('[ACCT-02] who wants no e-mails gets no digest; choosing one brings back this kind of mail alone', async () => {
  now = new Date('2026-12-15T08:00:00Z');
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben')]);
  await choose(ana, { email_digest: 'daily' });
  await comment(ben, await post(ana), 'Hello');
  const self = `/user/${ana.userId}/`;
  await ana.call('PUT', self, { communication: { email: false } });
  await sendDigest(api.context, ana.userId);
  assert.deepEqual(await digests(ana), []);
  const { body: settings } = await ana.call<NotificationSettings>('GET', '/notification_settings/');
  assert.equal(settings.email_digest, 'off');
  assert.equal((await choose(ana, { email_digest: 'daily' })).email_digest, 'daily');
  const { body: user } = await ana.call<User>('GET', self);
  assert.deepEqual(
    [user.communication, user.opt_outs],
    [{ email: true }, { news: true, social: false, challenges: true, summaries: true, reminders: true }],
  );
  await sendDigest(api.context, ana.userId);
  assert.equal((await digests(ana)).length, 1);
});

test('a digest that could not be sent is tried again whole; the hourly round queues those whose turn it is', async (t) => {
  now = new Date('2026-12-15T08:00:00Z');
  const [ana, ben, idle] = await Promise.all([member('Ana'), member('Ben'), member('Idle')]);
  await comment(ben, await post(ana), 'Hello');
  await choose(ana, { email_digest: 'daily' });
  const mail = t.mock.method(api.context, 'mail', () => Promise.reject(new Error('no mail server')));
  await assert.rejects(sendDigest(api.context, ana.userId), /no mail server/);
  mail.mock.restore();
  const sent: object[] = [];
  t.mock.method(api.context.jobs, 'send', (_name: string, data: object) => {
    sent.push(data);
    return Promise.resolve();
  });
  await queueDigests(api.context);
  assert.ok(sent.some((job) => 'userId' in job && job.userId === ana.userId));
  assert.ok(!sent.some((job) => 'userId' in job && job.userId === idle.userId));
  await sendDigest(api.context, ana.userId);
  assert.match((await digests(ana))[0]!.text, /“Hello”/);
});

test('a digest goes to confirmed addresses only, and no name or text in it can become a link', async () => {
  now = new Date('2026-12-22T08:00:00Z');
  const [ana, ben] = await Promise.all([member('Ana', { isConfirmed: false }), member('evil.example')]);
  await choose(ana, { email_digest: 'daily' });
  const kept = 'See you. At 9:30, @friends!';
  for (const text of ['Open ftp://evil.example/now', 'Go to evil.example', 'Write me@evil.example', kept])
    await comment(ben, await post(ana), text);
  await sendDigest(api.context, ana.userId);
  assert.deepEqual(await digests(ana), []);
  await confirm(ana);
  await sendDigest(api.context, ana.userId);
  const [digest] = await digests(ana);
  assert.ok(!digest!.text.includes('evil'), digest!.text);
  assert.equal(digest!.text.match(/^Somebody commented\.$/gm)?.length, 3);
  assert.ok(digest!.text.includes(`Somebody commented: “${kept}”`));
});

test("a time zone that the database does not know counts as UTC and stops nobody else's digest", async () => {
  const [odd, cid] = [await member('Odd'), await member('Cid')];
  for (const one of [odd, cid]) await choose(one, { email_digest: 'daily' });
  await api.context.db.updateTable('users').set({ time_zone: 'BET' }).where('id', '=', odd.userId).execute();
  now = new Date('2027-03-02T08:00:00Z');
  await queueDigests(api.context);
  const days = () =>
    api.context.db
      .selectFrom('notification_settings')
      .select('digest_day')
      .where('user_id', 'in', [odd.userId, cid.userId])
      .where('digest_day', 'is not', null)
      .execute();
  await until('the digests of both', async () => (await days()).length === 2);
});
