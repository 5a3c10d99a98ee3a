import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { MemberCard, MemberList } from '@waymark/api-contract';
import { friendCalls } from '@waymark/api-contract/client';
import { call, notify, type ApiError } from '@waymark/contract';
import { callKey, useFailureText, useSession } from '@waymark/remote';
import { Box, CloseIcon, Heading, IconButton, LoadFailed, Text, ShowMore } from '@waymark/ui';
import { MembersSkeleton } from '../friends/friend-list.tsx';
import { MemberRow } from '../friends/member-row.tsx';
import { RequestButton } from './request-button.tsx';

const PAGE = 10;

/** Members of all pages, each once. */
export const membersOf = (pages: readonly MemberList[]): MemberCard[] => [
  ...new Map(pages.flatMap((page) => page._embedded.users).map((user) => [user.id, user])).values(),
];

/** Suggestions come ten at a time and end when a page adds nobody new. */
export function nextOffset(last: MemberList, pages: readonly MemberList[]): number | undefined {
  const before = membersOf(pages.slice(0, -1));
  const isNew = ({ id }: MemberCard) => !before.some((member) => member.id === id);
  const isEnd = !last._embedded.users.some(isNew) || membersOf(pages).length >= last.total_count;
  return isEnd ? undefined : pages.length * PAGE + 1;
}

/** Whom the member may know: friends of friends, people who train nearby or on the same routes. */
export function Suggestions() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { userId } = useSession();
  const queries = useQueryClient();
  const query = { suggested_friends_for: userId ?? 0, limit: PAGE };
  const queryKey = [...callKey(friendCalls.users, { query }), 'pages'];
  const list = useInfiniteQuery<MemberList, ApiError, InfiniteData<MemberList>, readonly unknown[], number>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(friendCalls.users, { query: { ...query, offset: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => nextOffset(last, pages),
    // Whom one has asked stays in sight with what became of it.
    meta: { reads: [] },
    enabled: userId !== null,
    staleTime: 60_000,
  });
  const { data, error, refetch } = list;
  const members = data ? membersOf(data.pages) : [];
  const change = (next: (users: MemberCard[]) => MemberCard[]) =>
    queries.setQueryData<InfiniteData<MemberList>>(
      queryKey,
      (now) =>
        now && {
          ...now,
          pages: now.pages.map((page) => ({ ...page, _embedded: { users: next(page._embedded.users) } })),
        },
    );
  const dismiss = async (member: MemberCard) => {
    const before = queries.getQueryData(queryKey);
    change((users) => users.filter(({ id }) => id !== member.id));
    try {
      await call(friendCalls.dismissSuggestion, { params: { id: member.id } });
    } catch (failure) {
      queries.setQueryData(queryKey, before);
      notify({ kind: 'error', text: failureText(failure, t`That didn’t work. Try again.`) });
    }
  };
  return (
    <Box as="section" aria-labelledby="suggestions">
      <Heading level={2} id="suggestions" mb={2}>
        <Trans>People you may know</Trans>
      </Heading>
      {error && !data && (
        <LoadFailed title={<Trans>We couldn’t load suggestions.</Trans>} error={error} retry={refetch} />
      )}
      {!data && !error && <MembersSkeleton />}
      {data && members.length === 0 && (
        <Text muted>
          <Trans>
            No suggestions yet. Search for the people you train with, or send them your invite link.
          </Trans>
        </Text>
      )}
      <Box as="ul" listStyleType="none">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            actions={
              <>
                <RequestButton
                  member={member}
                  onAsked={() =>
                    change((users) =>
                      users.map((user) => (user.id === member.id ? { ...user, state: 'pending' } : user)),
                    )
                  }
                />
                {member.state === 'not-friend' && (
                  <IconButton
                    size="sm"
                    label={t`Don’t suggest ${member.display_name}`}
                    icon={<CloseIcon size={18} />}
                    onClick={() => void dismiss(member)}
                  />
                )}
              </>
            }
          />
        ))}
      </Box>
      <ShowMore list={list} />
    </Box>
  );
}
