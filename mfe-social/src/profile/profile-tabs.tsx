import { useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Tabs } from '@waymark/ui';

interface ProfileTabsProps {
  userId: number;
  current: 'overview' | 'feed';
}

/** The pages of a member. Stats are compared by members only: others would be led to the sign-in page. */
export function ProfileTabs({ userId, current }: ProfileTabsProps) {
  const { t } = useLingui();
  const isMember = useSession().userId !== null;
  const at = `/profile/${userId}`;
  return (
    <Tabs
      label={t`Profile`}
      items={[
        { href: at, label: t`Overview`, current: current === 'overview' },
        { href: `${at}/activity_feed`, label: t`Activity feed`, current: current === 'feed' },
        { href: `${at}/dashboard`, label: t`Dashboard` },
        ...(isMember ? [{ href: `/workout/stats?user=${userId}`, label: t`Stats` }] : []),
        { href: `${at}/dashboard?tab=calendar`, label: t`Calendar` },
      ]}
    />
  );
}
