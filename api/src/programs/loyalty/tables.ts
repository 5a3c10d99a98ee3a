import type { PointRuleName } from '@waymark/api-contract';

/** Whose points are counted: from the first look at them on, with all that was before. */
export interface PointsAccountTable {
  user_id: number;
  opened_at: Date;
}

/**
 * The ledger of points. Lines are only added: the lines of a day, rule and cause sum up to what the cause is worth now.
 */
export interface PointsEntryTable {
  user_id: number;
  day: string;
  rule: PointRuleName;
  /** The workout or the challenge. */
  cause_id: number;
  /** 0 for the first line of a cause on a day. */
  revision: number;
  amount: number;
  created_at: Date;
}

interface LoyaltyTables {
  points_accounts: PointsAccountTable;
  points_entries: PointsEntryTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends LoyaltyTables {}
}
