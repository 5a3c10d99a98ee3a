import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Button, EmptyState, Heading, Stack, UsersIcon } from '@waymark/ui';
import { useSearchParams } from 'react-router-dom';
import { FeedFilters } from './feed-filters.tsx';
import { PostCard } from './post-card.tsx';
import { StoryFeed } from './story-feed.tsx';
import { useFeed, type FeedView } from './use-feed.ts';

const VIEWS: readonly string[] = ['all', 'friends', 'own'] satisfies FeedView[];

/** What friends and the member did, the newest first. */
export default function FeedPage() {
  const { t } = useLingui();
  usePageTitle(t`Activity Feed`);
  const [params, setParams] = useSearchParams();
  const named = params.get('view') ?? 'all';
  const view = VIEWS.includes(named) ? (named as FeedView) : 'all';
  const group = params.get('activity') ?? '';
  const feed = useFeed({ view, group });
  const choose = (next: { view: FeedView; group: string }) =>
    setParams(
      {
        ...(next.view !== 'all' && { view: next.view }),
        ...(next.group && { activity: next.group }),
      },
      { replace: true },
    );
  const showNew = async () => {
    await feed.showNew();
    window.scrollTo({ top: 0 });
  };
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={4}>
        <Heading level={1}>
          <Trans>Activity Feed</Trans>
        </Heading>
        <PostCard onPosted={feed.addOwn} />
        <FeedFilters view={view} group={group} onChange={choose} />
        {feed.newCount > 0 && (
          <Box position="sticky" top="76px" zIndex={10} textAlign="center" aria-live="polite">
            <Button variant="primary" size="sm" borderRadius="999px" onClick={() => void showNew()}>
              <Plural value={feed.newCount} one="# new story" other="# new stories" />
            </Button>
          </Box>
        )}
        <StoryFeed feed={feed} empty={<EmptyFeed view={view} isFiltered={group !== ''} />} />
      </Stack>
    </Box>
  );
}

function EmptyFeed({ view, isFiltered }: { view: FeedView; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={<Trans>Nothing here yet</Trans>}>
        <Trans>Choose another activity to see more.</Trans>
      </EmptyState>
    );
  if (view === 'own')
    return (
      <EmptyState
        title={<Trans>Your workouts and posts show up here</Trans>}
        action={
          <Button variant="primary" href="/workout/import">
            <Trans>Import a workout</Trans>
          </Button>
        }
      >
        <Trans>Friends see those that you share with them.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<UsersIcon size={40} />}
      title={<Trans>Train together, even apart</Trans>}
      action={
        <Button variant="primary" href="/people/friends/find">
          <Trans>Find friends</Trans>
        </Button>
      }
    >
      <Trans>
        Add the people you train with, and their workouts show up here. You decide who sees yours.
      </Trans>
    </EmptyState>
  );
}
