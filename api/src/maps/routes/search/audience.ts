import { sql } from 'kysely';
import type { Caller } from '../../../kernel/server/route.ts';
import type { Relation } from '../../../members/visibility/policy.ts';
import { isSharedRow, relationTo } from '../../../members/visibility/relation.ts';
import type { Db } from '../../../kernel/database/tables.ts';

/** What a search shows beside the public routes, and what it does not show of them. */
export interface SearchAudience {
  /** The caller's to the member whose routes are listed; `self` where it is nobody's list. */
  relation: Relation;
  /** Members whose public routes the caller does not see: blocked in either direction, or suspended. */
  hiddenOwners: number[];
  /** Friends with routes for friends. */
  sharingFriends: number[];
}

export async function readSearchAudience(
  db: Db,
  caller: Caller | null,
  ownerId: number | undefined,
): Promise<SearchAudience> {
  const viewerId = caller?.userId ?? 0;
  const [relation, { rows }] = await Promise.all([
    ownerId === undefined ? ('self' as const) : relationTo(db, caller, ownerId),
    sql<Omit<SearchAudience, 'relation'>>`
      select
        array(
          select friend_id from friendships where user_id = ${viewerId} and status = 'blocked'
          union select user_id from hidden_members where user_id <> ${viewerId}) as "hiddenOwners",
        array(
          select friend_id from friendships f where user_id = ${viewerId} and status = 'active' and exists (
            select from routes r where r.user_id = f.friend_id and ${isSharedRow('friends only', 'r.privacy')} and r.deleted_at is null)
        ) as "sharingFriends"`.execute(db),
  ]);
  return { relation, ...rows[0]! };
}
