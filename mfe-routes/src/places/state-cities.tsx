import { regionCalls } from '@waymark/api-contract/client';
import { Plural, Trans } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Button, Heading, LoadFailed, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { Named, PlaceColumns, PlacesSkeleton } from './place-columns.tsx';

const NEIGHBOURS = 12;
const AN_HOUR = 3_600_000;

/** The cities of a state, the larger ones first. Null for a city in no state. */
export const useCitiesOf = (country: string, state: string | null) =>
  useCall(
    regionCalls.cities,
    { query: { country, state: state ?? '' } },
    { staleTime: AN_HOUR, enabled: state !== null },
  );

interface StateCitiesProps {
  query: ReturnType<typeof useCitiesOf>;
  /** geoname_id of the city that the page is about. */
  without?: number;
}

/** The cities of a state: the large ones at once, the small ones on demand. */
export function StateCities({ query, without }: StateCitiesProps) {
  const [all, setAll] = useState(false);
  const { data, error, refetch, isFetching } = query;
  if (error && !data)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load the cities.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!data) return <PlacesSkeleton />;
  const others = data.cities.filter(({ geoname_id }) => geoname_id !== without);
  const large = data.cities.slice(0, data.strong_cities_cutoff).filter((city) => others.includes(city));
  // Beside a city's routes a few neighbours are enough.
  const strong = without === undefined ? large : large.slice(0, NEIGHBOURS);
  const hidden = others.length - strong.length;
  const places = (all ? others.toSorted((a, b) => a.name.localeCompare(b.name)) : strong).map(
    ({ name, path }) => ({ label: name, path }),
  );
  return (
    <section aria-labelledby="cities">
      <Stack gap={3}>
        <Heading level={2} id="cities">
          {without === undefined ? (
            <Trans>Cities</Trans>
          ) : (
            <Trans>
              More cities in <Named>{data.state_name}</Named>
            </Trans>
          )}
        </Heading>
        {others.length === 0 && (
          <Text muted>
            <Trans>No other cities here. Search for one above.</Trans>
          </Text>
        )}
        <PlaceColumns places={places} />
        {hidden > 0 && !all && (
          <Button onClick={() => setAll(true)} alignSelf="start">
            <Plural value={hidden} one="Show # more city" other="Show # more cities" />
          </Button>
        )}
      </Stack>
    </section>
  );
}
