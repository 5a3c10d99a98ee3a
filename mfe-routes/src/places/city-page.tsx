import { Trans, useLingui } from '@lingui/react/macro';
import type { City } from '@waymark/api-contract';
import { Breadcrumb, Button, Flex, Heading, Stack } from '@waymark/ui';
import { useFormatLocale, usePageTitle } from '@waymark/remote';
import { useState } from 'react';
import { type PageLink, useRouteList } from '../list/use-route-list.ts';
import { CityRoutes } from './city-routes.tsx';
import { countryName } from './country-name.ts';
import { FindCity, searchHref } from './find-city.tsx';
import { Named } from './place-columns.tsx';
import { PlaceCredit } from './place-credit.tsx';
import { StateCities, useCitiesOf } from './state-cities.tsx';

const PAGE = 20;

/** A city: the routes that start in it, and its neighbours. */
export function CityPage({ city }: { city: City }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { name, lat, lng } = city;
  usePageTitle(t`Routes in ${name}`);
  const label = [name, city.state_short_name, city.country].filter(Boolean).join(', ');
  const country = city.country.toLowerCase();
  // In this order the page asks: the cities around, then the routes.
  const cities = useCitiesOf(country, city.state_path?.split('/').at(-1) ?? null);
  const [reached, setReached] = useState<PageLink | null>(null);
  const query = { city: city.geoname_id, limit: PAGE };
  const routes = useRouteList(query, { notifyFailure: true, href: reached?.href });
  return (
    <Stack gap={6} w="100%">
      <Breadcrumb
        items={[
          { href: '/routes', label: t`Routes` },
          { href: `/${country}`, label: <Named>{countryName(city.country, locale)}</Named> },
          ...(city.state_path ? [{ href: city.state_path, label: <Named>{city.state_name}</Named> }] : []),
          { label: <Named>{name}</Named> },
        ]}
      />
      <Flex gap={4} justify="space-between" align="end" wrap="wrap">
        <Stack gap={4} flex="1 1 320px" maxW="640px">
          <Heading level={1}>
            <Trans>
              Routes in <Named>{name}</Named>
            </Trans>
          </Heading>
          <FindCity placeholder={t`Search Any City`} />
        </Stack>
        <Flex gap={2} wrap="wrap">
          <Button href={searchHref({ value: `${lat},${lng}`, label })}>
            <Trans>Search around here</Trans>
          </Button>
          <Button variant="primary" href={`/routes/create?lat=${lat}&lng=${lng}&zoom=13`}>
            <Trans>Plan a route here</Trans>
          </Button>
        </Flex>
      </Flex>
      <CityRoutes city={city} query={routes} onPage={setReached} />
      {city.state_path && <StateCities query={cities} without={city.geoname_id} />}
      <PlaceCredit />
    </Stack>
  );
}
