import type { Generated } from 'kysely';

export interface ConnectionTables {
  /** Services and upload addresses that bring a member's workouts in. */
  connections: {
    user_id: number;
    id: number;
    type: string;
    name: string;
    status: Generated<'active' | 'needs_attention'>;
    /** Of an upload address: hash of its secret part. */
    upload_hash: string | null;
    /** Of a service: the member's id there. */
    account_ref: Generated<string | null>;
    /** Of a service: its tokens, sealed. */
    tokens: Generated<Buffer | null>;
    tokens_expire_at: Generated<Date | null>;
    /** Of a service: when there is something to do next. */
    next_at: Generated<Date | null>;
    /** Of a service: when its list of workouts was asked for last. */
    listed_at: Generated<Date | null>;
    /** The member's storage is full: what the service named waits. */
    waits_for_room: Generated<boolean>;
    created_at: Date;
    last_received_at: Date | null;
    workouts_received: Generated<number>;
  };
  /** Workouts that a service named: those that are fetched, and those that were, so that each comes once. */
  connection_files: {
    user_id: number;
    connection_id: number;
    /** Its name at the service. */
    ref: string;
    tries: Generated<number>;
    next_at: Date;
    /** Null while it has to be fetched. */
    done_at: Generated<Date | null>;
    created_at: Date;
  };
  /** Permissions of members who disconnected, until the service has ended them too. */
  ended_connections: {
    id: Generated<number>;
    type: string;
    account_ref: string;
    tokens: Buffer;
    tries: Generated<number>;
    next_at: Generated<Date>;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ConnectionTables {}
}
