import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Flex, Tabs } from '@waymark/ui';

export type FriendsTab = 'friends' | 'requests' | 'pending' | 'find';

interface FriendsTabsProps {
  current: FriendsTab;
  /** How many wait for an answer of the member. */
  requestCount?: number | undefined;
}

/** The pages about friends. */
export function FriendsTabs({ current, requestCount = 0 }: FriendsTabsProps) {
  const { t } = useLingui();
  return (
    <Tabs
      label={t`Friends`}
      items={[
        { href: '/people/friends', label: t`My friends`, current: current === 'friends' },
        {
          href: '/people/friends?tab=requests',
          label: (
            <Flex as="span" align="center" gap={1}>
              <Trans>Requests</Trans>
              {requestCount > 0 && (
                <>
                  {' '}
                  <Badge hue="blaze">{requestCount}</Badge>
                </>
              )}
            </Flex>
          ),
          current: current === 'requests',
        },
        { href: '/people/friends?tab=pending', label: t`Sent`, current: current === 'pending' },
        { href: '/people/friends/find', label: t`Find`, current: current === 'find' },
      ]}
    />
  );
}
