import type { PlaceSuggestion } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Box, Field, Flex, IconButton, LocateIcon, Text } from '@waymark/ui';
import { CitySearch } from '../city-search/city-search.tsx';
import { usePosition } from '../shared/use-position.ts';
import type { Criteria } from './search-criteria.ts';

export type PlaceRequest = Pick<Criteria, 'location' | 'place'>;

interface PlaceFieldProps {
  /** Text at the start. */
  initial: string;
  /** A place was chosen, by name or by the browser's position. */
  onPlace: (place: PlaceRequest, byName: boolean) => void;
  onText: (text: string) => void;
  /** A sentence below the field. */
  problem: string | null;
}

/** 'lat,lng' as suggestions have it. */
function locationIn({ value }: PlaceSuggestion): Criteria['location'] {
  const [lat, lng] = value.split(',').map(Number);
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat: lat!, lng: lng! } : null;
}

/** Decimals of a member's position, about ten metres: an address that is shared tells no door. */
const NEAR = 4;

/** Where to search: a place by its name, or where the member is. */
export function PlaceField({ initial, onPlace, onText, problem }: PlaceFieldProps) {
  const { t } = useLingui();
  const {
    look,
    looking,
    problem: lost,
  } = usePosition((found) => {
    const [lat, lng] = [Number(found.lat.toFixed(NEAR)), Number(found.lng.toFixed(NEAR))];
    const search = (place: string) => onPlace({ location: { lat, lng }, place }, false);
    // A name is welcome; the search does without.
    import(/* webpackChunkName: "find-place" */ '../shared/find-place.ts')
      .then(({ localityOf }) => localityOf({ lat, lng }))
      .then(search, () => search(''));
  });
  return (
    <Box minW={0}>
      <Field label={t`Where`} group>
        <Flex gap={2} align="center">
          <CitySearch
            placeholder={t`Search Any City`}
            initial={initial}
            onText={onText}
            onChoose={(chosen) => {
              const location = chosen && locationIn(chosen);
              if (location) onPlace({ location, place: chosen.label }, true);
            }}
          />
          <IconButton
            variant="outline"
            label={t`Near me`}
            icon={<LocateIcon />}
            loading={looking}
            onClick={look}
          />
        </Flex>
      </Field>
      <div aria-live="polite">
        {(problem ?? lost) && (
          <Text mt={1} fontSize="sm" color="danger.fg">
            {problem ?? lost}
          </Text>
        )}
      </div>
    </Box>
  );
}
