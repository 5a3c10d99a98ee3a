import { firstDayInLocale } from './calendar.ts';

it.each([
  ['en-us', 0],
  ['en-gb', 1],
  ['de', 1],
  ['ar-eg', 6],
  ['no locale', 1],
])('weeks of %s begin on day %i', (locale, day) => expect(firstDayInLocale(locale)).toBe(day));
