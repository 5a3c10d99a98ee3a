import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { normalizeText } from '../../kernel/normalize-text.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Db } from '../../kernel/database/tables.ts';

const WORDS_MAX = 6;
const BATCH = 500;

/** What a member is found by: the user name, and the name from each of its words on, the words before at the end. */
export function searchNamesOf(displayName: string, username: string): string[] {
  const words = normalizeText(displayName).split(' ').filter(Boolean).slice(0, WORDS_MAX);
  const names = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '));
  return [...new Set([username.toLowerCase(), ...names])];
}

/** Stores the names that a member is found by, in place of those before. */
export async function storeSearchNames(
  db: Db,
  { id, display_name, username }: { id: number; display_name: string; username: string },
): Promise<void> {
  const names = searchNamesOf(display_name, username);
  await db.deleteFrom('member_names').where('user_id', '=', id).where('name', 'not in', names).execute();
  await db
    .insertInto('member_names')
    .values(names.map((name) => ({ name, user_id: id })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Members from before there was a search. */
export async function backfillSearchNames({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const members = await db
      .selectFrom('users')
      .select(['id', 'display_name', 'username'])
      .where((q) =>
        q.not(
          q.exists(
            q.selectFrom('member_names').select('user_id').whereRef('member_names.user_id', '=', 'users.id'),
          ),
        ),
      )
      .limit(BATCH)
      .execute();
    if (members.length === 0) return;
    await db
      .insertInto('member_names')
      .values(
        members.flatMap(({ id, display_name, username }) =>
          searchNamesOf(display_name, username).map((name) => ({ name, user_id: id })),
        ),
      )
      .onConflict((on) => on.doNothing())
      .execute();
    await turn();
  }
}

/** As a text is compared with the stored names; empty where it holds no letter or digit. */
export const foldSearch = (text: string): string =>
  normalizeText(text.trim().replace(/^@/, ''), { typing: true });

/** Sorts behind everything that begins with a text, byte by byte. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;

/** Names in range of a prefix, as SQL over `member_names`. */
export const namesStartWith = (prefix: string) =>
  sql<boolean>`member_names.name >= ${prefix} and member_names.name < ${endOfPrefix(prefix)}`;
