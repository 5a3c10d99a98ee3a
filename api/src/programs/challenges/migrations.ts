import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { boardFunctions } from './board-functions.ts';

/** Migrations of challenges: what they count, who takes part, and the leaderboards. */
const challenges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table challenges (
        id bigint primary key,
        owner_id bigint,
        audience text not null check (audience in ('everyone', 'friends')),
        kind text not null,
        title text not null,
        description text not null,
        rules_text text not null,
        activity_groups text[] not null,
        target bigint,
        distance bigint,
        first_day date not null,
        last_day date not null,
        time_zone text,
        starts_at timestamptz,
        ends_at timestamptz,
        freeze_at timestamptz not null,
        accepts_manual boolean not null,
        country text,
        age_class text,
        repeats text,
        series_id bigint not null,
        prizes jsonb not null,
        frozen_at timestamptz,
        created_at timestamptz not null,
        unique (series_id, first_day)
      )`.execute(db);
    await sql`create index challenges_days on challenges (audience, last_day, id)`.execute(db);
    await sql`create index challenges_owner on challenges (owner_id, id) where owner_id is not null`.execute(
      db,
    );
    await sql`create index challenges_freeze on challenges (freeze_at) where frozen_at is null`.execute(db);
    await sql`
      create table challenge_members (
        user_id bigint not null,
        challenge_id bigint not null,
        joined_at timestamptz not null,
        counts_private boolean not null,
        is_shown boolean not null,
        progress bigint not null,
        score bigint not null,
        reached_at timestamptz not null,
        workout_count integer not null,
        excluded_count integer not null,
        primary key (user_id, challenge_id)
      ) with (fillfactor = 85)`.execute(db);
    // The order of a leaderboard; every column ascends, so that a place is a comparison of rows.
    await sql`
      create index challenge_members_board on challenge_members (challenge_id, (-score), reached_at, user_id)
      where is_shown and score > 0`.execute(db);
    await sql`create index challenge_members_challenge on challenge_members (challenge_id, user_id)`.execute(
      db,
    );
    await sql`
      create table challenge_contributions (
        user_id bigint not null,
        challenge_id bigint not null,
        workout_id bigint not null,
        amount bigint not null,
        day date not null,
        started_at timestamptz not null,
        ended_at timestamptz not null,
        is_shared boolean not null,
        is_recorded boolean not null,
        exclusion text,
        primary key (user_id, challenge_id, workout_id)
      )`.execute(db);
    await sql`
      create table challenge_chunks (
        challenge_id bigint not null,
        id bigint not null,
        first_negative_score bigint not null,
        first_reached_at timestamptz not null,
        first_user_id bigint not null,
        primary key (challenge_id, first_negative_score, first_reached_at, first_user_id)
      )`.execute(db);
    await sql`
      create table challenge_counts (
        challenge_id bigint not null,
        chunk_id bigint not null,
        n integer not null
      )`.execute(db);
    await sql`create index challenge_counts_chunk on challenge_counts (challenge_id, chunk_id) include (n)`.execute(
      db,
    );
    await sql`
      create table challenge_awards (
        user_id bigint not null,
        challenge_id bigint not null,
        kind text not null,
        title text not null,
        value double precision not null,
        awarded_at timestamptz not null,
        primary key (user_id, challenge_id, kind)
      )`.execute(db);
  },
};

/** What members say of workouts that count nowhere, and what moderators decide. */
const reviews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workout_reviews (
        user_id bigint not null,
        workout_id bigint not null,
        exclusion text not null,
        explanation text not null,
        explained_at timestamptz not null,
        decision text check (decision in ('accepted', 'rejected')),
        note text not null default '',
        decided_at timestamptz,
        primary key (user_id, workout_id)
      )`.execute(db);
    await sql`create index workout_reviews_open on workout_reviews (workout_id) where decision is null`.execute(
      db,
    );
  },
};

/** Half marathons, challenges of operators' files, and stories of awards. */
const sources: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenges alter column distance type double precision`.execute(db);
    await sql`alter table challenges add column source_key text unique`.execute(db);
    await sql`alter table challenge_awards add column is_announced boolean not null default false`.execute(
      db,
    );
    await sql`
      create index challenge_awards_new on challenge_awards (challenge_id) where not is_announced`.execute(
      db,
    );
  },
};

/** Places of a board are estimated as a large share of it, though a chunk is read: starting workers takes 20 ms. */
const oneProcess: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenge_members set (parallel_workers = 0)`.execute(db);
  },
};

