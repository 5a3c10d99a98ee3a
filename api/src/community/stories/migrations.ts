import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ID_EPOCH } from '../../kernel/database/ids.ts';

/**
 * One story a thing. What a feed reads of a friend is the beginning of one index, which holds all that decides whether
 * and where the story is shown. Workouts from before there were stories get one at the place where they were stored.
 */
const stories: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table stories (
        user_id bigint not null,
        id bigint not null,
        kind text not null check (kind in ('workout', 'status', 'friendship', 'challenge')),
        object_id bigint not null,
        event text check (event in ('joined', 'finished')),
        activity_type_id integer,
        privacy smallint not null check (privacy in (0, 1, 3, 6)),
        text text not null default '',
        position bigint not null,
        is_hidden_from_feed boolean not null default false,
        is_map_hidden boolean not null default false,
        has_comments boolean not null default true,
        created_at timestamptz not null,
        edited_at timestamptz,
        removed_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create index stories_id on stories (id)`.execute(db);
    await sql`create unique index stories_object on stories (user_id, kind, object_id, coalesce(event, ''))`.execute(
      db,
    );
    await sql`
      create index stories_shared on stories (user_id, position desc) include (id, activity_type_id)
      where privacy in (1, 3) and not is_hidden_from_feed and removed_at is null`.execute(db);
    await sql`
      create index stories_own on stories (user_id, position desc) include (id, privacy, activity_type_id)
      where not is_hidden_from_feed and removed_at is null`.execute(db);
    await sql`
      insert into stories (user_id, id, kind, object_id, activity_type_id, privacy, position, created_at)
      select user_id, id, 'workout', id, activity_type_id, privacy, id, created_at from workouts
      where parent_id is null and deleted_at is null and source <> 'sample'`.execute(db);
  },
};

const replies: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table story_likes (
        story_owner_id bigint not null,
        story_id bigint not null,
        user_id bigint not null,
        id bigint not null,
        created_at timestamptz not null,
        primary key (story_owner_id, story_id, user_id)
      )`.execute(db);
    await sql`create index story_likes_latest on story_likes (story_owner_id, story_id, id desc)`.execute(db);
    await sql`create index story_likes_id on story_likes (id)`.execute(db);
    await sql`create index story_likes_user on story_likes (user_id, story_owner_id)`.execute(db);
    await sql`
      create table story_comments (
        story_owner_id bigint not null,
        story_id bigint not null,
        id bigint not null,
        author_id bigint not null,
        parent_id bigint,
        text text not null,
        mentions bigint[] not null default '{}',
        created_at timestamptz not null,
        edited_at timestamptz,
        deleted_by text check (deleted_by in ('author', 'owner', 'moderator')),
        primary key (story_owner_id, story_id, id)
      )`.execute(db);
    await sql`
      create index story_comments_answers on story_comments (story_owner_id, story_id, parent_id, id)`.execute(
      db,
    );
    await sql`create index story_comments_id on story_comments (id)`.execute(db);
    await sql`create index story_comments_author on story_comments (author_id, story_owner_id)`.execute(db);
    await sql`
      create table story_counts (
        user_id bigint not null,
        story_id bigint not null,
        slot smallint not null,
        likes integer not null default 0,
        comments integer not null default 0,
        primary key (user_id, story_id, slot)
      )`.execute(db);
  },
};

/**
 * Workouts without a story get one, samples among them: at the time of a sample's training, of others where they were
 * stored. Streams announce stories by their id, so that none of these is announced.
 */
const missingStories: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into stories (user_id, id, kind, object_id, activity_type_id, privacy, position, created_at)
      select user_id, id, 'workout', id, activity_type_id, privacy,
        case when source = 'sample'
          then (floor(extract(epoch from start_at) * 1000)::bigint - ${ID_EPOCH}::bigint) * 4096 + id % 4096
          else id end,
        created_at
      from workouts
      where parent_id is null and deleted_at is null
        and not exists (select from stories where stories.user_id = workouts.user_id and stories.id = workouts.id)
      on conflict do nothing`.execute(db);
  },
};

const feedAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table feed_addresses (
        user_id bigint primary key,
        nonce bigint not null,
        created_at timestamptz not null
      )`.execute(db);
  },
};

