import { checkLog } from './check-log.ts';
import { clockChange } from './clock-change.ts';
import { emptyLog } from './log-values.ts';

const NEW_YORK = 'America/New_York';
const at = (date: string, time: string, timeZone = NEW_YORK) => ({ date, time, timeZone });
const kindOf = (...[start, duration]: Parameters<typeof clockChange>) =>
  clockChange(start, duration)?.kind ?? null;

it('[WORK-02] a time that the clocks skipped in spring is none', () => {
  expect(kindOf(at('2026-03-08', '02:30'), 600)).toBe('skipped');
  expect(kindOf(at('2026-03-08', '02:00'), 600)).toBe('skipped');
  expect(kindOf(at('2026-03-08', '01:59'), null)).toBeNull();
  expect(kindOf(at('2026-03-08', '03:00'), 600)).toBeNull();
  const errors = checkLog(
    { ...emptyLog(new Date('2026-03-09T12:00:00Z'), NEW_YORK, 0), ...at('2026-03-08', '02:30') },
    new Date('2026-03-09T12:00:00Z'),
    'metric',
  );
  expect(errors.time?.message).toContain('skipped this time');
});

it('[WORK-02] a time that comes twice in autumn is said to', () => {
  expect(kindOf(at('2026-11-01', '01:30'), 600)).toBe('twice');
  expect(kindOf(at('2026-11-01', '00:59'), 600)).toBeNull();
  expect(kindOf(at('2026-11-01', '02:00'), 600)).toBeNull();
});

it('[WORK-02] a workout over the change of the clocks says when it ended by the clock', () => {
  // Midnight to the second 1:30, on the day of 25 hours.
  const long = clockChange(at('2026-11-01', '00:00'), 2.5 * 3600);
  expect(long).toEqual({ kind: 'during', ends: new Date('2026-11-01T06:30:00Z') });
  const spring = clockChange(at('2026-03-08', '01:30'), 3600);
  expect(spring).toEqual({ kind: 'during', ends: new Date('2026-03-08T07:30:00Z') });
  expect(kindOf(at('2026-10-31', '23:00'), 25 * 3600)).toBe('during');
});

it('an ordinary day, half an hour of change, and a zone without any', () => {
  expect(kindOf(at('2026-06-15', '07:30'), 86_400)).toBeNull();
  expect(kindOf(at('2026-11-01', '01:30', 'Asia/Kathmandu'), 86_400)).toBeNull();
  // Lord Howe Island moves by half an hour: 2:00 becomes 2:30 on the first Sunday of October.
  expect(kindOf(at('2026-10-04', '02:15', 'Australia/Lord_Howe'), 60)).toBe('skipped');
  expect(kindOf(at('2026-04-05', '01:45', 'Australia/Lord_Howe'), 60)).toBe('twice');
});
