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
    created_at: Date;
    last_received_at: Date | null;
    workouts_received: Generated<number>;
  };
}

declare module '../kernel/database/tables.ts' {
  interface Database extends ConnectionTables {}
}
