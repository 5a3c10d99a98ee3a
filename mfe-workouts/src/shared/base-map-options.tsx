import { Trans } from '@lingui/react/macro';
import { getRollout, getSettings } from '@waymark/contract';
import type { MapType } from '@waymark/api-contract';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { mapSource, offeredSources, type BaseMapOptions } from '@waymark/map';
import { useMeasurementSystem } from '@waymark/remote';
import { Box, Button, RefreshIcon } from '@waymark/ui';
import { MAP_TYPE_NAMES } from '@waymark/ui/map-type-names';
import { useMemo, useState } from 'react';

type SharedMapOptions = Pick<BaseMapOptions, 'variant' | 'source' | 'system' | 'onFail'>;

const MAP_TYPES = Object.keys(MAP_TYPE_NAMES) as MapType[];

/** The backgrounds that the site has, and the one chosen. */
export interface MapTypeChoice {
  types: readonly MapType[];
  type: MapType;
  choose: (type: MapType) => void;
}

/**
 * The library and the background that maps are made with: the one of the rollout, the type that was chosen last on any
 * map, and the member's units. `mapOptions` is another object after each attempt and choice.
 */
export function useBaseMapOptions(): {
  mapOptions: SharedMapOptions;
  mapTypes: MapTypeChoice;
  failed: boolean;
  retry: () => void;
} {
  const [failed, setFailed] = useState(false);
  const system = useMeasurementSystem();
  const createOptions = (): Omit<SharedMapOptions, 'system'> => {
    const { mapSources, services } = getSettings().appConfig;
    return {
      variant: getRollout('mapping') === 'maplibre' ? 'maplibre' : 'openlayers',
      source: mapSource(mapSources, readLocal('waymark-map-type') ?? null, services.routing),
      onFail: () => setFailed(true),
    };
  };
  const [created, setCreated] = useState(createOptions);
  const mapOptions = useMemo(() => ({ ...created, system }), [created, system]);
  const types = offeredSources(getSettings().appConfig.mapSources, MAP_TYPES).map(({ type }) => type);
  const stored = readLocal('waymark-map-type');
  return {
    mapOptions,
    mapTypes: {
      types,
      type: types.find((type) => type === stored) ?? types[0]!,
      choose(type) {
        writeLocal('waymark-map-type', type);
        setCreated(createOptions());
      },
    },
    failed,
    retry: () => {
      setFailed(false);
      setCreated(createOptions());
    },
  };
}

/** Stands where a map would be whose library could not be loaded. */
export function MapFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Box position="absolute" inset={0} display="grid" placeContent="center" gap={3} p={4} textAlign="center">
      <Box role="alert">
        <Trans>The map could not be loaded. Check your connection, then try again.</Trans>
      </Box>
      <Button icon={<RefreshIcon />} onClick={onRetry} justifySelf="center">
        <Trans>Try again</Trans>
      </Button>
    </Box>
  );
}
