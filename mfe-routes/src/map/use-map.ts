import { loadMapView, type MapView, type MapViewOptions } from '@waymark/map';
import { useRollout } from '@waymark/remote';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface LoadedMap {
  /** Null while its library loads. */
  map: MapView | null;
  /** The library could not be loaded. */
  failed: boolean;
  retry: () => void;
}

/**
 * A map in an element, drawn by the library that the rollout chooses. Made once; later options do not change it.
 * @param drawn a map that was drawn elsewhere: it moves here at first
 */
export function useMap(
  box: RefObject<HTMLElement | null>,
  options: MapViewOptions,
  onMap: ((map: MapView) => (() => void) | void) | undefined,
  drawn?: MapView | null,
): LoadedMap {
  const variant = useRollout('mapping') === 'maplibre' ? 'maplibre' : 'openlayers';
  const [map, setMap] = useState<MapView | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(-1);
  const waiting = useRef(drawn);
  const make = useEffectEvent((by: MapView['variant']) => loadMapView(by, box.current!, options));
  const move = useEffectEvent((map: MapView) => map.moveTo(box.current!, options));
  const ready = useEffectEvent((made: MapView) => onMap?.(made));

  useEffect(() => {
    let over = false;
    let made: MapView | null = null;
    let cleanUp: (() => void) | void;
    const show = (view: MapView) => {
      made = view;
      setMap(view);
      cleanUp = ready(view);
    };
    const there = waiting.current;
    waiting.current = null;
    if (there) {
      move(there);
      show(there);
    } else
      make(variant).then(
        (view) => {
          if (over) view.destroy();
          else show(view);
        },
        () => {
          if (!over) setFailed(attempt);
        },
      );
    return () => {
      over = true;
      cleanUp?.();
      made?.destroy();
      setMap(null);
    };
  }, [variant, attempt]);

  return { map, failed: failed === attempt, retry: () => setAttempt(attempt + 1) };
}
