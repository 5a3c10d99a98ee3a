import { challengeCalls } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { notAllowed } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import {
  findToday,
  getChallenge,
  isOperator,
  type MetChallenge,
  selectMet,
  visibleIds,
} from './find-challenge.ts';
import { readContributions } from './follow-workouts.ts';
import { presentChallenges, readDetails } from './present-challenge.ts';
import { judge, ownContributions, toValue } from './scoring.ts';

const STATES = ['joined', 'open', 'past'] as const;
type ListState = (typeof STATES)[number];

/** Other members' challenges are theirs: `user` can only name the caller. @throws ApiProblem 403 */
function checkUser(caller: Caller | null, userId: number | undefined): void {
  if (userId !== undefined && userId !== caller?.userId)
    throw notAllowed('Only your own challenges are shown. Leave the member out.');
}

const isOver = (now: Date, today: string): RawBuilder<boolean> => sql<boolean>`
  (case when c.ends_at is null then c.last_day < ${today}::date else c.ends_at <= ${now} end)`;

const conditions: Readonly<Record<ListState, (now: Date, today: string) => RawBuilder<boolean>>> = {
  joined: (now, today) => sql`m.user_id is not null and not ${isOver(now, today)}`,
  open: (now, today) => sql`m.user_id is null and not ${isOver(now, today)}`,
  past: isOver,
};

async function readState(
  { db, now }: Context,
  viewerId: number,
  state: ListState,
  { today, limit, offset }: { today: string; limit: number; offset: number },
): Promise<{ rows: MetChallenge[]; total: number }> {
  const condition = sql`c.id in (${visibleIds(viewerId)}) and ${conditions[state](now(), today)}`;
  const order = state === 'past' ? sql`c.last_day desc, c.id desc` : sql`c.last_day, c.id`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<MetChallenge>`
      ${selectMet(viewerId)} where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`
      select count(*) as n from challenges c
      left join challenge_members m on m.user_id = ${viewerId} and m.challenge_id = c.id
      where ${condition}`.execute(db),
  ]);
  return { rows, total: counts[0]!.n };
}

export const listHandler = route<typeof challengeCalls.list>({
  call: challengeCalls.list,
  access: 'anyone',
  async handler({ context, caller, query }) {
    checkUser(caller, query.user);
    const today = await findToday(context, caller, query.timezone);
    const { state, limit, offset } = query;
    const parts = await Promise.all(
      (state ? [state] : STATES).map((each) =>
        readState(context, caller?.userId ?? 0, each, { today, limit, offset }),
      ),
    );
    const rows = parts.flatMap((part) => part.rows);
    const most = Math.max(...parts.map(({ total }) => total));
    // The day of the next page is that of this one.
    const same = new URLSearchParams({
      ...(state && { state }),
      ...(query.timezone && { timezone: query.timezone }),
      limit: String(limit),
    });
    const at = (place: number) => [{ href: `/v2/challenges?${same}&offset=${place}` }];
    return {
      _links: {
        self: at(offset),
        ...(offset > 0 && { prev: at(Math.max(0, offset - limit)) }),
        ...(offset + limit < most && { next: at(offset + limit) }),
      },
      _embedded: { challenges: await presentChallenges(context, { caller, today }, rows) },
      total_count: parts.reduce((all, { total }) => all + total, 0),
      can: { create: caller !== null, publish: caller !== null && (await isOperator(context, caller)) },
    };
  },
});

export const detailsHandler = route<typeof challengeCalls.details>({
  call: challengeCalls.details,
  access: 'anyone',
  handler({ context, caller, params, query }) {
    checkUser(caller, query.mmfUserId);
    return readDetails(context, caller, params.id, { timeZone: query.timezone });
  },
});

/** Workouts of a window that the member is shown; a year has fewer for all but a few. */
const CONTRIBUTIONS_MAX = 1000;

export const contributionsHandler = route<typeof challengeCalls.workouts>({
  call: challengeCalls.workouts,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    const { userId } = caller!;
    const { kind, membership } = await getChallenge(db, caller, params.id);
    const [rows, workouts, reviews] = await Promise.all([
      readContributions(db, [userId], [params.id]),
      db
        .selectFrom('challenge_contributions as c')
        .innerJoin('workouts as w', (on) =>
          on.onRef('w.user_id', '=', 'c.user_id').onRef('w.id', '=', 'c.workout_id'),
        )
        .select(['w.id', 'w.name'])
        .where('c.user_id', '=', userId)
        .where('c.challenge_id', '=', params.id)
        .execute(),
      db
        .selectFrom('workout_reviews')
        .select(['workout_id', 'exclusion', 'explanation', 'decision', 'note'])
        .where('user_id', '=', userId)
        .orderBy('explained_at', 'desc')
        .execute(),
    ]);
    const nameOf = new Map(workouts.map(({ id, name }) => [id, name]));
    const reviewsOf = Map.groupBy(reviews, ({ workout_id }) => workout_id);
    const countsPrivate = membership?.counts_private ?? true;
    const judged = judge(ownContributions(rows, countsPrivate));
    const others = countsPrivate ? [] : rows.filter(({ is_shared }) => !is_shared);
    const contributions = [...judged, ...others]
      .toSorted((a, b) => b.started_at.getTime() - a.started_at.getTime())
      .flatMap(({ workout_id, day, amount, exclusion, further_exclusions, is_shared }) => {
        const name = nameOf.get(workout_id);
        if (name === undefined) return [];
        // Of a workout that counts the latest one says why.
        const found = reviewsOf
          .get(workout_id)
          ?.find((review) => exclusion === null || review.exclusion === exclusion);
        const review = found
          ? {
              exclusion: found.exclusion,
              state: found.decision ?? ('open' as const),
              explanation: found.explanation,
              note: found.note,
            }
          : null;
        const isExplainable = exclusion !== null && exclusion !== 'manual_entry';
        return [
          {
            workout_id,
            name,
            day,
            value: toValue(kind, amount),
            exclusion,
            further_exclusions: [...further_exclusions],
            is_private: !is_shared,
            review,
            can: { explain: isExplainable && !review },
          },
        ];
      });
    return {
      _embedded: { contributions: contributions.slice(0, CONTRIBUTIONS_MAX) },
      total_count: contributions.length,
    };
  },
});
