import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Story, StoryComment, StoryList } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { announceChange, type ApiError, call, followLink, notify } from '@waymark/contract';
import {
  callKey,
  createIdempotencyKey,
  endsIdempotencyKey,
  isSavedBefore,
  useFailureText,
} from '@waymark/remote';
import { useState } from 'react';
import { changeStory } from '../story-cache.ts';

const PAGE = 20;

interface Thread {
  storyId: number;
  /** The comment whose answers these are. */
  parentReplyId?: number;
}

const queryOf = ({ storyId, parentReplyId }: Thread) =>
  ({
    reply_type: 'comment',
    parent_story_id: storyId,
    ...(parentReplyId && { parent_reply_id: parentReplyId }),
    limit: PAGE,
  }) as const;
const keyOf = (thread: Thread) => [...callKey(storyCalls.list, { query: queryOf(thread) }), 'pages'];

/** Comments of a story, or the answers to one, oldest first; `fetchNextPage` fetches older ones. */
export function useCommentList(thread: Thread, enabled: boolean) {
  const query = queryOf(thread);
  const result = useInfiniteQuery<
    StoryList,
    ApiError,
    InfiniteData<StoryList>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: keyOf(thread),
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? followLink(storyCalls.list, pageParam, { signal })
        : call(storyCalls.list, { query, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last._links.next?.[0]?.href,
    meta: { reads: ['stories', 'friends'] },
    enabled,
  });
  const comments = result.data?.pages.toReversed().flatMap((page) => page._embedded.comments);
  return { ...result, comments };
}

const withComments = (story: Story, items: StoryComment[], by: number): Story => ({
  ...story,
  comments: { ...story.comments, count: Math.max(0, story.comments.count + by), items },
});

/** Whether the comment that was sent was taken; otherwise the sentence that says why. */
export type SendResult = { ok: true } | { ok: false; problem: string };

/** What members do with comments of a story. Counts change at once and are put back where a call fails. */
export function useCommentActions(story: Story, linkKey?: string) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [sendKey] = useState(createIdempotencyKey);
  const { id: storyId } = story;
  const change = (by: number, next: (items: StoryComment[]) => StoryComment[]) =>
    changeStory(queries, storyId, (cached) => withComments(cached, next(cached.comments.items), by));

  async function send(text: string, parentReplyId?: number): Promise<SendResult> {
    const body = {
      verb: 'comment',
      object: { type: 'comment', text },
      parent_story_id: storyId,
      ...(parentReplyId && { parent_reply_id: parentReplyId }),
      ...(linkKey && { key: linkKey }),
    } as const;
    change(1, (items) => items);
    try {
      const comment = (await call(storyCalls.create, {
        body,
        // Whatever is typed until it is taken is one comment: an earlier text may be stored.
        idempotencyKey: sendKey.keyFor([storyId, parentReplyId]),
        announce: false,
      })) as StoryComment;
      sendKey.clear();
      if (!parentReplyId) change(0, (items) => [...items, comment]);
      announceChange(['stories']);
      return { ok: true };
    } catch (error) {
      change(-1, (items) => items);
      if (endsIdempotencyKey(error)) sendKey.clear();
      if (isSavedBefore(error)) announceChange(['stories']);
      return {
        ok: false,
        problem: failureText(error, t`Your comment wasn’t sent. It is kept here; try again.`),
      };
    }
  }

  async function edit(commentId: number, text: string): Promise<SendResult> {
    try {
      const comment = (await call(storyCalls.update, {
        params: { id: commentId },
        body: { text },
      })) as StoryComment;
      change(0, (items) => items.map((item) => (item.id === commentId ? comment : item)));
      return { ok: true };
    } catch (error) {
      return { ok: false, problem: failureText(error, t`Your changes weren’t saved. Try again.`) };
    }
  }

  async function remove(commentId: number): Promise<void> {
    const kept = story.comments.items;
    change(-1, (items) => items.filter(({ id }) => id !== commentId));
    try {
      await call(storyCalls.remove, { params: { id: commentId } });
    } catch (error) {
      change(1, () => kept);
      notify({
        kind: 'error',
        text: failureText(error, t`The comment wasn’t deleted. Try again.`),
      });
    }
  }

  return { send, edit, remove };
}
