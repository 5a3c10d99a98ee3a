import { type RawBuilder, sql } from 'kysely';
import { existsFor, isListedFor, isMetBy } from '../../members/visibility/relation.ts';

/** Whether a viewer may see a row of `stories`. */
const isReadableStory = (viewerId: number) => sql<boolean>`
  stories.removed_at is null and ${isListedFor(viewerId, 'stories.user_id', 'stories.privacy')}`;

/**
 * Whether a viewer can read the name of a member of the table `users` anywhere, whatever the member's profile: who may be
 * met, and who wrote, commented on or liked a story that the viewer may see.
 */
export const isNamedTo = (viewerId: number): RawBuilder<boolean> => sql<boolean>`
  (${isMetBy(viewerId)} or ${existsFor(viewerId, 'users.id')} and (
    exists (select from stories where stories.user_id = users.id and ${isReadableStory(viewerId)})
    or exists (
      select from story_likes l join stories on stories.user_id = l.story_owner_id and stories.id = l.story_id
      where l.user_id = users.id and ${isReadableStory(viewerId)})
    or exists (
      select from story_comments c join stories on stories.user_id = c.story_owner_id and stories.id = c.story_id
      where c.author_id = users.id and c.deleted_by is null and ${isReadableStory(viewerId)})))`;
