import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Story, StoryActor, User } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { announceChange, call, notify } from '@waymark/contract';
import { useFailureText, useSession } from '@waymark/remote';
import { changeStory } from './story-cache.ts';

/** The member as the actor of what they do. */
export const actorOf = (user: User): StoryActor => ({
  id: user.id,
  type: 'user',
  title: user.display_name,
  username: user.username,
  gender: user.gender,
  _links: { image: user._links.image ?? [] },
});

/** A story with or without a member's own like, which comes first of all. */
export function withLike(story: Story, actor: StoryActor, replyId: number | null, isLiked: boolean): Story {
  const { count, replied, items } = story.likes;
  const others = items.filter((item) => item.actor.id !== actor.id);
  const own = { id: actor.id, actor, reply_id: replyId ?? actor.id };
  return {
    ...story,
    likes: {
      count: count + Number(isLiked) - Number(replied),
      replied: isLiked,
      reply_id: isLiked ? replyId : null,
      items: isLiked ? [own, ...others] : others,
    },
  };
}

interface LikeState {
  isWanted: boolean;
  /** Of the like that the server has; null without one. */
  replyId: number | null;
}

/** Likes under way by story: presses meanwhile change what is wanted, and one call follows the other. */
const inFlight = new Map<number, LikeState>();

/**
 * Likes a story or takes the like back. It shows at once; a call that fails is put back and said.
 * @param linkKey of the workout's link, where one opened it by that
 */
export function useLike(story: Story, linkKey?: string): () => void {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { user } = useSession();
  const { id } = story;

  async function send(state: LikeState, actor: StoryActor) {
    try {
      while (state.isWanted !== (state.replyId !== null)) {
        if (state.replyId === null) {
          const like = await call(storyCalls.create, {
            body: { verb: 'like', parent_story_id: id, ...(linkKey && { key: linkKey }) },
            announce: false,
          });
          state.replyId = like.id;
        } else {
          await call(storyCalls.remove, { params: { id: state.replyId }, announce: false });
          state.replyId = null;
        }
      }
    } catch (error) {
      notify({
        kind: 'error',
        text: failureText(
          error,
          state.isWanted ? t`Your like wasn’t sent. Try again.` : t`Your like is still there. Try again.`,
        ),
      });
    }
    inFlight.delete(id);
    changeStory(queries, id, (cached) => withLike(cached, actor, state.replyId, state.replyId !== null));
    announceChange(['stories']);
  }

  return () => {
    if (!user) return;
    const actor = actorOf(user);
    const isWanted = !story.likes.replied;
    changeStory(queries, id, (cached) => withLike(cached, actor, cached.likes.reply_id, isWanted));
    const running = inFlight.get(id);
    if (running) {
      running.isWanted = isWanted;
      return;
    }
    const state = { isWanted, replyId: story.likes.replied ? story.likes.reply_id : null };
    inFlight.set(id, state);
    void send(state, actor);
  };
}
