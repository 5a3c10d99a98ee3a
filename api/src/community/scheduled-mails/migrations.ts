import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '1901_sent_mails': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table sent_mails (
          user_id bigint not null,
          mail text not null,
          day date not null,
          primary key (user_id, mail)
        )`.execute(db);
      await sql`create index sent_mails_day on sent_mails (day)`.execute(db);
      // The hour of a zone is looked at zone by zone, and its members in pages.
      await sql`create index users_time_zone on users (time_zone, id)`.execute(db);
    },
  },
  '1902_news_issues': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table news_issues (
          id text primary key,
          subject text not null,
          lines jsonb not null,
          action jsonb not null,
          day date not null,
          walked_to bigint not null default 0,
          is_walked boolean not null default false
        )`.execute(db);
    },
  },
};
