import {
  LOYALTY_LEVELS,
  loyaltyCalls,
  POINT_RULE_NAMES,
  POINT_RULES,
  SERVICE_BASES,
} from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notAllowed, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route, type Service } from '../../kernel/server/route.ts';
import { localDay } from '../../kernel/local-day.ts';
import { ledgerSubscriptions, openAccount } from './ledger.ts';
import { findLoyaltyStatus, isPilotOn, levelOf, sumStatusPoints } from './status.ts';

/** Points are counted from here on. @throws ApiProblem 404 while the rollout is off, 403 for somebody else's */
async function openOwn(context: Context, caller: Caller, userId: number): Promise<void> {
  if (caller.userId !== userId) throw notAllowed('Only your own points are shown.');
  if (!isPilotOn(context.env)) throw notFound('page');
  await openAccount(context, userId);
}

const linksOf = (userId: number) => ({
  user: [{ href: `/v7.1/user/${userId}/`, id: String(userId) }],
});

const EXCLUDED_SHOWN = 20;

/** The latest workouts that earn nothing because they count nowhere, each with the number of all. */
const readExcluded = (db: Db, userId: number) =>
  db
    .selectFrom('excluded_workouts as e')
    .innerJoin('workouts as w', (on) =>
      on
        .onRef('w.user_id', '=', 'e.user_id')
        .onRef('w.id', '=', 'e.workout_id')
        .on('w.deleted_at', 'is', null),
    )
    .select(({ fn }) => [
      'w.id',
      'w.name',
      'w.local_day',
      'e.exclusion',
      'e.further_exclusions',
      fn.countAll<number>().over().as('n'),
    ])
    .where('e.user_id', '=', userId)
    .orderBy('w.start_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(EXCLUDED_SHOWN)
    .execute();

const pointsHandler = route<typeof loyaltyCalls.points>({
  call: loyaltyCalls.points,
  access: 'member',
  async handler({ context, caller, params: { id }, query: { limit, offset } }) {
    await openOwn(context, caller!, id);
    const own = context.db.selectFrom('points_entries').where('points_entries.user_id', '=', id);
    const [entries, { balance, n }, excluded] = await Promise.all([
      own
        .leftJoin('workouts as w', (on) =>
          on
            .onRef('w.user_id', '=', 'points_entries.user_id')
            .onRef('w.id', '=', 'points_entries.cause_id')
            .on('points_entries.rule', 'in', ['workout', 'active_time'])
            .on('w.deleted_at', 'is', null),
        )
        .leftJoin('challenge_awards as a', (on) =>
          on
            .onRef('a.user_id', '=', 'points_entries.user_id')
            .onRef('a.challenge_id', '=', 'points_entries.cause_id')
            .onRef('a.kind', '=', 'points_entries.rule'),
        )
        .leftJoin('excluded_workouts as e', (on) =>
          on.onRef('e.user_id', '=', 'w.user_id').onRef('e.workout_id', '=', 'w.id'),
        )
        .selectAll('points_entries')
        .select(({ fn }) => [
          'e.exclusion',
          'e.further_exclusions',
          fn.coalesce('w.name', 'a.title').as('name'),
        ])
        .orderBy('points_entries.created_at', 'desc')
        .orderBy('day', 'desc')
        .orderBy('rule')
        .orderBy('cause_id')
        .orderBy('revision')
        .limit(limit)
        .offset(offset)
        .execute(),
      own
        .select(({ fn }) => [fn.sum<number | null>('amount').as('balance'), fn.countAll<number>().as('n')])
        .executeTakeFirstOrThrow(),
      readExcluded(context.db, id),
    ]);
    return {
      pointsBalance: balance ?? 0,
      _embedded: {
        entries: entries.map((entry) => ({
          day: entry.day,
          rule: entry.rule,
          cause_id: entry.cause_id,
          revision: entry.revision,
          amount: entry.amount,
          created_datetime: entry.created_at.toISOString(),
          name: entry.name,
          exclusion: entry.exclusion,
          further_exclusions: entry.further_exclusions ?? [],
        })),
        excluded_workouts: excluded.map((workout) => ({
          workout_id: workout.id,
          name: workout.name,
          day: workout.local_day,
          exclusion: workout.exclusion,
          further_exclusions: workout.further_exclusions,
        })),
      },
      total_count: n,
      excluded_count: excluded[0]?.n ?? 0,
      _links: linksOf(id),
    };
  },
});

const statusHandler = route<typeof loyaltyCalls.status>({
  call: loyaltyCalls.status,
  access: 'member',
  async handler({ context, caller, params: { id } }) {
    const { db, now } = context;
    await openOwn(context, caller!, id);
    const { time_zone } = await db
      .selectFrom('users')
      .select('time_zone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { points, since } = await sumStatusPoints(db, id, localDay(now(), time_zone));
    const next = LOYALTY_LEVELS.find(({ from }) => from > points);
    return {
      status: levelOf(points).status,
      loyaltyStatus: {
        points,
        since,
        next: next ? { ...next, missing: next.from - points } : null,
        levels: [...LOYALTY_LEVELS],
      },
      rules: POINT_RULE_NAMES.map((rule) => Object.assign({ rule }, POINT_RULES[rule])),
      _links: linksOf(id),
    };
  },
});

export const loyaltyService: Service = {
  name: 'loyalty',
  base: SERVICE_BASES.loyalty,
  // Lines of points name the workouts that earned them.
  scopeArea: 'workout',
  routes: [pointsHandler, statusHandler],
  subscriptions: ledgerSubscriptions,
  answers: { loyaltyStatus: findLoyaltyStatus },
};
