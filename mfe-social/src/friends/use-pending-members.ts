import { keepPreviousData } from '@tanstack/react-query';
import type { Friendship, MemberList } from '@waymark/api-contract';
import { friendCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { FRIENDS_PAGE } from './friend-list.tsx';

const askedOf = ({ _links }: Friendship): string => _links.to_user?.[0]?.id ?? '';

/** Members whom one asked and who have not answered: the requests, and then the members in one call. */
export function usePendingMembers(userId: number | null, offset: number, enabled: boolean) {
  const requests = useCall(
    friendCalls.list,
    { query: { from_user: userId ?? 0, status: 'pending', limit: FRIENDS_PAGE, offset } },
    { placeholderData: keepPreviousData, enabled: enabled && userId !== null },
  );
  const ids = requests.data?._embedded.friendships.map(askedOf).filter(Boolean).join(',') ?? '';
  const members = useCall(
    friendCalls.users,
    { query: { ids, limit: FRIENDS_PAGE } },
    { placeholderData: keepPreviousData, enabled: enabled && ids !== '' },
  );
  const users = ids === '' ? [] : members.data?._embedded.users;
  const data: MemberList | undefined =
    requests.data && users
      ? { _links: {}, _embedded: { users }, total_count: requests.data.total_count }
      : undefined;
  const refetch = () => Promise.all([requests.refetch(), members.refetch()]);
  return {
    data,
    error: requests.error ?? members.error,
    refetch,
    isPlaceholderData: requests.isPlaceholderData || (ids !== '' && members.isPlaceholderData),
  };
}
