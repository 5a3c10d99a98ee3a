import {
  checkDuration,
  distanceFrom,
  durationFrom,
  formatDate,
  formatDateTime,
  formatDayRange,
  formatDuration,
  formatRelative,
  formatTimeOfDay,
  invertPace,
  joinDuration,
  paceFrom,
  speedFrom,
  splitDuration,
  timeUnitFor,
} from './index.ts';

it.each([
  [0, '0:00'],
  [59.4, '0:59'],
  [59.6, '1:00'],
  [312, '5:12'],
  [3599, '59:59'],
  [3599.7, '1:00:00'],
  [3661, '1:01:01'],
  [360_000, '100:00:00'],
  [-65, '-1:05'],
  [-0.2, '0:00'],
  [null, '–'],
  [undefined, '–'],
  [Number.NaN, '–'],
])('[UNIT-02] %p seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('[UNIT-02] dates read MMM DD, YYYY in the zone of the reader', () => {
  expect(formatDate('2026-03-01T23:30:00Z', { timeZone: 'UTC' })).toBe('Mar 01, 2026');
  expect(formatDate('2026-03-01T23:30:00Z', { timeZone: 'Asia/Tokyo' })).toBe('Mar 02, 2026');
  expect(formatDate(new Date('2026-12-24T12:00:00Z'), { timeZone: 'UTC' })).toBe('Dec 24, 2026');
});

it('[UNIT-02] a calendar day stays the same day in every zone', () => {
  expect(formatDate('2026-03-01', { timeZone: 'America/Los_Angeles' })).toBe('Mar 01, 2026');
});

it('[UNIT-02] days of a range read as single days do, with what they share said once', () => {
  const plain = (text: string) => text.replaceAll(/\s/gu, ' ');
  expect(plain(formatDayRange('2026-02-02', '2026-02-08'))).toBe('Feb 02 – 08, 2026');
  expect(plain(formatDayRange('2026-01-26', '2026-02-01'))).toBe('Jan 26 – Feb 01, 2026');
  expect(plain(formatDayRange('2025-12-29', '2026-01-04'))).toBe('Dec 29, 2025 – Jan 04, 2026');
  expect(plain(formatDayRange('2026-02-03', '2026-02-03'))).toBe('Feb 03, 2026');
  expect(plain(formatDayRange('2026-02-02', '2026-02-08', { hasYear: false }))).toBe('Feb 02 – 08');
  expect(plain(formatDayRange('2026-02-02', '2026-02-08', { locale: 'de-DE' }))).toBe('02.–08. Feb. 2026');
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'ar-EG'])
    expect(formatDayRange('2026-02-03', '2026-02-03', { locale })).toBe(formatDate('2026-02-03', { locale }));
});

it('[UNIT-02] a day has two digits with a weekday and without a year, too', () => {
  expect(formatDate('2026-02-03', { weekday: 'short', hasYear: false })).toBe('Tue, Feb 03');
  expect(formatDate('2026-02-03', { hasYear: false })).toBe('Feb 03');
  expect(formatDate('2026-02-03', { weekday: 'long' })).toBe('Tuesday, Feb 03, 2026');
});

it('[UNIT-02] dates and times follow the locale; no date is a dash', () => {
  expect(formatDate('2026-03-01', { locale: 'de-DE' })).toBe('01. März 2026');
  expect(formatTimeOfDay('2026-03-01T17:05:00Z', { timeZone: 'UTC', locale: 'en-GB' })).toBe('17:05');
  expect(formatDateTime('2026-03-01T17:05:00Z', { timeZone: 'UTC' })).toMatch(/^Mar 01, 2026, 5:05\sPM$/u);
  for (const nothing of [null, undefined, '', 'yesterday', new Date(Number.NaN)]) {
    expect(formatDate(nothing)).toBe('–');
  }
});

it.each([
  [3599, 'minute'],
  [3600, 'hour'],
  [96 * 3600 - 1, 'hour'],
  [96 * 3600, 'day'],
  [2_678_399, 'day'],
  [2_678_400, 'month'],
  [31_535_999, 'month'],
  [31_536_000, 'year'],
  [-31_536_000, 'year'],
])('[UNIT-01] a span of %p s is told in the unit %s', (seconds, unit) => {
  expect(timeUnitFor(seconds)).toBe(unit);
});

it('relative times round towards now', () => {
  const now = new Date('2026-06-15T12:00:00Z');
  expect(formatRelative('2026-06-15T11:58:30Z', now)).toBe('1 minute ago');
  expect(formatRelative('2026-06-14T10:00:00Z', now)).toBe('26 hours ago');
  expect(formatRelative('2026-06-10T12:00:00Z', now)).toBe('5 days ago');
  expect(formatRelative('2026-06-25T12:00:00Z', now)).toBe('in 10 days');
  expect(formatRelative('2024-01-01T00:00:00Z', now, 'de')).toBe('vor 2 Jahren');
  expect(formatRelative(null, now)).toBe('–');
  expect(formatRelative('soon', now)).toBe('–');
});

it('[UI-03] typed parts join with empty ones as 0, and split again', () => {
  expect(joinDuration({ hours: '1', minutes: '', seconds: ' 5 ' })).toBe(3605);
  expect(joinDuration({ minutes: 90, seconds: null })).toBe(5400);
  expect(splitDuration(3605)).toEqual({ hours: 1, minutes: 0, seconds: 5 });
  expect(splitDuration(5405, { showHours: false })).toEqual({ hours: 0, minutes: 90, seconds: 5 });
  expect(splitDuration(3599.6)).toEqual({ hours: 1, minutes: 0, seconds: 0 });
});

it('[UI-03] parts are non-negative whole numbers', () => {
  expect(checkDuration({ hours: '', minutes: '59', seconds: 59 })).toEqual({});
  expect(checkDuration({ hours: '-1', minutes: '1.5', seconds: 'x' })).toEqual({
    hours: 'negative',
    minutes: 'not_whole',
    seconds: 'not_whole',
  });
});

it('[UI-03] minutes end at 59 only when hours are shown, seconds always', () => {
  expect(checkDuration({ minutes: 60, seconds: 60 })).toEqual({ minutes: 'max_59', seconds: 'max_59' });
  expect(checkDuration({ minutes: 90, seconds: 0 }, { showHours: false })).toEqual({});
  expect(checkDuration({ hours: 200 })).toEqual({});
});

it('[WORK-02] distance, duration and pace give each other', () => {
  expect(paceFrom(10_000, 3000)).toBe(0.3);
  expect(speedFrom(10_000, 2500)).toBe(4);
  expect(durationFrom(10_000, 0.3)).toBe(3000);
  expect(distanceFrom(3000, 0.3)).toBe(10_000);
  expect(invertPace(0.25)).toBe(4);
  for (const missing of [0, -1, Number.NaN, Infinity]) {
    expect([paceFrom(missing, 1), speedFrom(1, missing), durationFrom(missing, 1)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([distanceFrom(1, missing), invertPace(missing)]).toEqual([null, null]);
  }
});
