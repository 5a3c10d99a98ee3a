import type { OAuthScope } from '@waymark/api-contract';
import { type ColumnType, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface PersonalTokenTables {
  /** Tokens for members' own scripts, by hash; the token itself is shown once. */
  personal_tokens: {
    user_id: number;
    id: number;
    hash: string;
    name: string;
    scopes: ColumnType<OAuthScope[], string[], never>;
    /** Its first characters, to tell tokens apart. */
    prefix: string;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends PersonalTokenTables {}
}

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
