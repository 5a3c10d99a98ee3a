import {
  getCountry,
  getLocale,
  getRollout,
  getSession,
  getSettings,
  subscribeSession,
  type Session,
} from '@waymark/contract';
import { measurementSystemFor, type MeasurementSystem } from '@waymark/units';
import { useSyncExternalStore } from 'react';

/** The session, and again after each change. */
export const useSession = (): Session => useSyncExternalStore(subscribeSession, getSession);
/** The member's measurement system when signed in; otherwise imperial in the US and metric elsewhere. */
export function useMeasurementSystem(): MeasurementSystem {
  const { user } = useSession();
  return measurementSystemFor({
    member: user?.display_measurement_system,
    country: getCountry() ?? undefined,
  });
}
export const useSettings = getSettings;
export const useRollout = getRollout;
export const useLocale = getLocale;
/** The language for numbers and dates: the page's, and English under the pseudo-locale. */
export const useFormatLocale = (): string => (getLocale() === 'pseudo' ? 'en-us' : getLocale());
export const useCountry = getCountry;
