import type { Generated } from 'kysely';

/** What can be accessible by link. */
export type LinkedKind = 'workout' | 'route';

/**
 * The key of each workout and route with level 6; a leg of a workout opens with the key of the whole. The key itself is
 * kept because its owner copies the link again and again; what callers send is compared with the hash.
 */
export interface LinkKeyTable {
  user_id: number;
  kind: LinkedKind;
  thing_id: number;
  key: string;
  /** SHA-256 of the key. */
  hash: Uint8Array;
  created_at: Generated<Date>;
}

/** Tables of links. */
export interface LinkKeyTables {
  link_keys: LinkKeyTable;
}

declare module '../kernel/database/tables.ts' {
  interface Database extends LinkKeyTables {}
}
