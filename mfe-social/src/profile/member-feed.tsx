import { Trans } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Box, EmptyState } from '@waymark/ui';
import { StoryFeed } from '../feed/story-feed.tsx';
import { useFeed } from '../feed/use-feed.ts';

/** The stories of a member, as the viewer may see them. */
export function MemberFeed({ userId, name }: { userId: number; name: string }) {
  const feed = useFeed({ userId });
  const isOwn = useSession().userId === userId;
  return (
    <Box minW={0}>
      <StoryFeed
        feed={feed}
        empty={
          <EmptyState title={<Trans>Nothing shared yet</Trans>}>
            {isOwn ? (
              <Trans>Workouts and posts that you share show up here.</Trans>
            ) : (
              <Trans>What {name} shares with you shows up here.</Trans>
            )}
          </EmptyState>
        }
      />
    </Box>
  );
}
