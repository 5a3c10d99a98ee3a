import { Trans } from '@lingui/react/macro';
import type { MemberCard, MemberList } from '@waymark/api-contract';
import type { ApiError } from '@waymark/contract';
import { Box, Flex, LoadFailed, Pagination, Skeleton, Stack } from '@waymark/ui';
import type { ReactNode } from 'react';
import { MemberRow } from './member-row.tsx';

/** As the specification has it. */
export const FRIENDS_PAGE = 40;

interface FriendListProps {
  list: MemberList | undefined;
  error: ApiError | null;
  retry: () => unknown;
  page: number;
  onPage: (page: number) => void;
  renderActions: (member: MemberCard) => ReactNode;
  empty: ReactNode;
}

/** One page of members with what can be done with each. */
export function FriendList({ list, error, retry, page, onPage, renderActions, empty }: FriendListProps) {
  if (error && !list)
    return <LoadFailed title={<Trans>We couldn’t load this list.</Trans>} error={error} retry={retry} />;
  if (!list) return <MembersSkeleton />;
  if (list.total_count === 0) return empty;
  return (
    <Stack gap={4}>
      <Box as="ul" listStyleType="none">
        {list._embedded.users.map((member) => (
          <MemberRow key={member.id} member={member} actions={renderActions(member)} />
        ))}
      </Box>
      <Pagination count={list.total_count} limit={FRIENDS_PAGE} page={page} onPage={onPage} />
    </Stack>
  );
}

export function MembersSkeleton() {
  return (
    <Stack gap={0} aria-busy="true">
      {Array.from({ length: 5 }, (_, index) => (
        <Flex key={index} borderTop="hairline" py={3} gap={3} align="center">
          <Skeleton width="44px" height="44px" radius="50%" />
          <Stack gap={2} flex={1}>
            <Skeleton width="30%" />
            <Skeleton width="45%" height="0.9em" />
          </Stack>
        </Flex>
      ))}
    </Stack>
  );
}
