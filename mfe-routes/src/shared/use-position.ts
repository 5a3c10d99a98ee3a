import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import type { Place } from '@waymark/routes';
import { useState } from 'react';

const WAIT_MS = 15_000;

/** Asks the browser where the member is; it asks them. What goes wrong is said in a notification, and is `problem`. */
export function usePosition(onFound: (place: Place) => void) {
  const { t } = useLingui();
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sorry = (code: number) => {
    setLooking(false);
    const text =
      code === 1
        ? t`Your browser is blocking your location. Allow it in the address bar, or enter the place.`
        : code === 3
          ? t`Finding your position took too long. Enter the place instead.`
          : t`Your position could not be found. Enter the place instead.`;
    setProblem(text);
    notify({ kind: 'warning', text });
  };
  const look = () => {
    if (!('geolocation' in navigator)) return sorry(2);
    setLooking(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        onFound({ lat: coords.latitude, lng: coords.longitude });
      },
      ({ code }) => sorry(code),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 60_000 },
    );
  };
  return { look, looking, problem };
}
