import assert from 'node:assert/strict';
import test from 'node:test';
import { activeDays, streaksOf } from '../training/stats/active-days.ts';
import { addDays, isTimeZone, localDay, utcOffset, weekOf } from './local-day.ts';

test('[WORK-01] a workout belongs to the day on the wall where it began', () => {
  const at = new Date('2026-03-01T02:30:00Z');
  assert.equal(localDay(at, 'America/Los_Angeles'), '2026-02-28');
  assert.equal(localDay(at, 'Europe/Warsaw'), '2026-03-01');
  assert.equal(localDay(at, 'Pacific/Kiritimati'), '2026-03-01');
});

test('time zones are places, not offsets or inventions', () => {
  assert.ok(isTimeZone('Asia/Kolkata'));
  assert.ok(isTimeZone('UTC'));
  assert.ok(isTimeZone('CET'));
  for (const name of ['+02:00', 'Europe/Atlantis', '', '../etc/passwd', 'BET', 'cst', 'SystemV/AST4'])
    assert.ok(!isTimeZone(name), name);
});

test('[WORK-01] weeks begin on the day the member chose, across months and years', () => {
  assert.equal(weekOf('2026-01-01', 1), '2025-12-29');
  assert.equal(weekOf('2026-01-01', 0), '2025-12-28');
  assert.equal(weekOf('2026-01-05', 1), '2026-01-05');
  assert.equal(addDays('2028-02-28', 2), '2028-03-01');
});

test('[WORK-01] a streak counts weeks in a row, and a week under way does not end it', () => {
  const year = (...days: number[]) =>
    activeDays([
      { year: 2026, days: Array.from({ length: 366 }, (_, i) => (days.includes(i) ? '1' : '0')).join('') },
    ]);
  const weeks = (...days: number[]) => streaksOf(year(...days), '2026-05-13', 1).current_weeks.length;
  // 11 May 2026, a Monday, is day 130 of the year counted from 0.
  assert.equal(weeks(), 0);
  assert.equal(weeks(130, 123, 116, 102), 3);
  assert.equal(weeks(123, 116), 2);
  assert.equal(weeks(116), 0);
});

test('[WORK-04] how far the clock of a place is ahead is told in minutes, by season', () => {
  const of = (at: string, zone: string) => utcOffset(new Date(at), zone);
  assert.equal(of('2026-03-29T00:59:59.900Z', 'Europe/Berlin'), 60);
  assert.equal(of('2026-03-29T01:00:00Z', 'Europe/Berlin'), 120);
  assert.equal(of('2026-07-01T12:00:00Z', 'Asia/Kathmandu'), 345);
  assert.equal(of('2026-07-01T12:00:00Z', 'America/St_Johns'), -150);
  assert.equal(of('1969-12-31T23:59:59.999Z', 'UTC'), 0);
});

test('however many spellings of a zone are asked for, few formats are kept', (t) => {
  const spellings = Array.from({ length: 800 }, (_, n) =>
    'america/new_york'
      .split('')
      .map((letter, i) => ((n >> i) & 1 ? letter.toUpperCase() : letter))
      .join(''),
  );
  const made = t.mock.method(Intl, 'DateTimeFormat');
  const at = new Date('2026-07-01T02:00:00Z');
  for (const spelling of spellings) assert.equal(localDay(at, spelling), '2026-06-30');
  const afterAll = made.mock.callCount();
  localDay(at, spellings.at(-1)!);
  assert.equal(made.mock.callCount(), afterAll, 'the latest is kept');
  localDay(at, spellings[0]!);
  assert.equal(made.mock.callCount(), afterAll + 1, 'the oldest is not');
});
