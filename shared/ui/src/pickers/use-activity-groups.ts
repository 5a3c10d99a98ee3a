import type { ActivityOptionGroup } from '@waymark/activities';
import { useEffect, useState } from 'react';

export type LoadActivityGroups = () => Promise<readonly ActivityOptionGroup[]>;

export type ActivityLoad =
  | { status: 'loading' }
  | { status: 'error' }
  | { status: 'loaded'; groups: readonly ActivityOptionGroup[] };

/** Loads the activity types when the selector appears; `retry` loads them again after an error. */
export function useActivityGroups(load: LoadActivityGroups) {
  const [state, setState] = useState<ActivityLoad>({ status: 'loading' });
  // Each attempt is an object of its own: a new `load` with every render does not load anew.
  const [attempt, setAttempt] = useState({ load });
  useEffect(() => {
    let current = true;
    attempt.load().then(
      (groups) => current && setState({ status: 'loaded', groups }),
      () => current && setState({ status: 'error' }),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  const retry = () => {
    setState({ status: 'loading' });
    setAttempt({ load });
  };
  return { state, retry };
}
