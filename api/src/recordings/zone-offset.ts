/** Time zones differ by quarters of an hour, up to 26 hours; two records of one moment by up to a minute. */
const ZONE_STEP_MS = 900_000;
const MAX_ZONES_MS = 26 * 3_600_000;
const ZONE_ROUNDING_MS = 60_000;

/** The difference of two time zones, in ms, where two times of one moment differ by it; null where they do not. */
export function zoneDifference(ms: number): number | null {
  const zones = Math.round(ms / ZONE_STEP_MS) * ZONE_STEP_MS;
  const isOne = zones !== 0 && Math.abs(zones) <= MAX_ZONES_MS && Math.abs(ms - zones) <= ZONE_ROUNDING_MS;
  return isOne ? zones : null;
}

/** Clocks are from 12 hours behind UTC to 14 ahead; a quarter of an hour is the smallest step. */
const MIN_OFFSET_MINUTES = -12 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;
export const OFFSET_STEP_MINUTES = 15;

/** Whether the clocks of a place can be so many minutes ahead of UTC. */
export const isZoneOffset = (minutes: number): boolean =>
  minutes >= MIN_OFFSET_MINUTES && minutes <= MAX_OFFSET_MINUTES && minutes % OFFSET_STEP_MINUTES === 0;

/** Minutes that a time zone's clocks are ahead of UTC at a moment. */
function offsetAt(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/u.exec(name) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/**
 * A time zone with an offset from UTC at a time: the member's own if it has that offset, else one without a place, or
 * any for an offset that is no whole number of hours.
 * @param offset minutes
 */
export function findZoneByOffset(offset: number, at: Date, own: string): string {
  if (offsetAt(own, at) === offset) return own;
  // In these names the sign is turned round.
  if (offset % 60 === 0)
    return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset) / 60}`;
  return Intl.supportedValuesOf('timeZone').find((name) => offsetAt(name, at) === offset) ?? own;
}
