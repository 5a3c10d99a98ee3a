import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';

const WAIT_MS = 15_000;

const PROBLEMS: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`Your browser is blocking your location. Allow it in the address bar, or choose the place on the map.`,
  2: msg`Your position could not be found. Choose the place on the map instead.`,
  3: msg`Finding your position took too long. Choose the place on the map instead.`,
};

/** Asks the browser where the member is; it asks them. */
export function usePosition(onFound: (lat: number, lng: number) => void) {
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState<MessageDescriptor | null>(null);
  const look = () => {
    setProblem(null);
    if (!('geolocation' in navigator)) {
      setProblem(PROBLEMS[2]!);
      return;
    }
    setLooking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        onFound(coords.latitude, coords.longitude);
      },
      ({ code }) => {
        setLooking(false);
        setProblem(PROBLEMS[code] ?? PROBLEMS[2]!);
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 60_000 },
    );
  };
  return { look, looking, problem };
}
