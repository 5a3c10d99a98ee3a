import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Endpoint } from '@waymark/api-contract/endpoints/endpoint';
import type { ApiError } from '@waymark/contract';
import { callKey, useSession } from '@waymark/remote';
import {
  Box,
  EmptyState,
  Flex,
  Heading,
  LoadFailed,
  SegmentedControl,
  ShowMore,
  SkeletonText,
  Stack,
} from '@waymark/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ModeratorsOnly } from './case-parts.tsx';

type QueueState = 'open' | 'resolved';

interface QueueQuery {
  state: QueueState;
  /** The last item of the page before. */
  after?: number;
}

interface QueueSource<Page, Item> {
  load: (query: QueueQuery, signal: AbortSignal) => Promise<Page>;
  itemsOf: (page: Page) => readonly Item[];
}

/**
 * A queue of moderators in the state that the address names, page after page. What is decided leaves the open ones with
 * the next answer.
 */
export function useCaseQueue<Page extends { _links: { next?: unknown } }, Item extends { id: number }>(
  target: Endpoint,
  { load, itemsOf }: QueueSource<Page, Item>,
) {
  const isKnown = useSession().status !== 'loading';
  const [params, setParams] = useSearchParams();
  const state: QueueState = params.get('state') === 'resolved' ? 'resolved' : 'open';
  const list = useInfiniteQuery<Page, ApiError, InfiniteData<Page>, readonly unknown[], number | undefined>({
    queryKey: [...callKey(target, { query: { state } }), 'pages'],
    queryFn: ({ pageParam, signal }) => load({ state, ...(pageParam && { after: pageParam }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last._links.next ? itemsOf(last).at(-1)?.id : undefined),
    meta: { reads: ['reports'] },
    enabled: isKnown,
  });
  return {
    state,
    setState: (next: QueueState) => setParams(next === 'open' ? {} : { state: next }, { replace: true }),
    list,
    items: list.data?.pages.flatMap((page) => itemsOf(page)),
  };
}

interface CaseQueueProps {
  queue: ReturnType<typeof useCaseQueue>;
  title: ReactNode;
  /** Ways to other pages of moderators. */
  links: ReactNode;
  /** Of the choice between open and decided. */
  label: string;
  failureTitle: ReactNode;
  emptyTitle: ReactNode;
  /** The items. */
  children: ReactNode;
}

/** The page of a queue, for moderators only. */
export function CaseQueue({
  queue: { state, setState, list, items },
  title,
  links,
  label,
  failureTitle,
  emptyTitle,
  children,
}: CaseQueueProps) {
  const { t } = useLingui();
  const { data, error, refetch } = list;
  if (error?.status === 404 || error?.status === 403) return <ModeratorsOnly />;
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4} align="stretch">
        <Flex justify="space-between" align="baseline" gap={3} wrap="wrap">
          <Heading level={1}>{title}</Heading>
          {links}
        </Flex>
        <Box>
          <SegmentedControl<QueueState>
            label={label}
            options={[
              { value: 'open', label: t`Open` },
              { value: 'resolved', label: t`Decided` },
            ]}
            value={state}
            onChange={setState}
          />
        </Box>
        {error && !data && <LoadFailed title={failureTitle} error={error} retry={refetch} />}
        {!data && !error && <SkeletonText lines={6} />}
        {items?.length === 0 && <EmptyState title={emptyTitle} />}
        {children}
        <Box textAlign="center">
          <ShowMore list={list} />
        </Box>
      </Stack>
    </Box>
  );
}
