import type { ActivityGroupKey } from '@waymark/activities';
import type { RouteDetail } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useSession } from '@waymark/remote';
import { ActivityIcon, Box, Flex, Heading } from '@waymark/ui';
import { CityLink } from './city-link.tsx';
import { RouteActions } from './route-actions.tsx';

/** What the route is, where, for what, by whom and since when; and what can be done with it. */
export function RouteHeader({ route }: { route: RouteDetail }) {
  const locale = useFormatLocale();
  const { userId } = useSession();
  const { user } = route;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(route.date_created));
  return (
    <Box as="header">
      <Flex gap={3} align="flex-start">
        <Box flex="none" pt="2px" lineHeight={0}>
          <ActivityIcon group={route.activity_group as ActivityGroupKey} size={36} />
        </Box>
        <Box minW={0}>
          <Heading level={1} lineHeight={1.15} overflowWrap="anywhere" data-untranslated="">
            {route.name}
          </Heading>
          <Flex as="ul" wrap="wrap" columnGap={4} rowGap={1} mt={1} color="muted" fontSize="sm" css={LINKS}>
            <CityLink route={route} />
            <li data-untranslated="">{route.activity_name}</li>
            {user.id !== userId && (
              <li>
                <Trans>
                  by{' '}
                  <AppLink href={`/profile/${user.id}/dashboard`} data-untranslated="">
                    {user.display_name}
                  </AppLink>
                </Trans>
              </li>
            )}
            <li>
              <time dateTime={route.date_created}>{day}</time>
            </li>
          </Flex>
        </Box>
      </Flex>
      <RouteActions route={route} />
    </Box>
  );
}

const LINKS = { '& a': { textDecoration: 'underline', textUnderlineOffset: '0.2em' } } as const;
