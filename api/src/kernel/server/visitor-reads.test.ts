import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestApi } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { MAILS_OF_MEMBER } from './member-limit.ts';
import { callLimiter, MEMBER_READS, MEMBER_WRITES, VISITOR_READS } from './rate-limits.ts';

const { reads, misses } = VISITOR_READS;

test('[DATA-03] a visitor reads on and on, up to what no reader reaches in a minute', () => {
  let at = 0;
  const limiter = callLimiter(() => at);
  for (let i = 0; i < reads.max; i++) limiter.start('203.0.113.7');
  assert.throws(() => limiter.start('203.0.113.7'), { status: 429, headers: { 'retry-after': '60' } });
  limiter.start('203.0.113.8');
  at += reads.windowSeconds * 1000;
  limiter.start('203.0.113.7');
});

test('[DATA-03] one address that meets nothing again and again is refused all reads for a while', () => {
  let at = 0;
  const limiter = callLimiter(() => at);
  for (let i = 0; i < misses.max; i++) {
    at += 100;
    limiter.start('2001:db8:1:2::1');
    limiter.miss('2001:db8:1:2::1');
  }
  // The next address of the same network is no way around.
  assert.throws(() => limiter.start('2001:db8:1:2::ffff'), { status: 429 });
  limiter.start('2001:db8:1:3::1');
  at += misses.windowSeconds * 1000;
  limiter.start('2001:db8:1:2::1');
});

test('a member’s reads are bounded too, each member’s for themselves', () => {
  let at = 0;
  const limiter = callLimiter(() => at);
  for (let i = 0; i < MEMBER_READS.max; i++) limiter.startMember(7);
  assert.throws(() => limiter.startMember(7), { status: 429, headers: { 'retry-after': '60' } });
  limiter.startMember(8);
  limiter.start('203.0.113.7');
  at += MEMBER_READS.windowSeconds * 1000;
  limiter.startMember(7);
});

test('a member’s changes are bounded too, over a minute and over an hour', () => {
  let at = 0;
  const limiter = callLimiter(() => at);
  const [ofMinute, ofHour] = MEMBER_WRITES;
  for (let i = 0; i < ofMinute!.max; i++) limiter.startMemberWrite(7);
  assert.throws(() => limiter.startMemberWrite(7), { status: 429, headers: { 'retry-after': '60' } });
  limiter.startMemberWrite(8);
  limiter.startMember(7);
  const writeForAnHour = () => {
    for (let i = 0; i < ofHour!.max; i++) {
      at += 100;
      limiter.startMemberWrite(7);
    }
  };
  assert.throws(writeForAnHour, { status: 429 });
  limiter.startMemberWrite(8);
});

test('[DATA-03] who tries ids one after the other without an account gets 429 with retry-after; members read on', async (t) => {
  const api = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  t.after(() => api.stop());
  const member = await api.signUp();
  const mine = as(api, member);
  const visitor = as(api, null);
  const { id } = await log(mine, { privacy: 3 });
  const statuses = new Map<number, number>();
  for (let i = 1; i <= misses.max + 5; i++) {
    const { status } = await visitor('GET', `/workout/${id + i * 4096}/`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [404, misses.max],
      [429, 5],
    ],
  );
  const refused = await visitor('GET', `/workout/${id}/`);
  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers.get('retry-after'));
  assert.ok(seconds > 0 && seconds <= misses.windowSeconds, String(seconds));
  assert.equal((await visitor('GET', '/activity_type/16/')).status, 200);
  assert.equal((await mine('GET', `/workout/${id}/`)).status, 200);
  const readOn = () => {
    for (let i = 0; i < MEMBER_READS.max; i++) api.app.callLimiter!.startMember(member.userId);
  };
  assert.throws(readOn, { status: 429 });
  assert.equal((await mine('GET', `/workout/${id}/`)).status, 429);
  for (let i = 0; i < MEMBER_WRITES[0]!.max; i++)
    try {
      api.app.callLimiter!.startMemberWrite(member.userId);
    } catch {
      break;
    }
  const mute = await mine('DELETE', `/user_mute/${id}/`);
  assert.deepEqual([mute.status, mute.headers.has('retry-after')], [429, true]);
  const other = await api.signUp();
  const callBy = (path: string, body?: (from: number) => object) => (from: number) =>
    api.call('POST', path, {
      token: other.token,
      headers: { 'x-forwarded-for': `203.0.113.${from}` },
      ...(body && { body: body(from) }),
    });
  const ticket = { topic: 'other', subject: 'Help', message: 'I need some help.' };
  for (const send of [
    callBy('/auth/email/resend'),
    callBy('/internal/zendesk/post', (from) => ({ ...ticket, email: `lost${from}@example.com` })),
  ]) {
    for (let from = 1; from <= MAILS_OF_MEMBER[0]!.max; from++) assert.ok((await send(from)).status < 300);
    assert.equal((await send(99)).status, 429, 'another network is no way to send more mails');
  }
  const addSamples = callBy('/services/main/v7.1/workout/samples/');
  for (let from = 1; from <= 20; from++) assert.equal((await addSamples(from)).status, 201);
  assert.equal((await addSamples(99)).status, 429);
});
