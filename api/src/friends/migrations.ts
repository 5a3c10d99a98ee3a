import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Both sides of a relation have a row: "my friends" and "who asked me" are one range of the key each, and how a viewer
 * stands to an owner is one row.
 */
const friendships: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table friendships (
        user_id bigint not null,
        friend_id bigint not null,
        status text not null check (status in ('pending', 'active', 'blocked')),
        requested_by bigint not null,
        has_blocked boolean not null default false,
        message text not null default '',
        created_at timestamptz not null,
        accepted_at timestamptz,
        primary key (user_id, friend_id)
      )`.execute(db);
    await sql`create index friendships_status on friendships (user_id, status, friend_id)`.execute(db);
    await sql`
      create table friend_counts (
        user_id bigint primary key,
        friends integer not null default 0,
        requests integer not null default 0
      )`.execute(db);
    await sql`
      create table friend_request_history (
        user_id bigint not null,
        to_user_id bigint not null,
        sent integer not null default 0,
        denied integer not null default 0,
        primary key (user_id, to_user_id)
      )`.execute(db);
    await sql`
      create table mutes (
        user_id bigint not null,
        muted_id bigint not null,
        until timestamptz,
        created_at timestamptz not null,
        primary key (user_id, muted_id)
      )`.execute(db);
    await sql`
      create table dismissed_suggestions (
        user_id bigint not null,
        dismissed_id bigint not null,
        created_at timestamptz not null,
        primary key (user_id, dismissed_id)
      )`.execute(db);
    await sql`
      create table friend_invites (
        user_id bigint primary key,
        key text not null,
        hash bytea not null,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create unique index friend_invites_hash on friend_invites (hash)`.execute(db);
    await sql`
      create table member_actions (
        user_id bigint not null,
        action text not null,
        started_at timestamptz not null,
        n integer not null,
        primary key (user_id, action)
      )`.execute(db);
    await sql`create table suspensions (user_id bigint primary key, created_at timestamptz not null)`.execute(
      db,
    );
  },
};

/** Compared byte by byte, so that the beginning of a name is a range of the key whatever the language of the server. */
const memberNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table member_names (
        name text collate "C" not null,
        user_id bigint not null,
        primary key (name, user_id)
      )`.execute(db);
    await sql`create index member_names_user on member_names (user_id)`.execute(db);
    // Suggestions by place and by route.
    await sql`
      create index workouts_public_route on workouts (route_id, user_id)
      where route_id is not null and privacy = 3 and parent_id is null and deleted_at is null`.execute(db);
    await sql`
      create index users_place on users (locality, country) where locality is not null`.execute(db);
  },
};

/** Where both blocked, either row said who was first. */
const ownBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      update friendships set requested_by = user_id
      where status = 'blocked' and has_blocked and requested_by <> user_id`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1201_friendships': friendships,
  '1202_member_names': memberNames,
  '1203_own_blocks': ownBlocks,
};