/** Awards of challenges for everyone earn points, also once the challenge is deleted. */
const publicAwards: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenge_awards add column is_public boolean not null default false`.execute(db);
    await sql`
      update challenge_awards a set is_public = true
      from challenges c where c.id = a.challenge_id and c.audience = 'everyone'`.execute(db);
  },
};

/** Others see an award once the board, which leaves private workouts out, gives it too. */
const sharedAwards: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenge_awards add column is_shared boolean not null default false`.execute(db);
    await sql`update challenge_awards set is_shared = true where kind <> 'completed'`.execute(db);
    await sql`
      update challenge_awards a set is_shared = true
      from challenges c join challenge_members m on m.challenge_id = c.id
      where a.kind = 'completed' and c.id = a.challenge_id and m.user_id = a.user_id
        and m.is_shown and m.score >= c.target`.execute(db);
  },
};

/** Teams, and boards by country and age class. */
const teams: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table challenges
        add column team_score text check (team_score in ('sum', 'mean')),
        add column team_choice text check (team_choice in ('pick', 'assigned')),
        add column boards text[] not null default '{}'`.execute(db);
    await sql`
      alter table challenge_members
        add column team_id smallint,
        add column is_classified boolean not null default false,
        add column country text,
        add column age_class text`.execute(db);
    await sql`
      create index challenge_members_team on challenge_members
        (challenge_id, team_id, (-score), reached_at, user_id) include (score, is_shown)
      where team_id is not null`.execute(db);
    await sql`
      create index challenge_members_country on challenge_members
        (challenge_id, country, (-score), reached_at, user_id)
      where country is not null and is_shown and score > 0`.execute(db);
    await sql`
      create index challenge_members_age on challenge_members
        (challenge_id, age_class, (-score), reached_at, user_id)
      where age_class is not null and is_shown and score > 0`.execute(db);
    await sql`
      create table challenge_teams (
        challenge_id bigint not null,
        id smallint not null,
        name text not null,
        primary key (challenge_id, id)
      )`.execute(db);
    await sql`
      create table challenge_former_teams (
        user_id bigint not null,
        challenge_id bigint not null,
        team_id smallint not null,
        primary key (user_id, challenge_id)
      )`.execute(db);
  },
};

/** Friends invite each other; who declined is not asked again. */
const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table challenge_invitations (
        user_id bigint not null,
        challenge_id bigint not null,
        id bigint not null,
        invited_by bigint not null,
        created_at timestamptz not null,
        declined_at timestamptz,
        primary key (user_id, challenge_id)
      )`.execute(db);
    await sql`create index challenge_invitations_challenge on challenge_invitations (challenge_id)`.execute(
      db,
    );
    await sql`create index challenge_invitations_inviter on challenge_invitations (invited_by)`.execute(db);
  },
};

/** Groups of members who train together, and challenges for them. */
const groups: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table groups (
        id bigint primary key,
        name text not null,
        owner_id bigint not null,
        link_key text,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index groups_owner on groups (owner_id)`.execute(db);
    await sql`
      create table group_members (
        user_id bigint not null,
        group_id bigint not null,
        joined_at timestamptz not null,
        primary key (user_id, group_id)
      )`.execute(db);
    await sql`create index group_members_group on group_members (group_id, user_id)`.execute(db);
    await sql`
      create table group_invitations (
        user_id bigint not null,
        group_id bigint not null,
        id bigint not null,
        invited_by bigint not null,
        created_at timestamptz not null,
        declined_at timestamptz,
        primary key (user_id, group_id)
      )`.execute(db);
    await sql`create index group_invitations_group on group_invitations (group_id)`.execute(db);
    await sql`create index group_invitations_inviter on group_invitations (invited_by)`.execute(db);
    await sql`
      alter table challenges add column group_id bigint, drop constraint challenges_audience_check,
        add constraint challenges_audience_check check (audience in ('everyone', 'friends', 'group'))`.execute(
      db,
    );
    await sql`create index challenges_group on challenges (group_id) where group_id is not null`.execute(db);
  },
};

const partners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenges add column partner jsonb`.execute(db);
  },
};

