import type { ColumnType, Generated } from 'kysely';
import type { MailTokenKind } from '../credentials/mail-tokens.ts';

type Time = Date | null;

export interface AuthTables {
  /** How a member signs in. E-mail addresses are kept in lower case. */
  logins: {
    email: string;
    user_id: number;
    /** Null until an account that was brought over is completed. */
    password_hash: string | null;
    /** An account that was brought over and has to be completed before it can sign in. */
    onboarding: Generated<boolean>;
    email_confirmed_at: Time;
    /** Grows when what opens the account was changed: a sign-in that began before ends. */
    access_version: Generated<number>;
    created_at: Date;
  };
  /** A signed-in browser: the family of its refresh tokens. */
  sessions: {
    user_id: number;
    id: number;
    created_at: Date;
    expires_at: Date;
    ended_at: Time;
    end_reason:
      | 'signed_out'
      | 'reused'
      | 'password_reset'
      | 'revoked'
      | 'email_change_undone'
      | 'deletion'
      | null;
    /** For instance `Firefox on Linux`; empty when unknown. */
    device: Generated<string>;
    country: Generated<string | null>;
    method: Generated<'password' | 'passkey' | 'chat_app' | 'signup' | 'unknown'>;
    /** When its member last proved who they are. */
    identity_confirmed_at: Generated<Time>;
  };
  /** Refresh tokens by hash; the tokens themselves are only with the browser. */
  refresh_tokens: {
    user_id: number;
    session_id: number;
    hash: string;
    created_at: Date;
    /** When it was exchanged for its successor. */
    used_at: Time;
    /** When its browser was first known to have it. */
    seen_at: Generated<Time>;
  };
  /** Links sent by mail, by hash. */
  mail_tokens: {
    hash: string;
    user_id: number;
    kind: MailTokenKind;
    email: string;
    created_at: Date;
    expires_at: Date;
    used_at: Time;
  };
  client_events: {
    id: number;
    name: string;
    at: Date;
    received_at: Date;
    user_id: number | null;
    device_id: string | null;
    remote: string | null;
    version: string | null;
    properties: ColumnType<Record<string, string | number | boolean | null>, string, never>;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends AuthTables {}
}
