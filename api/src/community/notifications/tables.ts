import type { ModerationOutcome, NotificationKind, NotificationSubject } from '@waymark/api-contract';
import type { ColumnType } from 'kysely';

/** One thing that happened and that a member is told of. Several of a kind are shown as one notification. */
export interface NotificationCauseTable {
  /** Who is told. */
  user_id: number;
  /** That of the like or comment, or a new one. Once for each member. */
  id: number;
  kind: NotificationKind;
  actor_id: number;
  /** What it is about; null for requests, friendships and the end of a suspension. */
  subject_type: ColumnType<NotificationSubject | null, NotificationSubject | null | undefined, never>;
  subject_id: ColumnType<number | null, number | null | undefined, never>;
  /** Of kind `moderation`; null of those of before there were appeals. */
  outcome: ColumnType<ModerationOutcome | null, ModerationOutcome | null | undefined, never>;
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
  push: boolean;
}

/** A browser that gets notifications. */
export interface PushSubscriptionTable {
  user_id: number;
  id: number;
  /** The subscription ends with it. */
  session_id: number;
  /** Address at the push service of the browser; whoever knows it and the keys can write to the browser. */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The public key that the browser was told: with another one the push service refuses. */
  server_key: string;
  device: string;
  created_at: Date;
  last_sent_at: Date | null;
}

/** What waits to be sent to one browser; taken out before it is sent. */
export interface PushQueueTable {
  user_id: number;
  subscription_id: number;
  cause_id: number;
  /** How often it was sent in vain. */
  attempts: number;
  due_at: Date;
}

interface NotificationTables {
  notification_causes: NotificationCauseTable;
  notification_settings: NotificationSettingTable;
  push_subscriptions: PushSubscriptionTable;
  push_queue: PushQueueTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends NotificationTables {}
}
