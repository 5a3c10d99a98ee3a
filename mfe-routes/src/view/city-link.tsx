import type { PlaceSuggestion, RouteSummary } from '@waymark/api-contract';
import { placeCalls } from '@waymark/api-contract/client';
import { AppLink, useCall } from '@waymark/remote';
import { Box } from '@waymark/ui';
import { placeWords } from '../list/place-words.ts';

/** Where a route starts; a link to the page of its city where there is one. */
export function CityLink({ route }: { route: RouteSummary }) {
  const { locality, start } = route;
  const { data } = useCall(
    placeCalls.search,
    { query: { term: locality, near: `${start.lat},${start.lng}`, limit: 5 } },
    { enabled: locality.length > 2, staleTime: Infinity },
  );
  const city = data?.suggestions.find((one) => one.isCity && one.locality === locality && near(one, start));
  const words = placeWords(route);
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
