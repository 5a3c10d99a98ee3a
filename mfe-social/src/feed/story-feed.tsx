import { Trans } from '@lingui/react/macro';
import { Box, Button, Card, Flex, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useFeedPlace } from './feed-place.ts';
import { StoryList } from './story-list.tsx';
import type { useFeed } from './use-feed.ts';

/** The next page is fetched this far ahead of its place. */
const AHEAD = '1200px 0px';

/** The stories of a feed: skeletons, a failure with a way on, what to do where there are none, and endless pages. */
export function StoryFeed({ feed, empty }: { feed: ReturnType<typeof useFeed>; empty: ReactNode }) {
  const { data, error, refetch, isFetching, stories, hasNextPage, isFetchingNextPage, fetchNextPage } = feed;
  const pages = useMemo(() => data?.pages.map((page) => page._embedded.stories) ?? [], [data]);
  useFeedPlace({ pages: pages.length, hasNextPage, isFetchingNextPage, fetchNextPage });
  const end = useRef<HTMLDivElement>(null);
  const wantsMore = hasNextPage && !isFetchingNextPage && !error;
  useEffect(() => {
    const element = end.current;
    if (!element || !wantsMore || typeof IntersectionObserver === 'undefined') return undefined;
    const sight = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage(),
      { rootMargin: AHEAD },
    );
    sight.observe(element);
    return () => sight.disconnect();
  }, [wantsMore, fetchNextPage]);

  if (!data)
    return error ? (
      <LoadFailed
        title={<Trans>We couldn’t load your feed.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    ) : (
      <FeedSkeleton />
    );
  if (stories.length === 0 && !hasNextPage) return empty;
  return (
    <>
      <StoryList pages={pages} />
      <Box ref={end} minH="1px" textAlign="center">
        {isFetchingNextPage && <StorySkeleton />}
        {error && hasNextPage && (
          <LoadFailed
            title={<Trans>We couldn’t load more.</Trans>}
            error={error}
            retry={fetchNextPage}
            busy={isFetchingNextPage}
          />
        )}
        {wantsMore && (
          <Button variant="quiet" onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        )}
        {!hasNextPage && (
          <Text muted size="sm" mx="auto" py={4}>
            <Trans>That’s all so far.</Trans>
          </Text>
        )}
      </Box>
    </>
  );
}

function StorySkeleton() {
  return (
    <Card aria-hidden="true" display="grid" gap={4}>
      <Flex gap={3} align="center">
        <Skeleton width="44px" height="44px" radius="50%" />
        <Stack gap={2} flex={1}>
          <Skeleton width="40%" />
          <Skeleton width="25%" height="0.9em" />
        </Stack>
      </Flex>
      <Skeleton width="60%" height="1.6em" />
      <Skeleton height="220px" radius="8px" />
    </Card>
  );
}

const FeedSkeleton = () => (
  <Stack gap={4} aria-busy="true">
    <StorySkeleton />
    <StorySkeleton />
    <StorySkeleton />
  </Stack>
);
