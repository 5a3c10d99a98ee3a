import { Trans } from '@lingui/react/macro';
import type { PlaceSuggestion } from '@waymark/api-contract';
import { navigate } from '@waymark/contract';
import { Box, Button } from '@waymark/ui';
import { useState } from 'react';
import { CitySearch } from '../city-search/city-search.tsx';

type Somewhere = Pick<PlaceSuggestion, 'value' | 'label' | 'path'>;

/** The search page around a place. */
export const searchHref = ({ value, label }: Pick<Somewhere, 'value' | 'label'>): string =>
  `/routes/search?${new URLSearchParams({ location: value, place: label }).toString()}`;

/** A place's own page; the search around it where its country has no pages here. */
const placeHref = (place: Somewhere): string => place.path ?? searchHref(place);

/**
 * Goes to the page of a city, state or country. The city's routes on the map are one more click away.
 */
export function FindCity({ placeholder, mapLink = false }: { placeholder: string; mapLink?: boolean }) {
  const [place, setPlace] = useState<PlaceSuggestion | null>(null);
  return (
    <Box
      as="form"
      display="flex"
      flexWrap="wrap"
      gap={2}
      onSubmit={(event) => {
        event.preventDefault();
        if (place) navigate(placeHref(place));
      }}
    >
      <Box flex="1 1 220px" minW={0}>
        <CitySearch placeholder={placeholder} onChoose={setPlace} />
      </Box>
      <Button type="submit" variant="primary" disabled={!place}>
        <Trans>Go</Trans>
      </Button>
      {mapLink && (
        <Button disabled={!place} onClick={() => place && navigate(searchHref(place))}>
          <Trans>View City Route</Trans>
        </Button>
      )}
    </Box>
  );
}
