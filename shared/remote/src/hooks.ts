import {
  getCountry,
  getLocale,
  getRollout,
  getSession,
  getSettings,
  subscribeSession,
  type Session,
} from '@waymark/contract';
import { firstDayInLocale, measurementSystemFor, type MeasurementSystem } from '@waymark/units';
import { useSyncExternalStore, useEffect } from 'react';

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
/** The first day of weeks: the member's when signed in; otherwise that of the page's language. 0 is Sunday. */
export function useFirstDayOfWeek(): number {
  const { user } = useSession();
  const locale = useFormatLocale();
  return user?.first_day_of_week ?? firstDayInLocale(locale);
}
export const useSettings = getSettings;
export const useRollout = getRollout;
export const useLocale = getLocale;
/** The language for numbers and dates: the page's, and English under the pseudo-locale. */
export const useFormatLocale = (): string => (getLocale() === 'pseudo' ? 'en-us' : getLocale());
export const useCountry = getCountry;

/** Names the page in the browser's tab: 'Dashboard · Waymark'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${getSettings().appConfig.siteName}`;
  }, [title]);
}
