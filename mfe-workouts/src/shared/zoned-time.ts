/** Minutes that a zone is ahead of UTC at a moment. */
export function offsetMinutes(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return Math.round((local - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
}

/**
 * The moment a wall clock shows a date ('2026-11-20') and time ('07:30') in a zone.
 * A time that the clocks skip in spring is taken as if they had not been changed; of one that comes twice in autumn, the first.
 */
export function zonedMoment(date: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const candidates = [-1, 1].map(
    (side) => wall - offsetMinutes(new Date(wall + side * 86_400_000), timeZone) * 60_000,
  );
  const exact = candidates.filter(
    (moment) => moment + offsetMinutes(new Date(moment), timeZone) * 60_000 === wall,
  );
  return new Date(Math.min(...(exact.length > 0 ? exact : candidates.slice(0, 1))));
}

/** Date and time that a wall clock in a zone shows at a moment. */
export function wallClock(at: Date, timeZone: string): { date: string; time: string } {
  const local = new Date(at.getTime() + offsetMinutes(at, timeZone) * 60_000).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/** ISO text in UTC of the moment a wall clock shows: '2026-11-20T12:30:00.000Z' for 07:30 in New York. */
export function zonedIso(date: string, time: string, timeZone: string): string {
  return zonedMoment(date, time, timeZone).toISOString();
}
