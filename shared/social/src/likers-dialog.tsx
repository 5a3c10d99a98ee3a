import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Story, StoryList } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { call, followLink, type ApiError } from '@waymark/contract';
import { callKey } from '@waymark/remote';
import { Box, Flex, Link, LoadFailed, Modal, SkeletonText, ShowMore } from '@waymark/ui';
import { MemberPicture } from './member-picture.tsx';

const PAGE = 40;

interface LikersDialogProps {
  story: Story;
  title: string;
  onClose: () => void;
}

/** Everybody who likes a story, the last first. */
export default function LikersDialog({ story, title, onClose }: LikersDialogProps) {
  const query = { reply_type: 'like', parent_story_id: story.id, limit: PAGE } as const;
  const list = useInfiniteQuery<
    StoryList,
    ApiError,
    { pages: StoryList[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...callKey(storyCalls.list, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? followLink(storyCalls.list, pageParam, { signal })
        : call(storyCalls.list, { query, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last._links.next?.[0]?.href,
    meta: { reads: ['stories', 'friends'] },
    staleTime: 0,
  });
  const { data, error, refetch } = list;
  const likes = data?.pages.flatMap((page) => page._embedded.likes) ?? [];
  return (
    <Modal open onClose={onClose} title={title}>
      {error && !data && (
        <LoadFailed title={<Trans>We couldn’t load who liked this.</Trans>} error={error} retry={refetch} />
      )}
      {!data && !error && <SkeletonText lines={4} />}
      <Box as="ul" listStyleType="none">
        {likes.map(({ id, actor }) => (
          <Flex as="li" key={id} align="center" gap={3} py={2} data-untranslated="">
            <MemberPicture member={actor} size="sm" />
            <Link href={`/profile/${actor.id}`} variant="quiet" fontWeight={600}>
              {actor.title}
            </Link>
          </Flex>
        ))}
      </Box>
      <ShowMore list={list} />
    </Modal>
  );
}
