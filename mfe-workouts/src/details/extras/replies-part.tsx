import { Trans, useLingui } from '@lingui/react/macro';
import type { Story, Workout } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { linkKeyOf } from '@waymark/api-contract/link-key';
import { useCall } from '@waymark/remote';
import { StoryReplies, useSafetyMenu, useStorySettings } from '@waymark/social';
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
        <StoryActions story={story} />
      </Flex>
      <StoryReplies story={story} isOpen {...(linkKey && { linkKey })} />
    </Box>
  );
}

/** Its owner: whether and how feeds show it. Others: mute or block its owner, or report it. */
function StoryActions({ story }: { story: Story }) {
  const { t } = useLingui();
  const settings = useStorySettings(story);
  const { actor, can } = story;
  const { muteItems, endItems, dialogs } = useSafetyMenu({
    member: { id: actor.id, name: actor.title },
    reported: can.report ? { type: 'story', id: story.id } : null,
    isMuted: actor.is_muted,
  });
  const items = [...settings, ...muteItems, ...endItems];
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={settings.length > 0 ? t`How it is shared` : t`More actions`}
        icon
        size="sm"
        align="end"
        items={items}
      />
      {dialogs}
    </>
  );
}