/** Groups of chunks. All chunks that there are begin in one; the next upkeep splits it. */
const boardGroups: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenge_chunks add column group_position numeric not null default 1`.execute(db);
    await sql`
      create index challenge_chunks_group on challenge_chunks
        (challenge_id, group_position, first_negative_score, first_reached_at, first_user_id) include (id)`.execute(
      db,
    );
    await sql`alter table challenge_counts add column group_position numeric not null default 1`.execute(db);
    await sql`update challenge_counts set group_position = 0 where chunk_id = 0`.execute(db);
    await sql`
      insert into challenge_counts (challenge_id, group_position, chunk_id, n)
      select challenge_id, 1, 0, sum(n) from challenge_counts where chunk_id <> 0
      group by challenge_id`.execute(db);
    await sql`drop index challenge_counts_chunk`.execute(db);
    await sql`
      create index challenge_counts_chunk on challenge_counts (challenge_id, group_position, chunk_id) include (n)
      where chunk_id <> 0`.execute(db);
    await sql`
      create index challenge_counts_group on challenge_counts (challenge_id, group_position) include (n)
      where chunk_id = 0`.execute(db);
    for (const definition of boardFunctions) await definition.execute(db);
  },
};

/** Workouts of imports that wait until several are counted together. */
const uncountedWorkouts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table uncounted_workouts (
        user_id bigint not null,
        workout_id bigint not null,
        created_at timestamptz not null,
        primary key (user_id, workout_id)
      )`.execute(db);
  },
};

/** Workouts that count nowhere. Those that there are wait to be judged like those of an import. */
const excludedWorkouts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table excluded_workouts (
        user_id bigint not null,
        workout_id bigint not null,
        exclusion text not null,
        overlaps_id bigint,
        primary key (user_id, workout_id)
      )`.execute(db);
    await sql`
      insert into uncounted_workouts (user_id, workout_id, created_at)
      select user_id, id, now() from workouts where parent_id is null and deleted_at is null
      on conflict do nothing`.execute(db);
  },
};

/** Members take their name off a final board; their place stays. */
const anonymousPlaces: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenge_members add column is_anonymous boolean not null default false`.execute(
      db,
    );
  },
};

/**
 * Each reason for which a workout counts nowhere is explained and decided by itself. Workouts that were left out before
 * records looked at it are judged again, so that these follow.
 */
const reviewsByReason: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table workout_reviews drop constraint workout_reviews_pkey,
        add primary key (user_id, workout_id, exclusion)`.execute(db);
    await sql`
      with judged as (delete from excluded_workouts returning user_id, workout_id)
      insert into uncounted_workouts (user_id, workout_id, created_at)
      select user_id, workout_id, now() from judged on conflict do nothing`.execute(db);
  },
};

/** A page of a board reads its members from the index alone: those of a million stand all over the table. */
const boardsFromIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index challenge_members_board`.execute(db);
    await sql`
      create index challenge_members_board on challenge_members (challenge_id, (-score), reached_at, user_id)
        include (score) where is_shown and score > 0`.execute(db);
    for (const definition of boardFunctions) await definition.execute(db);
  },
};

/**
 * A workout counts once every reason against it is accepted. Those of which one is known are judged again, for the reasons
 * beside it: among them are the ones that count because a single reason was accepted.
 */
const furtherExclusions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table challenge_contributions add column further_exclusions text[] not null default '{}'`.execute(
      db,
    );
    await sql`
      alter table excluded_workouts add column further_exclusions text[] not null default '{}'`.execute(db);
    await sql`
      insert into uncounted_workouts (user_id, workout_id, created_at)
      select user_id, workout_id, now() from excluded_workouts
      union select user_id, workout_id, now() from workout_reviews where decision = 'accepted'
      on conflict do nothing`.execute(db);
  },
};

/** What others see of a workout counts on the board: those of members with zones are counted anew. */
const sharedAmounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table challenge_contributions add column shared_amount bigint`.execute(db);
    await sql`
      insert into uncounted_workouts (user_id, workout_id, created_at)
      select distinct c.user_id, c.workout_id, now() from challenge_contributions c
      join challenges on challenges.id = c.challenge_id and challenges.frozen_at is null
      where c.user_id in (select user_id from privacy_zones)
      on conflict do nothing`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1401_challenges': challenges,
  '1402_workout_reviews': reviews,
  '1403_challenge_sources': sources,
  '1404_boards_in_one_process': oneProcess,
  '1405_public_awards': publicAwards,
  '1406_shared_awards': sharedAwards,
  '1412_challenge_teams': teams,
  '1413_challenge_invitations': invitations,
  '1415_groups': groups,
  '1416_challenge_partners': partners,
  '1417_board_groups': boardGroups,
  '1418_uncounted_workouts': uncountedWorkouts,
  '1419_anonymous_places': anonymousPlaces,
  '1420_excluded_workouts': excludedWorkouts,
  '1421_reviews_by_reason': reviewsByReason,
  '1422_boards_from_index': boardsFromIndex,
  '1423_further_exclusions': furtherExclusions,
  '1427_shared_amounts': sharedAmounts,
};
