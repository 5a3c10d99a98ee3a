import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows are written in the transaction of their cause and deleted in that which ends it: each once, whatever is killed. */
const notifications: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table notification_causes (
        user_id bigint not null,
        id bigint not null,
        kind text not null,
        actor_id bigint not null,
        story_id bigint,
        comment_id bigint,
        created_at timestamptz not null,
        read_at timestamptz,
        emailed_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    await sql`
      create index notification_causes_unread on notification_causes (user_id, id) where read_at is null`.execute(
      db,
    );
    await sql`create index notification_causes_id on notification_causes (id)`.execute(db);
    await sql`
      create index notification_causes_story on notification_causes (story_id) where story_id is not null`.execute(
      db,
    );
    await sql`create index notification_causes_created on notification_causes (created_at)`.execute(db);
    await sql`
      create table notification_settings (
        user_id bigint primary key,
        kinds jsonb not null default '{}',
        email_digest text not null default 'off' check (email_digest in ('off', 'daily', 'weekly'))
      )`.execute(db);
  },
};

/** The member's local day of the last digest. */
const digestDays: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table notification_settings add column digest_day date`.execute(db);
    await sql`
      create index notification_settings_digest on notification_settings (user_id) where email_digest <> 'off'`.execute(
      db,
    );
  },
};

/** One member's zone that this server does not know must not end the statement that looks at all members. */
const knownTimeZones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create function known_time_zone(name text) returns text language plpgsql stable as $$
      begin
        perform now() at time zone name;
        return name;
      exception when invalid_parameter_value then
        return 'UTC';
      end $$`.execute(db);
  },
};

const push: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table push_subscriptions (
        user_id bigint not null,
        id bigint not null,
        session_id bigint not null,
        endpoint text not null,
        p256dh text not null,
        auth text not null,
        server_key text not null,
        device text not null,
        created_at timestamptz not null,
        last_sent_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create unique index push_subscriptions_endpoint on push_subscriptions (endpoint)`.execute(db);
    await sql`
      create table push_queue (
        user_id bigint not null,
        subscription_id bigint not null,
        cause_id bigint not null,
        attempts smallint not null,
        due_at timestamptz not null,
        primary key (user_id, subscription_id, cause_id)
      )`.execute(db);
    await sql`create index push_queue_due on push_queue (due_at)`.execute(db);
  },
};

const challengeInvitations: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table notification_causes add column challenge_id bigint`.execute(db);
  },
};

const groupInvitations: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table notification_causes add column group_id bigint`.execute(db);
  },
};

const adaptedPlans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table notification_causes add column started_plan_id bigint`.execute(db);
  },
};

const moderationOutcomes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table notification_causes add column report_id bigint, add column outcome text`.execute(db);
  },
};

/**
 * One pair of columns for whatever a notification is about. Most are about stories, whose rows stay as they are. A cause by
 * a comment has the comment's id as its own.
 */
const subjects: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table notification_causes rename column story_id to subject_id`.execute(db);
    await sql`alter index notification_causes_story rename to notification_causes_subject`.execute(db);
    await sql`alter table notification_causes add column subject_type text default 'story'`.execute(db);
    await sql`
      update notification_causes set
        subject_type = case
          when challenge_id is not null then 'challenge' when group_id is not null then 'group'
          when started_plan_id is not null then 'training_plan' when report_id is not null then 'decision' end,
        subject_id = coalesce(challenge_id, group_id, started_plan_id, report_id)
      where subject_id is null`.execute(db);
    await sql`
      alter table notification_causes alter column subject_type drop default,
        drop column comment_id, drop column challenge_id, drop column group_id, drop column started_plan_id,
        drop column report_id, add check ((subject_type is null) = (subject_id is null))`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1221_notifications': notifications,
  '1222_notification_digests': digestDays,
  '1223_known_time_zones': knownTimeZones,
  '1224_push': push,
  '1414_challenge_notifications': challengeInvitations,
  '1416_group_notifications': groupInvitations,
  '1603_plan_notifications': adaptedPlans,
  '1604_moderation_notifications': moderationOutcomes,
  '1990_notification_subjects': subjects,
};
