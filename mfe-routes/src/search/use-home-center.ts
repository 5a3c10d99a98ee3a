import { geocodeCalls } from '@waymark/api-contract/client';
import { useCall, useSession } from '@waymark/remote';
import { countryName } from '../places/country-name.ts';
import { DEFAULT_CENTER } from './search-criteria.ts';

const DEFAULT_COUNTRY = 'US';
const MONTH_MS = 30 * 86_400_000;
const MATCHES = 5;

export interface HomeCenter {
  lat: number;
  lng: number;
  country: string;
}

/**
 * Where a search looks that names neither place nor route: the middle of the member's country. That of the United
 * States for who has none, and where it cannot be found. Null while it is being asked for.
 */
export function useHomeCenter(isNeeded: boolean): HomeCenter | null {
  const country = useSession().user?.location?.country?.toUpperCase() ?? DEFAULT_COUNTRY;
  const isElsewhere = country !== DEFAULT_COUNTRY;
  const { data, isError } = useCall(
    geocodeCalls.search,
    { query: { q: countryName(country, 'en'), format: 'geojson', limit: MATCHES } },
    { enabled: isNeeded && isElsewhere, staleTime: MONTH_MS, retry: false },
  );
  // Other places have the name of a country, and lists of places may call it otherwise.
  const center = data?.features.find(({ properties }) => properties.country === country)?.center;
  if (isElsewhere && isNeeded && !data && !isError) return null;
  if (!isElsewhere || !center) return { ...DEFAULT_CENTER, country: DEFAULT_COUNTRY };
  const [lng = DEFAULT_CENTER.lng, lat = DEFAULT_CENTER.lat] = center;
  return { lat, lng, country };
}
