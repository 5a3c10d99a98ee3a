import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface OAuthTables {
  /** Applications that members registered, by client id. */
  oauth_clients: {
    user_id: number;
    id: string;
    name: string;
    homepage: string | null;
    redirect_uris: ColumnType<string[]>;
    scopes: ColumnType<string[]>;
    /** Encrypted; null for public clients. */
    secret: Uint8Array | null;
    created_at: Date;
  };
  /** What the OAuth library stores: codes, tokens, grants and requests that wait for the member. */
  oauth_records: {
    /** Whom it speaks for; null until somebody logged in. */
    user_id: number | null;
    kind: string;
    /** Hash of the code or token, so that nobody reads one from here. */
    hash: string;
    client_id: string | null;
    grant_id: string | null;
    uid: string | null;
    payload: JSONColumnType<Record<string, unknown>>;
    created_at: Date;
    expires_at: Date;
    consumed_at: Date | null;
    /** Of a grant: when a token of it was last used, to the minute. */
    used_at: Generated<Date | null>;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends OAuthTables {}
}
