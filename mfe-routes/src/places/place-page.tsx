import { regionCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { Stack } from '@waymark/ui';
import { CityPage } from './city-page.tsx';
import { PlaceMissing } from './place-missing.tsx';
import { PlacesSkeleton } from './places-skeleton.tsx';
import { StatePage } from './state-page.tsx';

const AN_HOUR = 3_600_000;

/** What stands behind `/{country}/{code}`: a state or a city. */
export function PlacePage({ country, slug }: { country: string; slug: string }) {
  const { data, error, refetch, isFetching } = useCall(
    regionCalls.city,
    { query: { country, slug } },
    { staleTime: AN_HOUR },
  );
  if (error && !data)
    return <PlaceMissing error={error} retrying={isFetching} retry={() => void refetch()} />;
  if (!data)
    return (
      <Stack gap={8} w="100%">
        <PlacesSkeleton heading />
      </Stack>
    );
  return data.kind === 'city' ? (
    <CityPage city={data.city} />
  ) : (
    <StatePage state={data.state} country={country} />
  );
}
