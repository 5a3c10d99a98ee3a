import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { EarlyPart } from '@waymark/remote/early/early-part';
import { hasEarlyView } from '@waymark/remote/early/has-early-view';
import { useRestoredFocus } from '@waymark/social';
import { Box, Button } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { feedFilterOf, type FeedFilter } from './feed-address.ts';
import './look.css';
import { StoryFeed } from './story-feed.tsx';
import { useFeed } from './use-feed.ts';

const PostCard = lazy(() => import(/* webpackChunkName: "feed-controls" */ './post-card.tsx'));
const FeedFilters = lazy(() => import(/* webpackChunkName: "feed-controls" */ './feed-filters.tsx'));
const EmptyFeed = lazy(() => import(/* webpackChunkName: "empty-feed" */ './empty-feed.tsx'));

/** What friends and the member did, the newest first. */
export default function FeedPage() {
  const { t } = useLingui();
  usePageTitle(t`Activity Feed`);
  useRestoredFocus();
  const [params, setParams] = useSearchParams();
  const { view, group } = feedFilterOf(params);
  const feed = useFeed({ view, group });
  const choose = (next: FeedFilter) =>
    setParams(
      {
        ...(next.view !== 'all' && { view: next.view }),
        ...(next.group && { activity: next.group }),
      },
      { replace: true },
    );
  const showNew = async () => {
    if (await feed.showNew()) window.scrollTo({ top: 0 });
  };
  // The early view stands until the page has the same stories.
  if (!feed.data && !feed.error && hasEarlyView()) return null;
  return (
    <div className="wm-f-feed">
      <h1>
        <Trans>Activity Feed</Trans>
      </h1>
      <Suspense
        fallback={
          <EarlyPart name="post">
            <Box h={{ base: '78px', md: '86px' }} />
          </EarlyPart>
        }
      >
        <PostCard onPosted={(story) => void feed.addOwn(story)} onSavedBefore={() => void feed.showNew()} />
      </Suspense>
      <Suspense
        fallback={
          <EarlyPart name="filters">
            <Box h={{ base: '92px', sm: '42px' }} />
          </EarlyPart>
        }
      >
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
    </div>
  );
}
