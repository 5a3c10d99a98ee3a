import { Trans } from '@lingui/react/macro';
import { getRollout, getSettings } from '@waymark/contract';
import { mapSource, type MapBasics } from '@waymark/map';
import { useMeasurementSystem } from '@waymark/remote';
import { Box, Button, RefreshIcon } from '@waymark/ui';
import { useMemo, useState } from 'react';

type How = Pick<MapBasics, 'variant' | 'source' | 'system' | 'onFail'>;

/**
 * The library and the background that maps are made with: the one of the rollout, the site's roadmap, and the member's
 * units. `how` is another object after each attempt.
 */
export function useMapBasics(): { how: How; failed: boolean; retry: () => void } {
  const [failed, setFailed] = useState(false);
  const system = useMeasurementSystem();
  const make = (): Omit<How, 'system'> => {
    const { mapSources, services } = getSettings().appConfig;
    return {
      variant: getRollout('mapping') === 'maplibre' ? 'maplibre' : 'openlayers',
      source: mapSource(mapSources, 'roadmap', services.routing),
      onFail: () => setFailed(true),
    };
  };
  const [made, setMade] = useState(make);
  const how = useMemo(() => ({ ...made, system }), [made, system]);
  return {
    how,
    failed,
    retry: () => {
      setFailed(false);
      setMade(make());
    },
  };
}

/** Stands where a map would be whose library did not come. */
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
