import type { Generated } from 'kysely';

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
