import { useLingui } from '@lingui/react/macro';
import type { PrivacyZone } from '@waymark/api-contract';
import { createZoneMap, type ZoneMap } from '@waymark/map';
import { Box } from '@waymark/ui';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { MapFailed, useBaseMapOptions } from '../shared/base-map-options.tsx';
import type { OwnTracks } from '../shared/own-tracks.ts';
import { MapButtons } from '../shared/map-buttons.tsx';

const METERS_PER_DEGREE = 111_195;
const STEPS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Circle {
  lat: number;
  lng: number;
  radius: number;
}

interface ZoneCanvasProps {
  zones: readonly PrivacyZone[];
  /** The zone in the form, and its id when it is one of `zones`. */
  chosen: Circle | null;
  chosenId: number | null;
  tracks: OwnTracks | undefined;
  /** Rises when the map is to go to the chosen circle. */
  look: number;
  onPlace: (lat: number, lng: number) => void;
}

/** The map of zones over the own tracks. A tap puts the zone there; arrows move it, by a tenth of its radius. */
export function ZoneCanvas({ zones, chosen, chosenId, tracks, look, onPlace }: ZoneCanvasProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<ZoneMap>();
  const { mapOptions, mapTypes, failed, retry } = useBaseMapOptions();
  const label = t`Map of your privacy zones over your tracks. Arrow keys move the zone you are placing, plus and minus zoom.`;
  const place = useEffectEvent(onPlace);

  useEffect(() => {
    const made = createZoneMap(box.current!, {
      ...mapOptions,
      label,
      onPlace: ([lng, lat]) => place(lat, lng),
    });
    setMap(made);
    return () => made.destroy();
  }, [mapOptions, label]);
  useEffect(() => map?.setTracks(tracks?.set ?? null), [map, tracks]);
  useEffect(
    () => map?.setZones(zones, chosen && { id: chosenId ?? 'new', ...chosen }),
    [map, zones, chosen, chosenId],
  );
  const fit = useEffectEvent(() => map?.fit(chosen ?? undefined));
  const placed = zones.length > 0 || tracks !== undefined;
  useEffect(() => {
    if (map && (look > 0 || placed)) fit();
  }, [map, look, placed]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step && chosen) {
      const degrees = chosen.radius / 10 / METERS_PER_DEGREE;
      const shrink = Math.max(0.01, Math.cos((chosen.lat * Math.PI) / 180));
      const lng = chosen.lng + (step[0] * degrees) / shrink;
      onPlace(Math.max(-90, Math.min(90, chosen.lat + step[1] * degrees)), ((lng + 540) % 360) - 180);
    } else if (event.key === '+' || event.key === '=') map?.zoom(1);
    else if (event.key === '-') map?.zoom(-1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Box
        ref={box}
        position="absolute"
        inset={0}
        tabIndex={0}
        onKeyDown={onKeyDown}
        css={{ '&:focus-visible': { outline: '3px solid var(--wm-focus)', outlineOffset: '-3px' } }}
      />
      {failed && <MapFailed onRetry={retry} />}
      <MapButtons
        map={map}
        mapTypes={mapTypes}
        fitLabel={t`Show your zones`}
        onFit={() => map?.fit(chosen ?? undefined)}
      />
    </>
  );
}
