import type { SecurityEvent } from '@waymark/api-contract';
import type { ColumnType, Generated } from 'kysely';

type Time = Date | null;

export interface SecurityTables {
  /** What happened to the security of an account; kept for a year. */
  security_events: {
    user_id: number;
    id: number;
    kind: SecurityEvent['kind'];
    at: Date;
    device: string;
    country: string | null;
    subject: string | null;
  };
  /** The address that a member asked for, until its link confirms it. */
  email_changes: { user_id: number; email: string; requested_at: Date; expires_at: Date };
  passkeys: {
    user_id: number;
    id: number;
    /** As base64url; each passkey belongs to one member. */
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: ColumnType<string[], string[], never>;
    is_backed_up: boolean;
    name: string;
    created_at: Date;
    last_used_at: Time;
  };
  /** Challenges that passkeys sign, by hash; each is taken once. */
  webauthn_challenges: {
    hash: string;
    purpose: 'sign_in' | 'confirm_identity' | 'add';
    user_id: number | null;
    expires_at: Date;
  };
  /** Secrets of authenticator apps, encrypted; they count once a code has confirmed them. */
  totp_secrets: {
    user_id: number;
    secret: Buffer;
    created_at: Date;
    confirmed_at: Time;
    /** Time step of the last code that was taken: no code counts twice. */
    last_step: Generated<number>;
  };
  recovery_codes: { user_id: number; hash: string; created_at: Date; used_at: Time };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends SecurityTables {}
}
