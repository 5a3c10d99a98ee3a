import type { NotificationKind } from '@waymark/api-contract';
import type { ColumnType } from 'kysely';

/** One thing that happened and that a member is told of. Several of a kind are shown as one notification. */
export interface NotificationCauseTable {
  /** Who is told. */
  user_id: number;
  /** That of the like or comment, or a new one. Once for each member. */
  id: number;
  kind: NotificationKind;
  actor_id: number;
  /** The story that it is about; null for requests and friendships. */
  story_id: number | null;
  comment_id: number | null;
  created_at: Date;
  read_at: Date | null;
  /** In a digest, or too late for one. */
  emailed_at: Date | null;
}

export interface NotificationSettingTable {
  user_id: number;
  /** What differs from the defaults. */
  kinds: ColumnType<Partial<Record<NotificationKind, Partial<Channels>>>, string, string>;
  email_digest: 'off' | 'daily' | 'weekly';
  /** Local day of the last digest. */
  digest_day: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface Channels {
  in_app: boolean;
  email: boolean;
}

interface NotificationTables {
  notification_causes: NotificationCauseTable;
  notification_settings: NotificationSettingTable;
}

declare module '../kernel/database/tables.ts' {
  interface Database extends NotificationTables {}
}
