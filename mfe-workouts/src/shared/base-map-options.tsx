import { Trans } from '@lingui/react/macro';
import { getRollout, getSettings } from '@waymark/contract';
import { mapSource, type BaseMapOptions } from '@waymark/map';
import { useMeasurementSystem } from '@waymark/remote';
import { Box, Button, RefreshIcon } from '@waymark/ui';
import { useMemo, useState } from 'react';

type SharedMapOptions = Pick<BaseMapOptions, 'variant' | 'source' | 'system' | 'onFail'>;

/**
 * The library and the background that maps are made with: the one of the rollout, the site's roadmap, and the member's
 * units. `mapOptions` is another object after each attempt.
 */
export function useBaseMapOptions(): { mapOptions: SharedMapOptions; failed: boolean; retry: () => void } {
  const [failed, setFailed] = useState(false);
  const system = useMeasurementSystem();
  const createOptions = (): Omit<SharedMapOptions, 'system'> => {
    const { mapSources, services } = getSettings().appConfig;
    return {
      variant: getRollout('mapping') === 'maplibre' ? 'maplibre' : 'openlayers',
      source: mapSource(mapSources, 'roadmap', services.routing),
      onFail: () => setFailed(true),
    };
  };
  const [created, setCreated] = useState(createOptions);
  const mapOptions = useMemo(() => ({ ...created, system }), [created, system]);
  return {
    mapOptions,
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
