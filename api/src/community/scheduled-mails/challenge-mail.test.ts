import assert from 'node:assert/strict';
import test from 'node:test';
import { type ChallengeDetails, type ChallengeInput, SERVICE_BASES } from '@waymark/api-contract';
import { finishChallenges } from '../../programs/challenges/finish-challenges.ts';
import { befriend, named, pairOf } from '../../members/friends/testing.ts';
import type { TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { log } from '../../training/workouts/testing.ts';
import { type MailMemberOfTest, setUpMails } from './mails.test-helper.ts';
import { scheduledMails } from './service.ts';

const BEFORE = '2026-05-29T12:00:00Z';
/** In Warsaw, where the members of tests are, it is eight in the morning before the first of June. */
const DAY_BEFORE = '2026-05-31T06:00:00Z';
/** Results of June are final at noon UTC of 4 July. */
const FINAL = '2026-07-04T12:00:00Z';
const NEXT_MORNING = '2026-07-05T06:00:00Z';
const { clock, api, signUp, optOut, mailsOf, send } = setUpMails(BEFORE);
const mails = (member: TestMember) => mailsOf(member, 'mails about challenges');

const JUNE = { title: 'June kilometres', kind: 'distance', first_day: '2026-06-01', last_day: '2026-06-30' };
async function create({ token }: TestMember, input: Partial<ChallengeInput> = {}): Promise<number> {
  const { status, body, text } = await api().call<ChallengeDetails>(
    'POST',
    `${SERVICE_BASES.challenges}/v2/challenges`,
    { token, body: { ...JUNE, ...input } },
  );
  assert.equal(status, 201, text);
  return body.id;
}
async function join({ token }: TestMember, id: number): Promise<void> {
  const { status, text } = await api().call('POST', `${SERVICE_BASES.challenges}/challenges/${id}/users`, {
    token,
    body: {},
  });
  assert.ok(status < 300, text);
}
async function twoFriends(): Promise<[MailMemberOfTest, MailMemberOfTest]> {
  clock.now = BEFORE;
  const [ana, ben] = [await signUp(), await signUp()];
  await befriend(api(), ana, ben);
  return [ana, ben];
}

test('[ACCT-02] [CHAL-05] a challenge is told on the day before it begins and on the morning after its results are final, each once', async () => {
  const [ana, ben] = await twoFriends();
  const id = await create(ana);
  for (const member of [ana, ben]) await join(member, id);
  clock.now = '2026-05-30T06:00:00Z';
  await send('challenges', ana);
  assert.deepEqual(await mails(ana), [], 'two days before');
  clock.now = DAY_BEFORE;
  await scheduledMails.queue(api().context);
  await until('the start', async () => (await mails(ana)).length > 0);
  await Promise.all([1, 2, 3].map(() => send('challenges', ana)));
  const [start, ...more] = await mails(ana);
  assert.deepEqual(more, []);
  assert.equal(start!.subject, 'Your challenge begins tomorrow');
  assert.ok(
    start!.text.includes('Tomorrow, June 1, “June kilometres” begins. It runs until June 30.'),
    start!.text,
  );
  assert.ok(start!.text.includes(`/challenges/${id}\n`));
  clock.now = '2026-06-10T12:00:00Z';
  const ran = { start_datetime: '2026-06-10T08:00:00+02:00', distance: 12_000, privacy: 3 as const };
  await log(ana.call, ran);
  await log(ben.call, { ...ran, distance: 21_000 });
  clock.now = FINAL;
  await finishChallenges(api().context);
  await optOut(ben, { challenges: true });
  clock.now = NEXT_MORNING;
  for (const member of [ana, ana, ben]) await send('challenges', member);
  const [, result, ...later] = await mails(ana);
  assert.deepEqual(later, []);
  assert.equal(result!.subject, 'Your challenge result');
  assert.ok(
    result!.text.includes(
      'The results of “June kilometres” are final. Your result: 12.00 km, place 2.\n\nYour award: Second place.\n\nOpen the challenge:',
    ),
    result!.text,
  );
  assert.equal((await mails(ben)).filter(({ subject }) => subject.includes('result')).length, 0);
  clock.now = '2026-07-06T06:00:00Z';
  await send('challenges', ana);
  assert.equal((await mails(ana)).length, 2, 'nothing is told again on the next day');
});

test('[ACCT-02] [CHAL-05] several challenges of a day are one mail; no title in it can become a link', async () => {
  const [ana, ben] = await twoFriends();
  for (const input of [
    { title: 'Win at evil.example' },
    { title: 'June hours', kind: 'duration' as const },
    { title: 'July', first_day: '2026-07-06', last_day: '2026-07-31' },
  ]) {
    const id = await create(ben, input);
    await join(ana, id);
  }
  clock.now = DAY_BEFORE;
  await send('challenges', ana);
  const [start, ...more] = await mails(ana);
  assert.deepEqual(more, []);
  assert.equal(start!.subject, 'Your challenges begin tomorrow');
  assert.ok(!start!.text.includes('evil'), start!.text);
  assert.match(start!.text, /June 1, your challenge begins\.[^]*“June hours” begins\.[^]*\/challenges\n/);
  clock.now = FINAL;
  await finishChallenges(api().context);
  clock.now = NEXT_MORNING;
  await send('challenges', ana);
  const [, results] = await mails(ana);
  assert.equal(results!.subject, 'Your challenges: results and starts');
  assert.equal(results!.text.match(/None of your workouts counted\./g)?.length, 2);
  assert.ok(results!.text.includes('Tomorrow, July 6, “July” begins.'), results!.text);
});

test('[ACCT-02] [CHAL-05] who has not joined or has left is told nothing, and nobody of results that are long final', async () => {
  const [ana, ben] = await twoFriends();
  const id = await create(ana);
  await join(ben, id);
  await api().call('DELETE', `${SERVICE_BASES.challenges}/challenges/${id}/users/${ben.userId}`, {
    token: ben.token,
  });
  const other = await signUp();
  clock.now = DAY_BEFORE;
  for (const member of [ben, other]) await send('challenges', member);
  for (const member of [ben, other]) assert.deepEqual(await mails(member), []);
  await join(ana, id);
  clock.now = FINAL;
  await finishChallenges(api().context);
  clock.now = '2026-07-08T06:00:00Z';
  await send('challenges', ana);
  assert.deepEqual(await mails(ana), []);
});

test('[ACCT-02] [SOC-04] a mail that is due tells nothing of a challenge that the member lost meanwhile, and counts nobody whom they blocked', async () => {
  const [ana, ben] = await twoFriends();
  const [dora] = await twoFriends();
  for (const member of [ana, ben]) await befriend(api(), dora, member);
  const lost = await create(ana, { title: 'Among friends of Ana' });
  const shared = await create(dora, { title: 'Among friends of Dora' });
  for (const id of [lost, shared]) for (const member of [ana, ben]) await join(member, id);
  clock.now = '2026-06-10T12:00:00Z';
  const ran = { start_datetime: '2026-06-10T08:00:00+02:00', privacy: 3 as const };
  await log(ana.call, { ...ran, distance: 21_000 });
  await log(ben.call, { ...ran, distance: 12_000 });
  clock.now = FINAL;
  await finishChallenges(api().context);
  clock.now = NEXT_MORNING;
  await ben.call('POST', '/user_block/', named(ana.userId));
  for (const member of [ana, ben]) await send('challenges', member);
  const [[bens], [anas]] = [await mails(ben), await mails(ana)];
  assert.ok(!bens!.text.includes('friends of Ana'), bens!.text);
  assert.ok(
    bens!.text.includes(
      'The results of “Among friends of Dora” are final. Your result: 12.00 km.\n\nYour award: Second place.',
    ),
    bens!.text,
  );
  assert.ok(anas!.text.includes('friends of Dora” are final. Your result: 21.00 km, place 1.'), anas!.text);
  const [cem, emma] = await twoFriends();
  const next = await create(cem, { title: 'June' });
  await join(emma, next);
  clock.now = DAY_BEFORE;
  await cem.call('DELETE', `/friendship/${pairOf(cem, emma)}/`);
  await send('challenges', emma);
  assert.deepEqual(await mails(emma), []);
});
