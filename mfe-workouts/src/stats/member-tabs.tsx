import { useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Tabs } from '@waymark/ui';

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
  return (
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
}
