import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface ChatAppTables {
  /** Accounts of chat apps with which members log in. */
  chat_app_links: {
    user_id: number;
    channel: string;
    /** Whom the provider says it is. */
    subject: string;
    created_at: Date;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ChatAppTables {}
}

export const migrations: Record<string, Migration> = {
  '1331_chat_apps': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table chat_app_links (
          user_id bigint not null,
          channel text not null,
          subject text not null,
          created_at timestamptz not null,
          primary key (user_id, channel)
        )`.execute(db);
      await sql`create unique index chat_app_links_subject on chat_app_links (channel, subject)`.execute(db);
    },
  },
};
