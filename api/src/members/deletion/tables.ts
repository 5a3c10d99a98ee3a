import { type Generated, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface DeletionTables {
  /** Accounts that their members asked to delete, until they are erased. */
  deletion_requests: {
    user_id: number;
    id: number;
    requested_at: Date;
    erase_at: Date;
    /** Once erasing has begun it goes on to its end; it cannot be cancelled any more. */
    state: Generated<'pending' | 'erasing'>;
    reminded_at: Generated<Date | null>;
  };
  /** A view: whom nobody else sees, because they are suspended or asked to be erased. */
  hidden_members: { user_id: number };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends DeletionTables {}
}

export const migrations: Record<string, Migration> = {
  '0109_deletion_requests': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table deletion_requests (
          user_id bigint primary key,
          id bigint not null,
          requested_at timestamptz not null,
          erase_at timestamptz not null,
          state text not null default 'pending' check (state in ('pending', 'erasing')),
          reminded_at timestamptz
        )`.execute(db);
      await sql`create index deletion_requests_due on deletion_requests (erase_at)`.execute(db);
    },
  },
  '1801_hidden_members': {
    async up(db: Kysely<unknown>) {
      await sql`
        create view hidden_members as
        select user_id from suspensions union all select user_id from deletion_requests`.execute(db);
    },
  },
};
