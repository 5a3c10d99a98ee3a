import { storyCalls } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { foldSearch, namesStartWith } from '../../members/friends/member-names.ts';
import { orderedCards, presentCards } from '../../members/friends/member-cards.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { route } from '../../kernel/server/route.ts';
import { canRead, isSharedWith } from '../../members/visibility/policy.ts';
import { isListedFor, isMetBy, isProtectedFrom, relationTo } from '../../members/visibility/relation.ts';
import { readableStory, type StoryRow } from './story-rows.ts';

const MENTIONS_MAX = 10;
const USER_NAME = /(?<![\w@])@([a-z0-9]{3,40})\b/gi;

/**
 * A text without the name of a member who is erased: it says that there was one.
 * @param column with the text
 * @param username null for one that no text mentions
 */
export const withoutMention = (column: RawBuilder<unknown>, username: string | null): RawBuilder<string> =>
  sql<string>`case when ${username}::text is null then ${column}
    else regexp_replace(${column}, '(^|[^\\w@])@' || ${username}::text || '\\M', '\\1former member', 'gi') end`;

/** The name of a member as texts mention it; null for one that `userNamesIn` does not find. */
export async function findMentionedName(db: Db, userId: number): Promise<string | null> {
  const member = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  return member && /^[a-z\d]+$/i.test(member.username) ? member.username : null;
}

/** User names that a text names, each once. */
export const userNamesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(USER_NAME)].map(([, name]) => name!.toLowerCase()))].slice(0, MENTIONS_MAX);

/**
 * Members that a text mentions and who may see the story it belongs to, and whom its author may meet or has met there:
 * of others an answer would tell that they exist. Young members are mentioned by friends only.
 */
export async function findMentions(
  db: Db,
  authorId: number,
  story: Pick<StoryRow, 'id' | 'user_id' | 'privacy'>,
  text: string,
): Promise<number[]> {
  const names = userNamesIn(text);
  if (names.length === 0) return [];
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('username', 'in', names)
    .where('id', '<>', authorId)
    .where(sql<boolean>`not ${isProtectedFrom(authorId)}`)
    .where(
      sql<boolean>`(${isMetBy(authorId)} or users.id = ${story.user_id}
        or exists (select from story_likes l where l.story_owner_id = ${story.user_id}
          and l.story_id = ${story.id} and l.user_id = users.id)
        or exists (select from story_comments c where c.story_owner_id = ${story.user_id}
          and c.story_id = ${story.id} and c.author_id = users.id and c.deleted_by is null))`,
    )
    .execute();
  const mentioned: number[] = [];
  for (const { id } of found) {
    const [toOwner, toAuthor] = await Promise.all([
      relationTo(db, { userId: id }, story.user_id),
      relationTo(db, { userId: id }, authorId),
    ]);
    if (toAuthor !== 'blocked' && canRead(toOwner, story.privacy)) mentioned.push(id);
  }
  return mentioned;
}

/**
 * Friends of the caller and of the owner, and the owner, who may see the story: by the beginning of a name. Where the
 * owner's profile is hidden from the caller, so are the owner's friends.
 */
export const mentionableHandler = route<typeof storyCalls.mentionable>({
  call: storyCalls.mentionable,
  access: 'member',
  async handler({ context, caller, params, query }) {
    const { db } = context;
    const { userId } = caller!;
    const { story } = await readableStory(db, caller, params.id, query.key);
    const prefix = foldSearch(query.q);
    const near = sql`
      select friend_id as id from friendships join users on users.id = friendships.user_id
      where user_id = ${story.user_id} and status = 'active'
        and ${isListedFor(userId, 'users.id', 'users.profile_privacy')}
      union select ${story.user_id}::bigint
      ${isSharedWith('everyone', story.privacy) ? sql`union select friend_id from friendships where user_id = ${userId} and status = 'active'` : sql``}`;
    const { rows } = !isSharedWith('friends', story.privacy)
      ? { rows: [] }
      : await sql<{ id: number }>`
          select users.id from users
          where users.id in (${near}) and users.id <> ${userId}
            and (${prefix === ''} or exists (
              select from member_names where member_names.user_id = users.id and ${namesStartWith(prefix)}))
          order by users.display_name, users.id limit ${query.limit}`.execute(db);
    const people = await orderedCards(
      db,
      caller,
      rows.map(({ id }) => id),
    );
    return { _embedded: { users: await presentCards(context, caller!, people) }, total_count: people.length };
  },
});
