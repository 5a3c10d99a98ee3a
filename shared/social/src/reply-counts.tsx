import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { storyCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { CommentIcon, Flex, LikeIcon, Link } from '@waymark/ui';

interface ReplyCountsProps {
  /** Workouts of the whole list: all rows ask once. At most 50. */
  workoutIds: readonly number[];
  workoutId: number;
}

/** Likes and comments of a workout in a row of a list, from the cache of its story; nothing where there are none. */
export function ReplyCounts({ workoutIds, workoutId }: ReplyCountsProps) {
  const { t } = useLingui();
  const { data } = useCall(storyCalls.list, {
    query: { object_type: 'workout', object_ids: workoutIds.join(',') },
  });
  const story = data?._embedded.stories.find(({ id }) => id === workoutId);
  if (!story || story.likes.count + story.comments.count === 0) return null;
  const { likes, comments } = story;
  const likeText = t`${plural(likes.count, { one: '# like', other: '# likes' })}`;
  const commentText = t`${plural(comments.count, { one: '# comment', other: '# comments' })}`;
  return (
    <Link
      href={`/workout/${workoutId}#comments`}
      variant="quiet"
      position="relative"
      zIndex={1}
      aria-label={[likes.count > 0 && likeText, comments.count > 0 && commentText].filter(Boolean).join(', ')}
    >
      <Flex as="span" gap={2} align="center" color="muted" fontVariantNumeric="tabular-nums">
        {likes.count > 0 && (
          <Flex as="span" gap={1} align="center">
            <LikeIcon size={16} fill={likes.replied ? 'currentColor' : 'none'} fillOpacity={0.25} />
            {likes.count}
          </Flex>
        )}
        {comments.count > 0 && (
          <Flex as="span" gap={1} align="center">
            <CommentIcon size={16} />
            {comments.count}
          </Flex>
        )}
      </Flex>
    </Link>
  );
}
