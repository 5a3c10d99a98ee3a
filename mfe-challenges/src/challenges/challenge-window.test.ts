import { daysUntil, formatWindow } from './challenge-window.ts';

const days = {
  first_day: '2026-03-01',
  last_day: '2026-03-31',
  time_zone: null as string | null,
  state: 'open' as 'open' | 'upcoming' | 'past',
};
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ');

it('[CHAL-01] shows days as they are where every place has its own', () => {
  for (const ownZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    expect(plain(formatWindow(days, { locale: 'en-us', ownZone }))).toBe('Mar 01, 2026 – Mar 31, 2026');
});

it('[CHAL-01] shows a window of one zone by the own clock, across a change of the clock', () => {
  // Berlin goes to summer time on 29 March, New York on the 8th.
  const window = { ...days, time_zone: 'Europe/Berlin' };
  expect(plain(formatWindow(window, { locale: 'en-us', ownZone: 'America/New_York' }))).toBe(
    'Feb 28, 2026, 6:00 PM – Mar 31, 2026, 6:00 PM',
  );
  expect(plain(formatWindow(window, { locale: 'en-us', ownZone: 'Europe/Berlin' }))).toBe(
    'Mar 01, 2026 – Mar 31, 2026',
  );
});

it('[CHAL-01] a day whose midnight the clock skips begins an hour later', () => {
  // Santiago goes from 24:00 of 5 September to 01:00 of the 6th.
  const window = { ...days, time_zone: 'America/Santiago' };
  const inUtc = (first_day: string, last_day: string) =>
    plain(formatWindow({ ...window, first_day, last_day }, { locale: 'en-us', ownZone: 'UTC' }));
  expect(inUtc('2026-09-06', '2026-09-06')).toBe('Sep 06, 2026, 4:00 AM – Sep 07, 2026, 3:00 AM');
  expect(inUtc('2026-09-05', '2026-09-05')).toBe('Sep 05, 2026, 4:00 AM – Sep 06, 2026, 4:00 AM');
});

it.each([
  ['2026-03-31T21:00:00Z', 'open', 'America/New_York', 0],
  ['2026-03-31T05:00:00Z', 'open', 'America/New_York', 0],
  ['2026-03-31T03:00:00Z', 'open', 'America/New_York', 1],
  ['2026-03-30T10:30:00Z', 'open', 'Pacific/Kiritimati', 0],
  ['2026-02-26T12:00:00Z', 'upcoming', 'UTC', 3],
  ['2026-04-20T12:00:00Z', 'past', 'UTC', 0],
] as const)('[CHAL-01] at %s a challenge that is %s in %s has %i days to go', (now, state, zone, left) => {
  expect(daysUntil({ ...days, state }, new Date(now), zone)).toBe(left);
});
