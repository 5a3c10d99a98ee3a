import { sql } from 'kysely';
import type { Context } from '../server/context.ts';

/** Mails that the mailbox page keeps. */
export const MAX_MAILS = 200;

/** Keeps the newest mails only. */
export const trimMailbox = (db: Context['db']) =>
  db
    .deleteFrom('mailbox')
    .where(
      'id',
      '<',
      sql<number>`(select min(id) from (select id from mailbox order by id desc limit ${MAX_MAILS}) newest)`,
    )
    .execute();
