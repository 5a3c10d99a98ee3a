/** The latest scheduled mail of a name to a member, or one thing that was told in one: nothing is sent twice. */
export interface SentMailTable {
  user_id: number;
  /** `MailPlan.name`, or the thing that was told, such as `challenge 12 result`. */
  mail: string;
  /** The member's local day, or the first day of the week, that the mail was about. */
  day: string;
}

interface ScheduledMailTables {
  sent_mails: SentMailTable;
}

declare module '../kernel/database/tables.ts' {
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
  hidesHealthData: boolean;
  /** The local day on which the account was made. */
  joinedDay: string;
  /** The local day now. */
  today: string;
}

/** Names of the mails that come by the member's clock. */
export type MailName = 'week summary' | 'challenges' | 'plan week';

export interface DueMail {
  name: MailName;
  userId: number;
}
