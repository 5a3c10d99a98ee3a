import type { GEAR_KINDS } from '@waymark/api-contract';

export type GearKind = (typeof GEAR_KINDS)[number];

/** Something that wears out. Metres. */
export interface GearTable {
  user_id: number;
  id: number;
  name: string;
  kind: GearKind;
  brand: string;
  model: string;
  notes: string;
  /** What it had run before its first workout here. */
  initial_distance: number;
  alert_distance: number | null;
  /** Groups of activities whose new workouts take it; each group has one at most. */
  default_for: string[];
  retired_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Tables of the gear service. */
export interface GearTables {
  gear: GearTable;
}

declare module '../../../kernel/database/tables.ts' {
  interface Database extends GearTables {}
}
