import type { PlannedSession } from '@waymark/api-contract';
import { formatGoalAmount } from '@waymark/units';
import { sql } from 'kysely';
import type { MailFigure } from '../../kernel/mail/letter.ts';
import { presentSessions, readStartedPlan, statusOf } from '../../programs/training-plans/read-started.ts';
import { addDays } from '../../kernel/local-day.ts';
import type { ScheduledMail } from './scheduled-mail.ts';
import type { MailMember } from './tables.ts';
import { formatWeekday, listOf, nameInMail, plural, textOf } from './words.ts';

const EVENING_HOUR = 18;
const SESSIONS_MAX = 20;

/** Of `started_plans s`: a week of the plan begins on a day. */
const beginsWeekOn = (day: string) =>
  sql<boolean>`(s.status = 'active' and (${day}::date - s.first_day) % 7 = 0)`;

function figureOf(
  { day, title, kind, distance, duration }: PlannedSession,
  { system }: MailMember,
): MailFigure {
  const amount = (metric: 'distance' | 'duration', value: number) =>
    textOf(formatGoalAmount(metric, value, { system, locale: 'en-US', round: 'nearest' }));
  const length = [
    ...(distance === null ? [] : [amount('distance', distance)]),
    ...(duration > 0 ? [amount('duration', duration)] : []),
  ];
  return {
    label: formatWeekday(day),
    value: nameInMail(title, `${kind[0]!.toUpperCase()}${kind.slice(1)} session`),
    note: length.join(', '),
  };
}

/** What the training plans of a member hold for the week that begins tomorrow. */
export const planWeek: ScheduledMail = {
  name: 'plan week',
  kind: 'reminders',
  hour: EVENING_HOUR,
  findCandidates(_db, today) {
    const [from, to] = [addDays(today, 1), addDays(today, 7)];
    return Promise.resolve({
      condition: sql<boolean>`exists (
        select from started_plans s join planned_sessions p on p.user_id = s.user_id and p.started_plan_id = s.id
        where s.user_id = u.id and ${beginsWeekOn(from)} and p.day between ${from}::date and ${to}::date
          and not p.is_skipped)`,
      day: from,
    });
  },
  async compose({ db, env }, member) {
    const { userId, today } = member;
    const [from, to] = [addDays(today, 1), addDays(today, 7)];
    const { rows } = await sql<{ id: number }>`
      select s.id from started_plans s where s.user_id = ${userId} and ${beginsWeekOn(from)} order by s.id`.execute(
      db,
    );
    const plans = [];
    for (const { id } of rows) {
      const plan = await readStartedPlan(db, userId, id);
      const sessions = presentSessions(plan, today).filter(
        ({ day, status }) => status === 'planned' && day >= from && day <= to,
      );
      if (statusOf(plan, today) === 'active' && sessions.length > 0)
        plans.push({ id, title: plan.row.title, sessions });
    }
    if (plans.length === 0) return null;
    const sessions = plans
      .flatMap((plan) => plan.sessions)
      .toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id);
    const titles = plans.map(({ title }) => {
      const name = nameInMail(title, '');
      return name === '' ? 'your training plan' : `“${name}”`;
    });
    const site = env.SITE_URL.replace(/\/$/, '');
    const [only] = plans.length === 1 ? plans : [];
    return {
      content: {
        subject: `Your training week: ${plural(sessions.length, 'session')}`,
        lines: [`A new week of ${listOf([...new Set(titles)])} begins tomorrow.`],
        figures: sessions.slice(0, SESSIONS_MAX).map((session) => figureOf(session, member)),
        more: sessions.length > SESSIONS_MAX ? [`And ${sessions.length - SESSIONS_MAX} more.`] : [],
        action: {
          label: only ? 'Open your plan' : 'Open your plans',
          href: `${site}/training-plans${only ? `/started/${only.id}` : ''}`,
        },
        after: [],
      },
      day: from,
      told: [],
    };
  },
};
