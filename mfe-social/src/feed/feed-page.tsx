import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Button, Heading, Stack } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { StoryFeed } from './story-feed.tsx';
import { useFeed, type FeedView } from './use-feed.ts';

const PostCard = lazy(() => import(/* webpackChunkName: "post-card" */ './post-card.tsx'));
const FeedFilters = lazy(() => import(/* webpackChunkName: "feed-filters" */ './feed-filters.tsx'));
const EmptyFeed = lazy(() => import(/* webpackChunkName: "empty-feed" */ './empty-feed.tsx'));

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
        <Suspense fallback={<Box h={{ base: '78px', md: '86px' }} />}>
          <PostCard onPosted={feed.addOwn} />
        </Suspense>
        <Suspense fallback={<Box h={{ base: '92px', sm: '42px' }} />}>
          <FeedFilters view={view} group={group} onChange={choose} />
        </Suspense>
        {/* Over the stories and without a height of its own: nothing that is being read moves. */}
        <Box position="sticky" top="76px" zIndex={10} h={0} mb={-4} textAlign="center" aria-live="polite">
          {feed.newCount > 0 && (
            <Button variant="primary" size="sm" borderRadius="999px" onClick={() => void showNew()}>
              <Plural value={feed.newCount} one="# new story" other="# new stories" />
            </Button>
          )}
        </Box>
        <StoryFeed
          feed={feed}
          empty={
            <Suspense>
              <EmptyFeed view={view} isFiltered={group !== ''} />
            </Suspense>
          }
        />
      </Stack>
    </Box>
  );
}
