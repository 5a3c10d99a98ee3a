import type { ColumnType } from 'kysely';

/** Mails kept for the local mailbox page, when no mail server is configured. */
export interface MailTables {
  mailbox: {
    id: number;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    headers: ColumnType<Record<string, string>, string | undefined, never>;
    created_at: Date;
  };
}

declare module '../database/tables.ts' {
  interface Database extends MailTables {}
}
