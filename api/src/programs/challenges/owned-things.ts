import type { AccountLosses } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { isProtectedFrom } from '../../members/visibility/relation.ts';
import { findHeir } from './group-members.ts';
import { hasOthers } from './remove-challenge.ts';

/** More than anybody reads before they leave; the rest passes on by the same rules. */
const LISTED_MAX = 50;

/** The groups of an owner, and whom each passes on to when the account is erased. */
export async function findOwnedGroups(db: Db, userId: number): Promise<AccountLosses['groups']> {
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
  return Promise.all(
    groups.map(async ({ id, name }) => {
      const heir = await findHeir(db, id, userId);
      const member =
        heir &&
        (await db
          .selectFrom('users')
          .select(
            sql<string>`case when ${isProtectedFrom(userId)} then '' else display_name end`.as(
              'display_name',
            ),
          )
          .where('id', '=', heir.user_id)
          .executeTakeFirst());
      return { id, name, heir_name: member?.display_name ?? null };
    }),
  );
}

/** The challenges of a member whose results are not final, and which of them go on without their maker. */
export async function findOwnedChallenges(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
): Promise<AccountLosses['challenges']> {
  const challenges = await db
    .selectFrom('challenges')
    .select(['id', 'title'])
    .where('owner_id', '=', userId)
    .where('freeze_at', '>', now())
    .orderBy('first_day')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
  return Promise.all(
    challenges.map(async ({ id, title }) => ({ id, title, goes_on: await hasOthers(db, id, userId) })),
  );
}
