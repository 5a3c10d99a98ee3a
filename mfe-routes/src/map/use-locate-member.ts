import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import type { MapView } from '@waymark/map';
import { useState } from 'react';

const WAIT_MS = 15_000;
const NEAR_ZOOM = 14;
const LAYER = 'own-place';

/** Asks the browser where the visitor is, and looks there. */
export function useLocate(map: MapView | null) {
  const { t } = useLingui();
  const [looking, setLooking] = useState(false);
  const failed = (code: number) => {
    setLooking(false);
    notify({
      kind: 'warning',
      text:
        code === 1
          ? t`Your browser is blocking your location. Allow it in the address bar, or move the map by hand.`
          : code === 3
            ? t`Finding your position took too long. Move the map by hand, or try again.`
            : t`Your position could not be found. Move the map by hand, or try again.`,
    });
  };
  const locate = () => {
    if (!('geolocation' in navigator)) {
      failed(2);
      return;
    }
    setLooking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        if (!map) return;
        const at: [number, number] = [coords.longitude, coords.latitude];
        map.setDots(LAYER, [{ at, shape: 'dot', color: 'range', radius: 8 }]);
        map.look(at, Math.max(NEAR_ZOOM, map.zoomLevel()));
      },
      ({ code }) => failed(code),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 60_000 },
    );
  };
  return { locate, looking };
}
