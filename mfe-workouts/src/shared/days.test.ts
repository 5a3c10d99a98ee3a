import { addDays, addMonths, daysBetween, dayText, LONG, weekdayOf } from './days.ts';

it('a calendar day is never moved by a time zone', () => {
  expect(dayText('2026-12-31', 'en-us', LONG)).toBe('Thursday, December 31, 2026');
  expect(dayText('2026-11-20', 'de', { weekday: 'short' })).toBe('Fr');
});

it('days and months are added over the ends of months and years', () => {
  expect([addDays('2026-02-28', 1), addDays('2028-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2025-12-31',
  ]);
  expect([addMonths('2026-01-31', 1), addMonths('2026-01-15', -1), addMonths('2026-11-30', 15)]).toEqual([
    '2026-02-28',
    '2025-12-15',
    '2028-02-29',
  ]);
  expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
  expect([weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([0, 1]);
});
