import assert from 'node:assert/strict';
import test from 'node:test';
import type { StartedPlanDetails, TrainingPlanDetails } from '@waymark/api-contract';
import type { TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { log } from '../../training/workouts/testing.ts';
import { type MailMemberOfTest, setUpMails } from './mails.test-helper.ts';
import { scheduledMails } from './service.ts';

const BEFORE = '2026-01-28T12:00:00Z';
/** In Warsaw, where the members of tests are, it is six in the evening of a Sunday. */
const SUNDAY_EVENING = '2026-02-01T17:00:00Z';
const { clock, api, signUp, optOut, mailsOf, send } = setUpMails(BEFORE);
const reminders = (member: TestMember) => mailsOf(member, 'reminders');

const run = (day: number, title: string, more: object = {}) => ({
  day,
  sport: 'run',
  kind: 'easy',
  title,
  duration: 1800,
  ...more,
});
const PLAN = {
  title: 'Three weeks',
  weeks: [
    {
      sessions: [
        run(0, 'Easy run'),
        run(2, 'Skipped'),
        run(5, 'Long run', { kind: 'long', duration: null, distance: 12_000 }),
      ],
    },
    { sessions: [] },
    { sessions: [run(1, 'Race', { kind: 'race' })] },
  ],
};
async function start({ call }: MailMemberOfTest, plan: object = PLAN): Promise<StartedPlanDetails> {
  const made = await call<TrainingPlanDetails>('POST', '/training_plan/', plan);
  const { status, body, text } = await call<StartedPlanDetails>('POST', '/started_plan/', {
    plan: made.body.plan,
    day: '2026-02-02',
    anchor: 'start',
  });
  assert.equal(status, 201, text);
  return body;
}
const member = async () => {
  clock.now = BEFORE;
  const who = await signUp();
  return { who, plan: await start(who) };
};

test('[ACCT-02] [CHAL-04] the sessions of the coming week come on the evening before it, once, without those that are skipped or done', async () => {
  const { who, plan } = await member();
  const skipped = plan.sessions.find(({ title }) => title === 'Skipped')!;
  await who.call('PATCH', `/planned_session/${skipped.id}/`, { is_skipped: true });
  clock.now = '2026-02-01T16:30:00Z';
  await send('plan week', who);
  assert.deepEqual(await reminders(who), [], 'not before the evening');
  clock.now = SUNDAY_EVENING;
  await scheduledMails.queue(api().context);
  await until('the reminder', async () => (await reminders(who)).length > 0);
  await send('plan week', who);
  const [mail, ...more] = await reminders(who);
  assert.deepEqual(more, []);
  assert.equal(mail!.subject, 'Your training week: 2 sessions');
  assert.match(
    mail!.text,
    /A new week of “Three weeks” begins tomorrow\.\n\nMon, Feb 02: Easy run \(0:30 h\)\nSat, Feb 07: Long run \(12 km, \d:\d\d h\)\n\nOpen your plan:\n\S+\/training-plans\/started\/\d+\n/,
  );
});

test('[ACCT-02] [CHAL-04] nothing is sent for a week without sessions, for a plan that was stopped, or once reminders are switched off', async () => {
  const [{ who: on, plan }, { who: stopped, plan: ended }, { who: off }] = [
    await member(),
    await member(),
    await member(),
  ];
  await stopped.call('PATCH', `/started_plan/${ended.id}/`, { status: 'stopped' });
  await optOut(off, { reminders: true });
  clock.now = '2026-02-02T17:00:00Z';
  await send('plan week', on);
  clock.now = '2026-02-08T17:00:00Z';
  await send('plan week', on);
  assert.deepEqual(await reminders(on), [], 'in the midst of a week, and before one without sessions');
  clock.now = SUNDAY_EVENING;
  for (const one of [stopped, off]) await send('plan week', one);
  for (const one of [stopped, off]) assert.deepEqual(await reminders(one), []);
  clock.now = '2026-02-15T17:00:00Z';
  await send('plan week', on);
  const [mail] = await reminders(on);
  assert.match(mail!.text, /Tue, Feb 17: Race/);
  assert.ok(mail!.text.includes(`/training-plans/started/${plan.id}\n`));
});

test('[ACCT-02] [CHAL-04] two plans are one mail, a session that is done is not in it, and no title can become a link', async () => {
  const { who } = await member();
  await start(who, {
    title: 'Visit evil.example',
    weeks: [{ sessions: [run(1, 'Go to evil.example', { kind: 'tempo' })] }],
  });
  clock.now = '2026-02-01T10:00:00Z';
  // A day before its session, but near enough to be it.
  await log(who.call, { start_datetime: '2026-02-01T09:00:00+01:00', duration: 1800, distance: 5000 });
  clock.now = SUNDAY_EVENING;
  await send('plan week', who);
  const [mail, ...more] = await reminders(who);
  assert.deepEqual(more, []);
  assert.ok(!mail!.text.includes('evil'), mail!.text);
  assert.match(
    mail!.text,
    /A new week of (your training plan and “Three weeks”|“Three weeks” and your training plan) begins/,
  );
  assert.match(mail!.text, /Tue, Feb 03: Tempo session/);
  assert.ok(!mail!.text.includes('Easy run'), mail!.text);
  assert.match(mail!.text, /Open your plans:\n\S+\/training-plans\n/);
});
