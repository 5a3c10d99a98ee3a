import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '0111_personal_tokens': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table personal_tokens (
          user_id bigint not null,
          id bigint not null,
          hash text not null,
          name text not null,
          scopes text[] not null,
          prefix text not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          last_used_at timestamptz,
          primary key (user_id, id)
        )`.execute(db);
      await sql`create unique index personal_tokens_hash on personal_tokens (hash)`.execute(db);
    },
  },
};
