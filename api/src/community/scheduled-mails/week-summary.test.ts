import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import type { TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { log } from '../../training/workouts/testing.ts';
import { type MailMemberOfTest, setUpMails } from './mails.test-helper.ts';
import { scheduledMails } from './service.ts';

/** In Warsaw, where the members of tests are, it is eight in the morning of a Monday. */
const MONDAY = '2026-11-30T07:00:00Z';
const BEFORE = '2026-11-20T12:00:00Z';
const { clock, api, signUp, confirm, optOut, mailsOf, send } = setUpMails(BEFORE);

const summaries = (member: TestMember) => mailsOf(member, 'training summaries');
const ran = ({ call }: MailMemberOfTest, day: string, more: object = {}) => {
  clock.now = `${day}T20:00:00Z`;
  return log(call, {
    start_datetime: `${day}T08:00:00+01:00`,
    distance: 10_000,
    duration: 3600,
    privacy: 0,
    ...more,
  });
};
const joined = async (body: Parameters<typeof signUp>[0] = {}) => {
  clock.now = BEFORE;
  const member = await signUp(body);
  return member;
};

test('[ACCT-02] the week that ended comes on Monday morning with its figures, reached goals and records, private workouts among them', async () => {
  const ana = await joined();
  await ana.call('POST', '/user_goal/', {
    period: 'P1W',
    criteria: { activity_type_id: null, threshold: { metric: 'distance', value: 15_000 } },
  });
  await ran(ana, '2026-11-17', { distance: 16_000, duration: 5400 });
  await ran(ana, '2026-11-24', { name: 'Tempo run', duration: 2400 });
  await ran(ana, '2026-11-29', { distance: 9000 });
  const taken = await ran(ana, '2026-11-28', { distance: 30_000 });
  await ana.call('DELETE', `/workout/${taken.id}/`);
  await ran(ana, '2026-11-30', { distance: 99_000 });
  clock.now = MONDAY;
  await send('week summary', ana);
  const [mail, ...more] = await summaries(ana);
  assert.deepEqual(more, []);
  assert.equal(mail!.subject, 'Your week: 2 workouts, 19.0 km');
  assert.ok(
    mail!.text.includes(
      [
        'Here is your week from November 23 to November 29.',
        '',
        'Workouts: 2 (1 the week before)',
        'Distance: 19.0 km (16.0 km the week before)',
        'Time: 1:40 h (1:30 h the week before)',
        '',
        'Goal reached: 15 km. You did 19 km. 2 weeks in a row, your longest streak.',
        '',
        'New record with “Tempo run”: fastest 10 km.',
        '',
        'See your statistics:',
      ].join('\n'),
    ),
    mail!.text,
  );
  assert.match(mail!.headers['List-Unsubscribe']!, /unsubscribe/);
});

test('[ACCT-02] the hourly round mails who trained, in their morning, once however often and by however many it is sent', async () => {
  const [ana, idle, far] = [
    await joined(),
    await joined(),
    await joined({ time_zone: 'America/Los_Angeles' }),
  ];
  for (const member of [ana, far]) await ran(member, '2026-11-25');
  await ran(idle, '2026-11-17');
  clock.now = MONDAY;
  await scheduledMails.queue(api().context);
  await until('the summary', async () => (await summaries(ana)).length > 0);
  await scheduledMails.queue(api().context);
  await Promise.all([1, 2, 3].map(() => send('week summary', ana)));
  await Promise.all([idle, far].map((member) => send('week summary', member)));
  const count = async () =>
    Promise.all([ana, idle, far].map(async (member) => (await summaries(member)).length));
  assert.deepEqual(await count(), [1, 0, 0], 'in Los Angeles it is Sunday');
  clock.now = '2026-11-30T16:00:00Z';
  await scheduledMails.queue(api().context);
  await until('the summary in Los Angeles', async () => (await summaries(far)).length > 0);
  clock.now = '2026-12-01T07:00:00Z';
  await send('week summary', ana);
  assert.deepEqual(await count(), [1, 0, 1], 'not again on Tuesday');
  assert.match((await summaries(ana))[0]!.text, /Workouts: 1\n/, 'nothing is compared with an empty week');
});

test('[ACCT-02] weeks end as the member set it, and their figures are in the units of the member', async () => {
  const ana = await joined();
  await ana.call('PUT', `/user/${ana.userId}/`, {
    first_day_of_week: 0,
    display_measurement_system: 'imperial',
  });
  await ran(ana, '2026-11-28', { distance: 16_093.44 });
  clock.now = '2026-11-29T05:30:00Z';
  await send('week summary', ana);
  assert.deepEqual(await summaries(ana), [], 'not before the morning');
  clock.now = '2026-11-29T06:00:00Z';
  await send('week summary', ana);
  clock.now = MONDAY;
  await send('week summary', ana);
  assert.deepEqual(
    (await summaries(ana)).map(({ subject }) => subject),
    ['Your week: 1 workout, 10.0 mi'],
  );
});

test('[ACCT-02] no summary goes to unconfirmed, suspended or leaving members, to who switched it off, or about a week before the account', async () => {
  const { db, newId } = api().context;
  const [unconfirmed, suspended, leaving] = [await joined(), await joined(), await joined()];
  const [off, silent, young] = [await joined(), await joined(), await joined()];
  const members = [unconfirmed, suspended, leaving, off, silent, young];
  for (const member of members) await ran(member, '2026-11-25');
  await db
    .updateTable('logins')
    .set({ email_confirmed_at: null })
    .where('user_id', '=', unconfirmed.userId)
    .execute();
  clock.now = MONDAY;
  const at = new Date(clock.now);
  await db.insertInto('suspensions').values({ user_id: suspended.userId, created_at: at }).execute();
  await db
    .insertInto('deletion_requests')
    .values({ user_id: leaving.userId, id: newId(), requested_at: at, erase_at: at })
    .execute();
  await optOut(off, { summaries: true });
  await silent.call('PUT', `/user/${silent.userId}/`, { communication: { email: false } });
  await db.updateTable('users').set({ created_at: at }).where('id', '=', young.userId).execute();
  for (const member of members) await send('week summary', member);
  for (const member of members)
    assert.deepEqual(await summaries(member), [], String(members.indexOf(member)));
  await confirm(unconfirmed);
  await optOut(off, { summaries: false });
  for (const member of [unconfirmed, off]) {
    await send('week summary', member);
    assert.equal((await summaries(member)).length, 1);
  }
});

test('[ACCT-02] a week of samples alone is no week of training, and without the consent to health data no energy from a heart rate is told', async () => {
  const [ana, ben] = [await joined(), await joined()];
  await ana.call('POST', '/workout/samples/');
  await ana.call('POST', '/workout/samples/');
  await api()
    .context.db.updateTable('workouts')
    .set({ local_day: '2026-11-25' })
    .where('user_id', '=', ana.userId)
    .execute();
  const cem = await joined();
  for (const { call } of [ben, cem])
    await call('POST', '/user_goal/', {
      period: 'P1W',
      criteria: { activity_type_id: null, threshold: { metric: 'energy', value: 4_184_000 } },
    });
  for (const member of [ben, cem]) await ran(member, '2026-11-25', { energy: 8_368_000, heartrate_avg: 140 });
  await api()
    .context.db.updateTable('users')
    .set({ hides_health_data: true })
    .where('id', '=', ben.userId)
    .execute();
  clock.now = MONDAY;
  for (const member of [ana, ben, cem]) await send('week summary', member);
  assert.deepEqual(await summaries(ana), []);
  const [without] = await summaries(ben);
  assert.match(without!.text, /New records with “Morning run”: .*longest distance/);
  assert.doesNotMatch(without!.text, /kcal|energy/);
  const [given] = await summaries(cem);
  assert.match(given!.text, /Goal reached: 1,000 kcal\. You did 2,000 kcal\.[^]*most energy/);
});

test('[ACCT-02] a summary that could not be sent is tried again whole', async (t) => {
  const ana = await joined();
  await ran(ana, '2026-11-25');
  clock.now = MONDAY;
  const mail = t.mock.method(api().context, 'mail', () => Promise.reject(new Error('no mail server')));
  await assert.rejects(send('week summary', ana), /no mail server/);
  mail.mock.restore();
  assert.deepEqual(await summaries(ana), []);
  await send('week summary', ana);
  await send('week summary', ana);
  assert.equal((await summaries(ana)).length, 1);
});

test('[ACCT-02] a process that ends between the claim of a mail and its delivery leads to no second one', async (t) => {
  const ana = await joined();
  await ran(ana, '2026-11-25');
  clock.now = MONDAY;
  const begun = Promise.withResolvers<void>();
  const mail = t.mock.method(api().context, 'mail', () => {
    begun.resolve();
    return new Promise<void>(() => undefined);
  });
  void send('week summary', ana);
  await begun.promise;
  mail.mock.restore();
  await send('week summary', ana);
  assert.deepEqual(await summaries(ana), []);
});

test('[ACCT-02] a zone of thousands of members is walked page by page to its last one', async () => {
  const zone = { time_zone: 'Pacific/Auckland' };
  const first = await joined(zone);
  const count = 4500;
  await sql`
    insert into users select (jsonb_populate_record(u, jsonb_build_object(
      'id', u.id + n, 'username', 'walked' || n))).*
    from users u cross join generate_series(1, ${count}) as n where u.id = ${first.userId}`.execute(
    api().context.db,
  );
  const last = await joined(zone);
  assert.ok(last.userId > first.userId + count);
  for (const member of [first, last]) await ran(member, '2026-11-25');
  clock.now = '2026-11-29T18:00:00Z';
  await scheduledMails.queue(api().context);
  for (const member of [first, last])
    await until('the summary', async () => (await summaries(member)).length > 0);
});
