import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { UserTables } from './tables.ts';

export type MemberRow = Selectable<UserTables['users']> & {
  email: string;
  email_confirmed_at: Date | null;
  zones: { name: string; start: number; end: number }[] | null;
};

const members = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('logins', 'logins.user_id', 'users.id')
    .selectAll('users')
    .select(['logins.email', 'logins.email_confirmed_at'])
    .select((q) =>
      q
        .selectFrom('heart_rate_zones')
        .select('zones')
        .whereRef('heart_rate_zones.user_id', '=', 'users.id')
        .orderBy('created_at', 'desc')
        .limit(1)
        .as('zones'),
    );

/** A member with how they sign in and their latest heart rate zones. */
export const findMember = (db: Db, id: number): Promise<MemberRow | undefined> =>
  members(db).where('users.id', '=', id).executeTakeFirst();

export const findMemberByName = (db: Db, username: string): Promise<MemberRow | undefined> =>
  members(db).where('users.username', '=', username).executeTakeFirst();
