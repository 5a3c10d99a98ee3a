import { type ColumnType, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mails kept for the local mailbox page, when no mail server is configured. */
export interface MailTables {
  mailbox: {
    id: number;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    headers: ColumnType<Record<string, string>, string | undefined, never>;
    created_at: Date;
  };
}

declare module '../database/tables.ts' {
  interface Database extends MailTables {}
}

export const migrations: Record<string, Migration> = {
  '0002_mailbox': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table mailbox (
          id bigint primary key,
          recipient text not null,
          subject text not null,
          text text not null,
          html text not null,
          created_at timestamptz not null
        )`.execute(db);
    },
  },
  '0003_mailbox_headers': {
    async up(db: Kysely<unknown>) {
      await sql`alter table mailbox add column headers jsonb not null default '{}'`.execute(db);
    },
  },
};
