import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const trainingPlans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table training_plans (
        user_id bigint not null,
        id bigint not null,
        title text not null,
        description text not null,
        goal text not null,
        level text not null,
        weeks jsonb not null,
        share_key text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
    // Whoever has a link knows the plan, not its owner.
    await sql`create unique index training_plans_id on training_plans (id)`.execute(db);
    await sql`
      create table started_plans (
        user_id bigint not null,
        id bigint not null,
        template_name text,
        own_plan_id bigint,
        title text not null,
        goal text not null,
        level text not null,
        week_count smallint not null,
        first_day date not null,
        status text not null check (status in ('active', 'stopped')),
        stopped_day date,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((status = 'stopped') = (stopped_day is not null)),
        primary key (user_id, id)
      )`.execute(db);
    await sql`
      create table planned_sessions (
        user_id bigint not null,
        id bigint not null,
        started_plan_id bigint not null,
        week smallint not null,
        day date not null,
        planned_day date not null,
        sport text not null,
        kind text not null,
        title text not null,
        description text not null,
        steps jsonb not null,
        distance double precision,
        duration integer not null,
        is_skipped boolean not null,
        workout_id bigint,
        is_unmatched boolean not null,
        revision integer not null,
        updated_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create index planned_sessions_plan on planned_sessions (user_id, started_plan_id, day)`.execute(
      db,
    );
    await sql`
      create table calendar_addresses (
        user_id bigint primary key,
        nonce bigint not null,
        created_at timestamptz not null
      )`.execute(db);
  },
};

const adaptivePlans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table started_plans
        add column is_adaptive boolean not null default false,
        add column adapted_day date,
        add column away_days integer check (away_days > 0),
        add column moved_days integer check (moved_days >= 0),
        add column eased_until date,
        add check (num_nulls(adapted_day, away_days, moved_days) in (0, 3)),
        add check (eased_until is null or adapted_day is not null)`.execute(db);
    await sql`
      create index started_plans_adaptive on started_plans (user_id, id) where is_adaptive and status = 'active'`.execute(
      db,
    );
    await sql`
      alter table planned_sessions
        add column load_percent smallint not null default 100 check (load_percent between 1 and 100),
        add column full_load jsonb,
        add check ((load_percent < 100) = (full_load is not null))`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1601_training_plans': trainingPlans,
  '1602_adaptive_plans': adaptivePlans,
};
