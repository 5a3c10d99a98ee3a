import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { localityOf } from '../../shared/find-place.ts';

/** The start may still be on its way. */
const WAIT_MS = 400;

/**
 * Names the route after where it starts, for as long as the member has not named it: '{locality} Route'.
 * @param writing the cursor is in the field: what comes meanwhile would mix with what is typed
 */
export function useSuggestedName(planner: Planner, writing: boolean): void {
  const { i18n } = useLingui();
  const named = usePlanner(planner, ({ form }) => form.named);
  const lat = usePlanner(planner, ({ plan }) => plan.start?.lat);
  const lng = usePlanner(planner, ({ plan }) => plan.start?.lng);
  useEffect(() => {
    if (named || writing || lat === undefined || lng === undefined) return undefined;
    let here = true;
    const suggest = async () => {
      const locality = await localityOf({ lat, lng });
      if (!here || planner.get().form.named) return;
      planner.setForm({ name: i18n._(locality ? msg`${locality} Route` : msg`Route`) });
    };
    const timer = setTimeout(() => void suggest(), WAIT_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [planner, named, writing, lat, lng, i18n]);
}
