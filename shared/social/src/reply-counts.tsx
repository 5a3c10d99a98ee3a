import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import { storyCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { Button, CommentIcon, LikeIcon } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';

const loadDialog = () => import(/* webpackChunkName: "replies-dialog" */ './replies-dialog.tsx');
const RepliesDialog = lazy(loadDialog);

interface ReplyCountsProps {
  /** Workouts of the whole list: all rows ask once. At most 50. */
  workoutIds: readonly number[];
  workoutId: number;
}

/**
 * Likes and comments of a workout in a row of a list, from the cache of its story; they open what the workout's page has.
 * A row of one's own without any shows nothing.
 */
export function ReplyCounts({ workoutIds, workoutId }: ReplyCountsProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useCall(
    storyCalls.list,
    { query: { object_type: 'workout', object_ids: workoutIds.join(',') } },
    // A list that changes its rows must not close a dialog in which somebody writes.
    { placeholderData: keepPreviousData },
  );
  const story = data?._embedded.stories.find(({ id }) => id === workoutId);
  if (!story) return null;
  const { likes, comments, can } = story;
  const isQuiet = likes.count + comments.count === 0;
  if (isQuiet && !isOpen && (can.edit || !can.like)) return null;
  const likeText = t`${plural(likes.count, { one: '# like', other: '# likes' })}`;
  const commentText = t`${plural(comments.count, { one: '# comment', other: '# comments' })}`;
  const texts = [likes.count > 0 && likeText, comments.count > 0 && commentText].filter(Boolean);
  const prepare = () => void loadDialog();
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        position="relative"
        zIndex={1}
        gap={1}
        minH="28px"
        px={1}
        fontWeight={400}
        color="muted"
        fontVariantNumeric="tabular-nums"
        aria-label={isQuiet ? t`Like or comment` : texts.join(', ')}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        {(likes.count > 0 || isQuiet) && (
          <LikeIcon size={16} fill={likes.replied ? 'currentColor' : 'none'} fillOpacity={0.25} />
        )}
        {likes.count > 0 && likes.count}
        {comments.count > 0 && <CommentIcon size={16} />}
        {comments.count > 0 && comments.count}
      </Button>
      {isOpen && (
        <Suspense>
          <RepliesDialog story={story} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
