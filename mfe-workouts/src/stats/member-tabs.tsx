import { friendCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { AppLink, useCall, useSession } from '@waymark/remote';
import { ArrowLeftIcon, Box, Flex, Stack, Tabs } from '@waymark/ui';
import { useSearchParams } from 'react-router-dom';

/** Whose figures a page shows: the member that `?user=` names, otherwise one's own. */
export function useMember(): { id: number; own: boolean } {
  const [params] = useSearchParams();
  const { userId } = useSession();
  const named = Number(params.get('user') ?? '');
  const id = Number.isSafeInteger(named) && named > 0 ? named : (userId ?? 0);
  return { id, own: id === userId };
}

export type MemberTab = 'dashboard' | 'stats' | 'all' | 'calendar';

interface MemberTabsProps {
  own: boolean;
  userId: number | string;
  /** None on a page that is reached from one of them. */
  current?: MemberTab;
}

/** The pages of a member's workouts: one's own, or another's with the calendar apart. */
export function MemberTabs({ own, userId, current }: MemberTabsProps) {
  const { t } = useLingui();
  const isMember = useSession().userId !== null;
  const home = own ? '/dashboard' : `/profile/${userId}/dashboard`;
  const tab = (key: MemberTab, label: string, href: string) => ({ href, label, current: key === current });
  const tabs = (
    <Tabs
      label={t`Workouts`}
      items={[
        tab('dashboard', t`Dashboard`, home),
        // Only members compare figures: others would be led to the sign-in page.
        ...(isMember
          ? [tab('stats', t`Stats`, own ? '/workout/stats' : `/workout/stats?user=${userId}`)]
          : []),
        ...(own
          ? [tab('all', t`All workouts`, '/workouts/all')]
          : [tab('calendar', t`Calendar`, `${home}?tab=calendar`)]),
      ]}
    />
  );
  if (own) return tabs;
  return (
    <Stack gap={2}>
      <OwnerLink userId={Number(userId)} />
      {tabs}
    </Stack>
  );
}

/** Whose figures these are, and the way back to that member. */
function OwnerLink({ userId }: { userId: number }) {
  const { data } = useCall(friendCalls.profile, { params: { id: userId } });
  return (
    <Box minH="24px" fontWeight={600}>
      {data && (
        <Flex gap={1} align="center">
          <ArrowLeftIcon size="1em" />
          <AppLink href={`/profile/${userId}`} data-untranslated="">
            {data.user.display_name}
          </AppLink>
        </Flex>
      )}
    </Box>
  );
}
