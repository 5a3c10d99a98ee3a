import type { JSONColumnType } from 'kysely';

/** The latest scheduled mail of a name to a member, or one thing that was told in one: nothing is sent twice. */
export interface SentMailTable {
  user_id: number;
  /** `MailPlan.name`, or the thing that was told, such as `challenge 12 result`. */
  mail: string;
  /** The member's local day, or the first day of the week, that the mail was about. */
  day: string;
}

/** News of the operator, by the hash of what it says. */
export interface NewsIssueTable {
  id: string;
  subject: string;
  lines: JSONColumnType<string[]>;
  action: JSONColumnType<{ label: string; href: string }>;
  /** The day on which it was sent first. */
  day: string;
  /** Members up to this one have been asked whether it goes to them. */
  walked_to: number;
  /** All of them have. */
  is_walked: boolean;
}

interface ScheduledMailTables {
  sent_mails: SentMailTable;
  news_issues: NewsIssueTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ScheduledMailTables {}
}

/** Who gets a scheduled mail, as the transaction that claims it finds them. */
export interface MailMember {
  userId: number;
  email: string;
  firstName: string;
  timeZone: string;
  system: 'metric' | 'imperial';
  /** 0 Sunday, 1 Monday, 6 Saturday. */
  firstDayOfWeek: number;
  /** The local day on which the account was made. */
  joinedDay: string;
  /** The local day now. */
  today: string;
}

/** Mails that come by the member's clock, and news by the issue. */
export type ScheduledMailName = 'week summary' | 'challenges' | 'plan week';
export type MailName = ScheduledMailName | `news ${string}`;

export interface DueMail {
  name: MailName;
  userId: number;
}
