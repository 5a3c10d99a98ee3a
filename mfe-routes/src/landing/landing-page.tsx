import { regionCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import { useCall, usePageTitle, useSession, useSettings } from '@waymark/remote';
import { BookmarkIcon, Box, Button, Heading, Link, RouteIcon, SearchIcon, Stack, Text } from '@waymark/ui';
import type { ReactNode } from 'react';
import { FindCity } from '../places/find-city.tsx';
import { Named, PlaceColumns } from '../places/place-columns.tsx';
import { PlaceCredit } from '../places/place-credit.tsx';

const AN_HOUR = 3_600_000;

/** The way into everything about routes. */
export default function LandingPage() {
  const { t } = useLingui();
  usePageTitle(t`Routes`);
  const member = isSignedIn(useSession());
  const { country: seen, appConfig } = useSettings();
  const near = seen?.toLowerCase() ?? '';
  const country = appConfig.countries.includes(near) ? near : 'us';
  const { data } = useCall(regionCalls.states, { query: { country } }, { staleTime: AN_HOUR });
  return (
    <Stack gap={10} w="100%">
      <Stack gap={4} maxW="680px" pt={{ base: 2, md: 8 }}>
        <Heading level={1}>
          <Trans>Where to next?</Trans>
        </Heading>
        <Text fontSize="lg" muted>
          <Trans>Find a route that somebody loves, or draw your own along roads and paths.</Trans>
        </Text>
        <FindCity placeholder={t`Search Any City or State`} mapLink />
      </Stack>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
        borderTop="hairline"
        borderBottom="hairline"
      >
        <Way
          icon={<RouteIcon size={28} />}
          title={<Trans>Plan a route</Trans>}
          action={
            <Button href="/routes/create">
              <Trans>Open the planner</Trans>
            </Button>
          }
        >
          <Trans>
            Click along the way. It follows streets and paths on foot, by bike or by car, and shows every
            climb.
          </Trans>
        </Way>
        <Way
          icon={<SearchIcon size={28} />}
          title={<Trans>Search on the map</Trans>}
          action={
            <Button href="/routes/search">
              <Trans>Search routes</Trans>
            </Button>
          }
        >
          <Trans>By place, distance, activity and name, with the results on the map.</Trans>
        </Way>
        <Way
          icon={<BookmarkIcon size={28} />}
          title={member ? <Trans>Your routes</Trans> : <Trans>Keep what you like</Trans>}
          action={
            <Button href={member ? '/routes/my_routes' : '/auth/signup/?next=%2Froutes'}>
              {member ? <Trans>My routes</Trans> : <Trans>Sign up</Trans>}
            </Button>
          }
        >
          <Trans>Save routes, print them, take them along on your watch or put them on your website.</Trans>
        </Way>
      </Box>
      {data && data.popular_cities.length > 0 && (
        <section aria-labelledby="popular">
          <Heading level={2} id="popular" mb={3}>
            <Trans>
              Popular cities: <Named>{data.country_name}</Named>
            </Trans>
          </Heading>
          <PlaceColumns
            places={data.popular_cities.map(({ name, state_short_name, path }) => ({
              label: name,
              note: state_short_name,
              path,
            }))}
          />
          <Text mt={3}>
            <Link href={`/${country}`}>
              <Trans>All states and regions</Trans>
            </Link>
          </Text>
        </section>
      )}
      <Text muted>
        <Trans>
          How steep is steep? <Link href="/routes/climb_information">How climbs are measured and rated</Link>.
        </Trans>
      </Text>
      {data && <PlaceCredit />}
    </Stack>
  );
}

function Way({
  icon,
  title,
  action,
  children,
}: {
  icon: ReactNode;
  title: ReactNode;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack
      gap={3}
      py={6}
      px={{ base: 0, md: 6 }}
      borderTop={{ base: 'hairline', md: 'none' }}
      borderInlineStart={{ base: 'none', md: 'hairline' }}
      css={{ '&:first-of-type': { borderTop: 'none', borderInlineStart: 'none', paddingInlineStart: 0 } }}
    >
      {icon}
      <Heading level={2} size="xl">
        {title}
      </Heading>
      <Text flex={1}>{children}</Text>
      <Box>{action}</Box>
    </Stack>
  );
}
