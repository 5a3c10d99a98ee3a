import type { ActivityGroupKey } from '@waymark/activities';
import type { RouteDetail, PlaceSuggestion, RouteSummary } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useSession, useCall } from '@waymark/remote';
import { ActivityIcon, Box, Flex, Heading } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { RouteActions } from './route-actions.tsx';
import { placeCalls } from '@waymark/api-contract/client';
import { formatLocality } from '../list/place-words.ts';

/** What the route is, where, for what, by whom and since when; and what can be done with it. */
export function RouteHeader({ route }: { route: RouteDetail }) {
  const locale = useFormatLocale();
  const { userId } = useSession();
  const { user } = route;
  const day = formatDate(route.date_created, { locale });
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

/** Where a route starts; a link to the page of its city where there is one. */
function CityLink({ route }: { route: RouteSummary }) {
  const { locality, start } = route;
  const { data } = useCall(
    placeCalls.search,
    { query: { term: locality, near: `${start.lat},${start.lng}`, limit: 5 } },
    { enabled: locality.length > 2, staleTime: Infinity },
  );
  const city = data?.suggestions.find((one) => one.isCity && one.locality === locality && near(one, start));
  const words = formatLocality(route);
  if (!words) return null;
  return (
    <Box as="li" data-untranslated="">
      {city?.path ? <AppLink href={city.path}>{words}</AppLink> : words}
    </Box>
  );
}

/** Degrees: a city of the same name elsewhere is another one. */
const NEAR = 1;

function near({ value }: PlaceSuggestion, start: { lat: number; lng: number }): boolean {
  const [lat, lng] = value.split(',').map(Number);
  return Math.abs(lat! - start.lat) < NEAR && Math.abs(lng! - start.lng) < NEAR;
}