/** Ids of a day, in the units of positions. */
const DAY_OF_IDS = sql.raw(String(86_400_000 * 4096));

/**
 * Workouts that came long after their training stand at its day. Their positions told the exact start, which privacy
 * zones hide. What was published when it came stands at or after its id.
 */
const positionsByDay: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      update stories set position =
        position - ((position % ${DAY_OF_IDS}) + ${DAY_OF_IDS}) % ${DAY_OF_IDS} + id % ${DAY_OF_IDS}
      where kind = 'workout' and position < id - 13 * ${DAY_OF_IDS}`.execute(db);
  },
};

/** Asked for with each workout of somebody else. */
const hiddenMaps: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index stories_hidden_maps on stories (user_id, object_id) where is_map_hidden and kind = 'workout'`.execute(
      db,
    );
  },
};

/** What a moderator took out of feeds its owner does not put back. */
const moderatedStories: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table stories add column is_removed_by_moderator boolean not null default false`.execute(
      db,
    );
  },
};

/** What others wrote about a member who is erased is found by it. */
const mentionedMembers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index story_comments_mentions on story_comments using gin (mentions) where mentions <> '{}'`.execute(
      db,
    );
  },
};

/** Ids of five seconds. */
const FIVE_SECONDS_OF_IDS = sql.raw(String(5000 * 4096));

/** Open streams look for what was shared just now, though it was stored long ago: their ids do not tell. */
const sharedLater: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index stories_shared_later on stories (position)
      where position > id + ${FIVE_SECONDS_OF_IDS} and privacy in (1, 3) and not is_hidden_from_feed
        and removed_at is null`.execute(db);
  },
};

/** What is told of a challenge or a friend goes with them, and is found by it. Of challenges that were deleted before it is still there. Runs once there are challenges. */
const storiesOfChallenges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index stories_about on stories (kind, object_id) where kind in ('challenge', 'friendship')`.execute(
      db,
    );
    await sql`
      with gone as (
        delete from stories where kind = 'challenge'
          and not exists (select from challenges where challenges.id = stories.object_id)
        returning user_id, id
      ), liked as (
        delete from story_likes using gone where story_owner_id = gone.user_id and story_id = gone.id
      ), commented as (
        delete from story_comments using gone where story_owner_id = gone.user_id and story_id = gone.id
      )
      delete from story_counts using gone where story_counts.user_id = gone.user_id and story_id = gone.id`.execute(
      db,
    );
  },
};

/**
 * Stories of a friendship with a member who was erased went without what was replied to them. Runs once notifications
 * are there.
 */
const repliesToNothing: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['story_likes', 'story_comments'])
      await sql`
        delete from ${sql.table(table)} as reply
        where not exists (
          select from stories where stories.user_id = reply.story_owner_id and stories.id = reply.story_id)`.execute(
        db,
      );
    await sql`
      delete from story_counts as counts
      where not exists (
        select from stories where stories.user_id = counts.user_id and stories.id = counts.story_id)`.execute(
      db,
    );
    await sql`
      delete from notification_causes as cause
      where story_id is not null and not exists (select from stories where stories.id = cause.story_id)`.execute(
      db,
    );
  },
};

/** What moderators took away is found when the time to appeal is over. */
const takenDownStories: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index stories_taken_down on stories (removed_at)
      where is_removed_by_moderator and removed_at is not null`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1211_stories': stories,
  '1212_story_replies': replies,
  '1213_missing_stories': missingStories,
  '1214_feed_addresses': feedAddresses,
  '1215_story_positions_by_day': positionsByDay,
  '1216_story_hidden_maps': hiddenMaps,
  '1217_moderated_stories': moderatedStories,
  '1218_story_mentions': mentionedMembers,
  '1219_stories_shared_later': sharedLater,
  '1424_stories_of_challenges': storiesOfChallenges,
  '1425_replies_to_nothing': repliesToNothing,
  '1426_stories_taken_down': takenDownStories,
};
