import { wallClock, zonedIso, zonedMoment } from './zoned-time.ts';

it('turns a wall clock into a moment, in winter and in summer', () => {
  expect(zonedIso('2026-01-15', '07:30', 'America/New_York')).toBe('2026-01-15T12:30:00.000Z');
  expect(zonedIso('2026-07-15', '07:30', 'America/New_York')).toBe('2026-07-15T11:30:00.000Z');
  expect(zonedIso('2026-07-15', '00:15', 'Asia/Kathmandu')).toBe('2026-07-14T18:30:00.000Z');
});

it('a time that the clocks skip is taken as if they had not changed', () => {
  // 02:30 does not exist on 2026-03-08 in New York; at standard time it is 07:30 UTC.
  expect(zonedIso('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
});

it('of a time that comes twice, the first is meant', () => {
  expect(zonedIso('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});

it('goes both ways for every hour of a year', () => {
  for (let hour = 0; hour < 365 * 24; hour += 7) {
    const at = new Date(Date.UTC(2026, 0, 1, hour, 20));
    const { date, time } = wallClock(at, 'Europe/Warsaw');
    const back = zonedMoment(date, time, 'Europe/Warsaw');
    // The hour that comes twice in autumn may be read as its first.
    expect([0, 3_600_000]).toContain(at.getTime() - back.getTime());
  }
});
