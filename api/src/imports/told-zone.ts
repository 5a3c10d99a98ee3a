import type { ToldFigures } from '../files/told.ts';

/** Minutes that a time zone's clocks are ahead of UTC at a moment. */
function offsetAt(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/u.exec(name) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/**
 * Where the figures' clock stood: by the place; else the member's own zone, unless the clock was another one, which
 * then has a zone without a place.
 */
export function zoneOfTold({ zone, offset, start }: ToldFigures, own: string): string {
  if (zone) return zone;
  if (offset === null || offset === undefined) return own;
  const at = new Date(start);
  if (offsetAt(own, at) === offset) return own;
  // In these names the sign is turned round.
  if (offset % 60 === 0)
    return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset) / 60}`;
  return Intl.supportedValuesOf('timeZone').find((name) => offsetAt(name, at) === offset) ?? own;
}
