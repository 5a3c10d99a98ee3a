import { useParams } from 'react-router-dom';
import { CountryPage } from './country-page.tsx';
import { regionCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { Stack } from '@waymark/ui';
import { CityPage } from './city-page.tsx';
import { PlaceMissing } from './place-missing.tsx';
import { PlacesSkeleton } from './place-columns.tsx';
import { StatePage } from './state-page.tsx';

/** Find your city: a country's states and cities, a state's cities, a city's routes. */
export default function PlacesPage() {
  const { countryCode = '', code } = useParams();
  const country = countryCode.toLowerCase();
  // Another place begins anew: nothing of the one before stays in sight.
  return code === undefined ? (
    <CountryPage key={country} country={country} />
  ) : (
    <PlacePage key={`${country}/${code}`} country={country} slug={code} />
  );
}

const AN_HOUR = 3_600_000;

/** What stands behind `/{country}/{code}`: a state or a city. */
function PlacePage({ country, slug }: { country: string; slug: string }) {
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
