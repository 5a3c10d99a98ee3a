import { DEFAULTS, dateOf, dayIn, hasFilters, readFilters, withFilters } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

it('[WORK-07] filters are read from an address and written back the same', () => {
  const query =
    'user=55&period=month&show=ascent&activityTypes=16%2C11&weekStartDay=0&currentDateIndex=3&currentWeekIndex=2&currentYearIndex=1';
  const filters = read(query);
  expect(filters).toEqual({
    period: 'month',
    show: 'ascent',
    activityTypes: ['16', '11'],
    weekStartDay: 0,
    currentDateIndex: 3,
    currentWeekIndex: 2,
    currentYearIndex: 1,
  });
  expect(withFilters(new URLSearchParams('user=55'), filters).toString()).toBe(query);
  expect(withFilters(new URLSearchParams(query), DEFAULTS).toString()).toBe('user=55');
});

it('[WORK-07] what makes no sense in an address is as at first', () => {
  expect(
    read(
      'period=decade&show=<b>&activityTypes=16;drop&weekStartDay=9&currentWeekIndex=-4&currentYearIndex=1e9',
    ),
  ).toEqual(DEFAULTS);
  expect(read('activityTypes=all').activityTypes).toEqual(['all']);
  expect([hasFilters(new URLSearchParams('user=5')), hasFilters(new URLSearchParams('period=week'))]).toEqual(
    [false, true],
  );
});

it('[WORK-07] an index counts spans back from now', () => {
  const at = (query: string) => dateOf(read(query), '2026-03-31');
  expect(at('')).toBeUndefined();
  expect(at('currentWeekIndex=1')).toBe('2026-03-24');
  expect(at('period=month&currentDateIndex=1')).toBe('2026-02-01');
  expect(at('period=month&currentDateIndex=15')).toBe('2024-12-01');
  expect(at('period=year&currentYearIndex=2&currentWeekIndex=9')).toBe('2024-03-01');
});

it('today is that of the member, not of the machine', () => {
  const now = new Date('2026-11-21T03:00:00Z');
  expect([dayIn('America/New_York', now), dayIn('Asia/Tokyo', now)]).toEqual(['2026-11-20', '2026-11-21']);
});
