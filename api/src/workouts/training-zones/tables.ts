/** Threshold power of a member in watts; the latest made before a workout began applies to it. */
export interface ThresholdPowerTable {
  user_id: number;
  id: number;
  watts: number;
  created_at: Date;
}

/** Tables of the zones service; sets of heart-rate zones are among the members' own. */
export interface ZoneTables {
  threshold_powers: ThresholdPowerTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ZoneTables {}
}
