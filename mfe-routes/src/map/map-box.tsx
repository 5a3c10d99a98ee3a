import { Trans, useLingui } from '@lingui/react/macro';
import type { MapType } from '@waymark/api-contract';
import { writeLocal } from '@waymark/api-contract/browser-storage';
import type { Bounds, LngLat, MapView } from '@waymark/map';
import { useMeasurementSystem, useSettings } from '@waymark/remote';
import { Box, type BoxProps, Button, RefreshIcon, Skeleton } from '@waymark/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type MapControl, MapControls } from './map-controls.tsx';
import { panByKey } from './pan-by-key.ts';
import { keptType, offeredTypes, sourceOf } from './map-types.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useLocate } from './use-locate-member.ts';
import { useMap } from './use-map.ts';

export type { MapControl } from './map-controls.tsx';

export interface MapBoxProps {
  /** Says what the picture shows, for those who cannot see it. */
  label: string;
  /** Default 'application' when it can be moved, 'img' otherwise. */
  role?: 'img' | 'application';
  center?: LngLat;
  zoom?: number;
  /** False: a still picture. */
  interactive?: boolean;
  /** Buttons in the corner; none of them on a still picture. */
  controls?: readonly MapControl[];
  /** Whether arrows, plus and minus move the map. Default true. */
  keys?: boolean;
  /** The map is there, after its library was loaded; what it returns is called before the map goes. */
  onMap?: (map: MapView) => (() => void) | void;
  /** A map that was drawn elsewhere: it moves in here, as it is, instead of a new one. */
  drawn?: MapView | null;
  /** What is brought into view at first, each time it changes, and by the button 'fit'. */
  fitTo?: Bounds | undefined;
  height?: BoxProps['h'];
  /** Lies over the map, in full screen too. */
  children?: ReactNode;
  onMapType?: (type: MapType) => void;
  onFullScreen?: (on: boolean) => void;
}

const CONTROLS: readonly MapControl[] = ['zoom', 'type', 'fullscreen', 'locate', 'fit'];

/** A map with its buttons, drawn by the library that the rollout chooses on the background that the visitor chose. */
export function MapBox(props: MapBoxProps) {
  const {
    label,
    interactive = true,
    controls = CONTROLS,
    keys = true,
    onMap,
    fitTo,
    height,
    children,
  } = props;
  const { role = interactive ? 'application' : 'img', center, zoom } = props;
  const { t } = useLingui();
  const settings = useSettings();
  const system = useMeasurementSystem();
  const whole = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const types = offeredTypes(settings);
  const [chosen, setChosen] = useState(keptType);
  const type = types.find((one) => one === chosen) ?? types[0]!;
  const source = sourceOf(settings, type);
  const { map, failed, retry } = useMap(
    box,
    {
      source,
      system,
      label,
      role,
      interactive,
      ...(center && { center }),
      ...(zoom !== undefined && { zoom }),
    },
    onMap,
    props.drawn,
  );
  const full = useFullScreen(whole, props.onFullScreen);
  const { locate, looking } = useLocate(map);
  // The buttons lie over the edge.
  const padding = interactive && controls.length > 0 ? 64 : 36;
  const fit = (animate: boolean) => fitTo && map?.fit(fitTo, { animate, padding });

  const fitted = useRef(false);
  const [west, south, east, north] = fitTo ?? [];
  useEffect(() => {
    if (!map || west === undefined) return;
    map.fit([west, south!, east!, north!], { animate: fitted.current, padding });
    fitted.current = true;
  }, [map, west, south, east, north, padding]);
  useEffect(() => map?.element.setAttribute('aria-label', label), [map, label]);

  const onType = (next: MapType) => {
    writeLocal('waymark-map-type', next);
    setChosen(next);
    map?.setSource(sourceOf(settings, next));
    props.onMapType?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!map || event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys && panByKey(map, event.key)) event.preventDefault();
  };
  return (
    <Box
      ref={whole}
      position={full.fills ? 'fixed' : 'relative'}
      {...(full.fills && { inset: 0, zIndex: 80 })}
      h={full.on ? '100%' : (height ?? { base: '320px', md: '420px' })}
      overflow="hidden"
      bg="paper"
    >
      <Box
        ref={box}
        position="absolute"
        inset={0}
        {...(interactive && { tabIndex: 0, onKeyDown })}
        css={{ '&:focus-visible': { outline: '3px solid var(--wm-focus)', outlineOffset: '-3px' } }}
      />
      {!map && !failed && (
        <Box position="absolute" inset={0} aria-busy="true">
          <Skeleton height="100%" radius={0} />
        </Box>
      )}
      {failed && (
        <Box
          position="absolute"
          inset={0}
          display="grid"
          placeContent="center"
          gap={3}
          p={4}
          textAlign="center"
        >
          <Box role="alert">
            <Trans>
              The map could not be loaded. Your work is safe. Check your connection, then try again.
            </Trans>
          </Box>
          <Button icon={<RefreshIcon />} onClick={retry} justifySelf="center">
            {t`Try again`}
          </Button>
        </Box>
      )}
      {children}
      {map && interactive && controls.length > 0 && (
        <MapControls
          controls={fitTo ? controls : controls.filter((control) => control !== 'fit')}
          types={types}
          type={type}
          onType={onType}
          full={full.on}
          looking={looking}
          run={{
            in: () => map.zoom(1),
            out: () => map.zoom(-1),
            fit: () => fit(true),
            fullscreen: full.toggle,
            locate,
          }}
        />
      )}
    </Box>
  );
}
