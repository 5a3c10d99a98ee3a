import type { UserGoalProgress } from '@waymark/api-contract';
import { formatDistance, formatElevation, formatGoalAmount, RECORD_DISTANCES } from '@waymark/units';
import { sql } from 'kysely';
import { readProgress, visibleGoals } from '../../training/goals/read-progress.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { MailFigure } from '../../kernel/mail/letter.ts';
import { readHeldRecords } from '../../training/stats/held-records.ts';
import { type Days, inside } from '../../training/stats/periods.ts';
import { scopeOf, type StatsQuery } from '../../training/stats/query-scope.ts';
import { readCells, sumOf } from '../../training/stats/read-totals.ts';
import { nameOfActivity } from '../../recordings/activity-names.ts';
import { addDays, weekOf } from '../../kernel/local-day.ts';
import type { ScheduledMail } from './scheduled-mail.ts';
import type { MailMember } from './tables.ts';
import { formatDay, listOf, nameInMail, plural, textOf } from './words.ts';

const MORNING_HOUR = 7;
/** Goals and workouts with records that a mail names. */
const LINES_MAX = 5;
const WORKOUTS_MAX = 200;

const weekBefore = (firstDay: string): Days => ({ from: addDays(firstDay, -7), to: addDays(firstDay, -1) });

/** Hours and minutes, as weeks are measured. */
const formatTime = (seconds: number): string =>
  textOf(formatGoalAmount('duration', seconds, { system: 'metric', locale: 'en-US', round: 'nearest' }));

type WeekTotals = ReturnType<typeof sumOf>;

function figuresOf(now: WeekTotals, before: WeekTotals, { system }: MailMember): MailFigure[] {
  const amounts: { label: string; format: (totals: WeekTotals) => string; isShown: boolean }[] = [
    { label: 'Workouts', format: ({ count }) => String(count), isShown: true },
    {
      label: 'Distance',
      format: ({ distance }) => textOf(formatDistance(distance, system)),
      isShown: now.distance > 0 || before.distance > 0,
    },
    { label: 'Time', format: ({ duration }) => formatTime(duration), isShown: true },
    {
      label: 'Ascent',
      format: ({ ascent }) => textOf(formatElevation(ascent, system)),
      isShown: now.ascent > 0 || before.ascent > 0,
    },
  ];
  return amounts
    .filter(({ isShown }) => isShown)
    .map(({ label, format }) => ({
      label,
      value: format(now),
      note: before.count > 0 ? `${format(before)} the week before` : '',
    }));
}

/** A goal that was reached, and for how many weeks in a row. */
function goalLine({ goal, progress, performance }: UserGoalProgress, { system }: MailMember): string {
  const { metric } = goal.criteria.threshold;
  const amount = (value: number, round: 'down' | 'nearest') =>
    metric === 'count'
      ? plural(Math.floor(value), 'workout')
      : textOf(formatGoalAmount(metric, value, { system, locale: 'en-US', round }));
  const what = [amount(progress.target, 'nearest'), goal.activity_name].filter(Boolean).join(', ');
  const { current_streak: current, longest_streak: longest } = performance;
  const streak =
    longest < 2
      ? ''
      : current === longest
        ? ` ${plural(current, 'week')} in a row, your longest streak.`
        : ` Your longest streak is ${plural(longest, 'week')}.`;
  return `Goal reached: ${what}. You did ${amount(progress.value, 'down')}.${streak}`;
}

async function readReachedGoals(
  db: Db,
  scope: StatsQuery,
  week: Days,
  { firstDayOfWeek }: MailMember,
): Promise<UserGoalProgress[]> {
  const rows = await visibleGoals(db, scope, 'active')
    .selectAll()
    .where('first_day', '<=', week.to)
    .orderBy('id', 'desc')
    .execute();
  // As on the last day of the week: the one that runs now is not in it.
  const all = await readProgress(db, { ...scope, today: week.to }, rows, firstDayOfWeek, 1);
  return all.filter(({ progress }) => progress.is_reached);
}

function recordName(key: string): string {
  if (key === 'longest_distance') return 'longest distance';
  if (key === 'most_energy') return 'most energy';
  const distance = RECORD_DISTANCES.find((one) => one.key === key)?.label ?? key;
  return `fastest ${distance.toLowerCase()}`;
}

/** The records that workouts of the week hold now, a line for each workout. */
async function readRecordLines(
  db: Db,
  { userId }: StatsQuery,
  workouts: readonly { id: number; name: string; activity_type_id: number }[],
): Promise<string[]> {
  const held = await readHeldRecords(
    db,
    workouts.map(({ id }) => ({ user_id: userId, id, relation: 'self' as const })),
  );
  return workouts.flatMap(({ id, name, activity_type_id }) => {
    const keys = held.get(id) ?? [];
    if (keys.length === 0) return [];
    const workout = nameInMail(name, nameOfActivity(activity_type_id));
    return [
      `New ${keys.length === 1 ? 'record' : 'records'} with “${workout}”: ${listOf(keys.map(recordName))}.`,
    ];
  });
}

/** Workouts of the week that the member did; samples are shown on pages, but nobody did them. */
const readWeekWorkouts = (db: Db, userId: number, { from, to }: Days) =>
  db
    .selectFrom('workouts')
    .select(['id', 'name', 'activity_type_id'])
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('source', '<>', 'sample')
    .where('local_day', '>=', from)
    .where('local_day', '<=', to)
    .orderBy('start_at')
    .orderBy('id')
    .limit(WORKOUTS_MAX)
    .execute();

/** The week that ended yesterday, in figures, on the first morning of the next one. */
export const weekSummary: ScheduledMail = {
  name: 'week summary',
  kind: 'summaries',
  hour: MORNING_HOUR,
  findCandidates(_db, day) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const { from, to } = weekBefore(day);
    return Promise.resolve({
      condition: sql<boolean>`u.first_day_of_week = ${weekday} and exists (
        select from workout_totals t
        where t.user_id = u.id and t.span = 'd' and t.first_day between ${from}::date and ${to}::date)`,
      day: from,
    });
  },
  async compose(context, member) {
    const { db, env } = context;
    const { userId, today, firstDayOfWeek, joinedDay } = member;
    const week = weekBefore(today);
    if (weekOf(today, firstDayOfWeek) !== today || joinedDay > week.to) return null;
    const workouts = await readWeekWorkouts(db, userId, week);
    if (workouts.length === 0) return null;
    const scope = await scopeOf(context, { userId }, userId);
    const earlier = weekBefore(week.from);
    const [cells, goals, recordLines] = await Promise.all([
      readCells(db, scope, 'd', { from: earlier.from, to: week.to }),
      readReachedGoals(db, scope, week, member),
      readRecordLines(db, scope, workouts),
    ]);
    const totals = sumOf(inside(cells, week));
    const size =
      totals.distance > 0
        ? textOf(formatDistance(totals.distance, member.system))
        : formatTime(totals.duration);
    const site = env.SITE_URL.replace(/\/$/, '');
    return {
      content: {
        subject: `Your week: ${plural(totals.count, 'workout')}, ${size}`,
        lines: [`Here is your week from ${formatDay(week.from)} to ${formatDay(week.to)}.`],
        figures: figuresOf(totals, sumOf(inside(cells, earlier)), member),
        more: [
          ...goals.slice(0, LINES_MAX).map((goal) => goalLine(goal, member)),
          ...recordLines.slice(0, LINES_MAX),
        ],
        action: { label: 'See your statistics', href: `${site}/workout/stats` },
        after: [],
      },
      day: week.from,
      told: [],
    };
  },
};
