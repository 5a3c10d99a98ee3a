import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { routingCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { useCall, useSession, useSettings } from '@waymark/remote';
import { Banner, Box, Button } from '@waymark/ui';
import { useEffect, useState } from 'react';

/** Also where the browser refuses storage: the hint would come again on each visit, and none is better. */
const isSeen = (): boolean => readLocal('waymark.streets_hint') !== null;

/** How streets come into a map that has none: said once in this browser. */
export function StreetsHint() {
  const [isOpen, setIsOpen] = useState(() => !isSeen());
  useEffect(() => void writeLocal('waymark.streets_hint', 'seen'), []);
  if (!isOpen) return null;
  return (
    <Banner
      kind="info"
      action={
        <Button size="sm" variant="quiet" onClick={() => setIsOpen(false)}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <Trans>
        No streets on this map yet. They appear once whoever runs this site imports a region or adds a map
        service.
      </Trans>
    </Banner>
  );
}

export interface MapStreetsHintProps {
  place: readonly [lng: number, lat: number] | undefined;
}

/**
 * The same over a map that shows a place, for members, where the background has no streets there: it consists of coasts
 * and borders, and no region was imported but the invented town, which is elsewhere.
 */
export function MapStreetsHint({ place }: MapStreetsHintProps) {
  const { userId } = useSession();
  const { mapSources } = useSettings().appConfig;
  const [isWanted] = useState(
    () => userId !== null && mapSources.every(({ kind }) => kind === 'vector') && !isSeen(),
  );
  const { data } = useCall(routingCalls.coverage, {}, { enabled: isWanted, staleTime: 600_000 });
  if (!isWanted || !data || !place) return null;
  const [lng, lat] = place;
  const hasStreets = data.regions.some(({ demo, bounds: [west, south, east, north] }) =>
    demo ? lng >= west! && lng <= east! && lat >= south! && lat <= north! : true,
  );
  if (hasStreets) return null;
  return (
    <Box
      position="absolute"
      left={2}
      right={14}
      bottom="32px"
      zIndex={1}
      maxW="560px"
      // Large text leaves half of a small map to look at.
      maxH="50%"
      overflowY="auto"
      data-print="hide"
    >
      <StreetsHint />
    </Box>
  );
}
