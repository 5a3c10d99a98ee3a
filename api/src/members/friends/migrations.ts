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

/**
 * The name of whom a member blocked is kept as the member knew it: one who is blocked is no longer looked at. Who was
 * turned away by a member is known, so that the link to become friends does not undo it.
 */
const endedContacts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table friendships add column blocked_name text, add column blocked_username text`.execute(
      db,
    );
    await sql`
      update friendships f set blocked_name = users.display_name, blocked_username = users.username
      from users
      where users.id = f.friend_id and f.status = 'blocked' and f.has_blocked
        and not exists (select from suspensions where suspensions.user_id = f.friend_id)
        and not exists (
          select from friendships other
          where other.user_id = f.friend_id and other.friend_id = f.user_id and other.has_blocked)`.execute(
      db,
    );
    await sql`
      alter table friend_request_history
        add column has_turned_away boolean not null default false`.execute(db);
    await sql`
      insert into friend_request_history (user_id, to_user_id, has_turned_away)
      select by_id, id, true from (
        select to_user_id as by_id, user_id as id from friend_request_history where denied > 0
        union select user_id, friend_id from friendships where status = 'blocked' and has_blocked
        except select user_id, friend_id from friendships where status = 'active') as turned_away
      on conflict (user_id, to_user_id) do update set has_turned_away = true`.execute(db);
  },
};

/** Open pages are told by it that other things are shared with their member now. */
const friendsVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table friend_counts add column version integer not null default 0`.execute(db);
  },
};

/** Whom a member found by their whole e-mail address may be asked by that member alone. */
const foundByEmail: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table friend_request_history add column found_by_email_at timestamptz`.execute(db);
  },
};

/** The message of a request ends with it. */
const endedRequestMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update friendships set message = '' where status = 'active' and message <> ''`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1201_friendships': friendships,
  '1202_member_names': memberNames,
  '1203_own_blocks': ownBlocks,
  '1204_ended_contacts': endedContacts,
  '1205_friends_version': friendsVersion,
  '1206_found_by_email': foundByEmail,
  '1207_ended_request_messages': endedRequestMessages,
};
