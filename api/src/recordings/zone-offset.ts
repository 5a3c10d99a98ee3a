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
