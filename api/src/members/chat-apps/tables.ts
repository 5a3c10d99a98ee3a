export interface ChatAppTables {
  /** Accounts of chat apps with which members log in. */
  chat_app_links: {
    user_id: number;
    channel: string;
    /** Whom the provider says it is. */
    subject: string;
    created_at: Date;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ChatAppTables {}
}
