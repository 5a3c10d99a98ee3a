import { Trans, useLingui } from '@lingui/react/macro';
import type { Story, Workout } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { linkKeyOf } from '@waymark/api-contract/link-key';
import { useCall } from '@waymark/remote';
import { StoryReplies, useStorySettings } from '@waymark/social';
import { Box, Flex, Heading, Menu } from '@waymark/ui';
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
      <Flex align="center" justify="space-between" mb={3}>
        <Heading level={2} id="comments" scrollMarginTop="80px">
          <Trans>Likes and comments</Trans>
        </Heading>
        <StorySettings story={story} />
      </Flex>
      <StoryReplies story={story} isOpen {...(linkKey && { linkKey })} />
    </Box>
  );
}

/** Whether and how feeds show the own workout, and whether others can comment. */
function StorySettings({ story }: { story: Story }) {
  const { t } = useLingui();
  const items = useStorySettings(story);
  if (items.length === 0) return null;
  return <Menu label={t`How it is shared`} icon size="sm" align="end" items={items} />;
}
