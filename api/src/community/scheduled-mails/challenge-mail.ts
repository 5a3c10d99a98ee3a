import { type RawBuilder, sql } from 'kysely';
import { readAwards } from '../../programs/challenges/awards.ts';
import { findRanks } from '../../programs/challenges/board.ts';
import { isVisibleTo, type MetChallenge, selectMet } from '../../programs/challenges/find-challenge.ts';
import { toValue } from '../../programs/challenges/scoring.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { addDays } from '../../kernel/local-day.ts';
import type { ScheduledMail } from './scheduled-mail.ts';
import type { MailMember } from './tables.ts';
import { formatDay, formatResult, nameInMail } from './words.ts';

const MORNING_HOUR = 7;
/** How long after they became final results are told: a server that was down for longer tells them no more. */
const RESULT_DAYS = 3;
const DAY_MS = 86_400_000;
const CHALLENGES_MAX = 10;

const AWARDS = {
  completed: 'Completed',
  rank_1: 'First place',
  rank_2: 'Second place',
  rank_3: 'Third place',
} as const;

/** Of `challenges c`: its first day on the calendar of a zone. */
const beginsOn = (timeZone: RawBuilder<unknown>) => sql<string>`
  coalesce((c.starts_at at time zone known_time_zone(${timeZone}))::date, c.first_day)`;

/** Of `challenges c`: its final result, or that it begins tomorrow for somebody in a zone. */
const isTellable = (today: string, now: Date, timeZone: RawBuilder<unknown>) => sql<boolean>`
  (case when c.frozen_at is not null then c.frozen_at >= ${new Date(now.getTime() - RESULT_DAYS * DAY_MS)}
    else ${beginsOn(timeZone)} = ${addDays(today, 1)}::date end)`;

/** Of `challenges c`: what stands in `sent_mails` once it was told. */
const MARK = sql<string>`
  ('challenge ' || c.id || case when c.frozen_at is null then ' start' else ' result' end)`;

const isTold = (userId: RawBuilder<unknown>) => sql<boolean>`
  exists (select from sent_mails t where t.user_id = ${userId} and t.mail = ${MARK})`;

type ToldChallenge = MetChallenge & { mark: string; begins_on: string };

const titleOf = ({ title }: ToldChallenge): string => {
  const name = nameInMail(title, '');
  return name === '' ? 'your challenge' : `“${name}”`;
};

async function resultLines(
  db: Db,
  challenge: ToldChallenge,
  { userId, system }: MailMember,
): Promise<string[]> {
  const { id, kind, membership } = challenge;
  const { progress, score, reached_at, is_shown } = membership!;
  const [places, awards] = await Promise.all([
    is_shown && score > 0
      ? findRanks(db, userId, [{ challenge_id: id, score, reached_at: new Date(reached_at) }])
      : null,
    readAwards(db, userId, id),
  ]);
  const place = places?.get(id);
  const ranks = awards.flatMap(({ kind: award }) => (award === 'completed' ? [] : [award]));
  // An award counts those, too, whom the member blocked since.
  const isPlaceOfAward = ranks.length === 0 || ranks.some((award) => award === `rank_${place?.rank}`);
  const result =
    progress > 0
      ? `Your result: ${formatResult(kind, toValue(kind, progress), system)}${place && isPlaceOfAward ? `, place ${place.rank}` : ''}.`
      : 'None of your workouts counted.';
  const won = [...new Set(awards.map((award) => AWARDS[award.kind]))];
  return [
    `The results of ${titleOf(challenge)} are final. ${result}`,
    ...(won.length > 0 ? [`Your ${won.length === 1 ? 'award' : 'awards'}: ${won.join(', ')}.`] : []),
  ];
}

const startLine = (challenge: ToldChallenge): string =>
  `Tomorrow, ${formatDay(challenge.begins_on)}, ${titleOf(challenge)} begins. It runs until ${formatDay(challenge.last_day)}.`;

/** Challenges whose result or start the member was not told before. */
async function readTellable({ db, now }: Context, member: MailMember): Promise<ToldChallenge[]> {
  const { userId, today, timeZone } = member;
  const zone = sql`${timeZone}::text`;
  const { rows } = await sql<ToldChallenge>`
    select *, ${MARK} as mark, ${beginsOn(zone)}::text as begins_on from (
      ${selectMet(userId)} where m.user_id is not null and ${isVisibleTo(userId)}) as c
    where ${isTellable(today, now(), zone)} and not ${isTold(sql`${userId}`)}
    order by first_day, id limit ${CHALLENGES_MAX}`.execute(db);
  return rows;
}

function subjectOf(told: readonly ToldChallenge[]): string {
  const results = told.filter(({ frozen_at }) => frozen_at !== null).length;
  if (results === 0)
    return told.length === 1 ? 'Your challenge begins tomorrow' : 'Your challenges begin tomorrow';
  if (results < told.length) return 'Your challenges: results and starts';
  return results === 1 ? 'Your challenge result' : 'Your challenge results';
}

/** Final results and starts of challenges that the member joined, in one mail a day. */
export const challengeMail: ScheduledMail = {
  name: 'challenges',
  kind: 'challenges',
  hour: MORNING_HOUR,
  async findCandidates(db, day, now) {
    // Days of the zone of a challenge may be one off.
    const { rows } = await sql<{ id: number }>`
      select id from challenges
      where frozen_at >= ${new Date(now.getTime() - RESULT_DAYS * DAY_MS)}
        or frozen_at is null and first_day between ${day}::date and ${addDays(day, 2)}::date`.execute(db);
    if (rows.length === 0) return null;
    const ids = rows.map(({ id }) => id);
    return {
      condition: sql<boolean>`exists (
        select from challenge_members m join challenges c on c.id = m.challenge_id
        where m.user_id = u.id and m.challenge_id = any(${ids}::bigint[])
          and ${isTellable(day, now, sql`u.time_zone`)} and not ${isTold(sql`u.id`)})`,
      day,
    };
  },
  async compose(context, member) {
    const { db, env } = context;
    const told = await readTellable(context, member);
    if (told.length === 0) return null;
    const lines: string[] = [];
    for (const challenge of told)
      lines.push(
        ...(challenge.frozen_at === null ? [startLine(challenge)] : await resultLines(db, challenge, member)),
      );
    const site = env.SITE_URL.replace(/\/$/, '');
    const [only] = told.length === 1 ? told : [];
    return {
      content: {
        subject: subjectOf(told),
        lines,
        action: {
          label: only ? 'Open the challenge' : 'See your challenges',
          href: `${site}/challenges${only ? `/${only.id}` : ''}`,
        },
        after: [],
      },
      day: member.today,
      told: told.map(({ mark }) => mark),
    };
  },
};
