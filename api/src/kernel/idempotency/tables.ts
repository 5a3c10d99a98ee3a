/** What a call with an `idempotency-key` created. */
export interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  /** SHA-256 of the call and its body. */
  hash: Uint8Array;
  created_id: number;
  created_at: Date;
}

/** Tables of the idempotency service. */
export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeyTable;
}

declare module '../database/tables.ts' {
  interface Database extends IdempotencyTables {}
}
