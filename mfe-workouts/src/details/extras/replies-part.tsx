import { Trans } from '@lingui/react/macro';
import type { Workout } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { linkKeyOf } from '@waymark/api-contract/link-key';
import { useCall } from '@waymark/remote';
import { StoryReplies } from '@waymark/social';
import { Box, Heading } from '@waymark/ui';
import { useLocation } from 'react-router-dom';

/** Likes and comments of a workout that others may see. Legs have none of their own. */
export function Replies({ workout }: { workout: Workout }) {
  const linkKey = linkKeyOf(useLocation().search) ?? undefined;
  const isShared = workout.privacy !== 0 && workout.parent_id === null;
  const { data } = useCall(
    storyCalls.list,
    { query: { object_type: 'workout', object_id: workout.id } },
    { enabled: isShared },
  );
  const story = data?._embedded.stories[0];
  if (!isShared || !story) return null;
  return (
    <Box as="section" aria-labelledby="comments" maxW="680px">
      <Heading level={2} id="comments" mb={3} scrollMarginTop="80px">
        <Trans>Likes and comments</Trans>
      </Heading>
      <StoryReplies story={story} isOpen {...(linkKey && { linkKey })} />
    </Box>
  );
}
