import type { OAuthScope } from '@waymark/api-contract';
import type { ColumnType } from 'kysely';

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
