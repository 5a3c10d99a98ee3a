import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const userGoals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table user_goals (
        user_id bigint not null,
        id bigint not null,
        period text not null check (period = 'P1W'),
        metric text not null check (metric in ('distance', 'duration', 'count', 'energy')),
        activity_type_id integer,
        targets jsonb not null,
        status text not null check (status in ('active', 'abandoned')),
        privacy smallint not null check (privacy in (0, 1, 3)),
        first_day date not null,
        last_day date check (last_day >= first_day),
        created_at timestamptz not null,
        ended_at timestamptz,
        updated_at timestamptz not null,
        check ((status = 'abandoned') = (ended_at is not null and last_day is not null)),
        primary key (user_id, id)
      )`.execute(db);
    await sql`
      create unique index user_goals_active on user_goals (user_id, metric, coalesce(activity_type_id, 0))
      where status = 'active'`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '1341_user_goals': userGoals };
