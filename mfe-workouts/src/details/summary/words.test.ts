import { formatTempo, tempoOf } from '@waymark/units';
import { sampleWorkout } from '../../testing/samples.ts';
import { startText } from './start-text.ts';

it('[WORK-04] on foot pace is told, in water for 100 metres or yards, else speed', () => {
  expect(['run', 'walk', 'hike', 'swim', 'ride', 'gym'].map(tempoOf)).toEqual([
    'pace',
    'pace',
    'pace',
    'swim',
    'speed',
    'speed',
  ]);
  const say = (
    ...[tempo, mps, system]: [Parameters<typeof formatTempo>[0], number, 'metric' | 'imperial']
  ) => {
    const { value, unit } = formatTempo(tempo, mps, system, 'en-us');
    return `${value} ${unit}`;
  };
  expect(say('pace', 2.5, 'metric')).toBe('6:40 min/km');
  expect(say('pace', 2.5, 'imperial')).toBe('10:44 min/mi');
  expect(say('swim', 1, 'metric')).toMatch(/^1:40 .*100/);
  expect(say('speed', 10, 'metric')).toBe('36.0 km/h');
});

it('[WORK-04] the start is the clock of where the workout was, with its zone when this one differs', () => {
  const here = -new Date('2026-11-20T12:00:00Z').getTimezoneOffset();
  const clocks = [
    ['America/New_York', -300, 'Fri, Nov 20, 2026, 7:00 AM', ' GMT-5'],
    ['Asia/Kathmandu', 345, 'Fri, Nov 20, 2026, 5:45 PM', ' GMT+5:45'],
    ['Africa/Abidjan', 0, 'Fri, Nov 20, 2026, 12:00 PM', ' GMT'],
    ['Pacific/Kiritimati', 840, 'Sat, Nov 21, 2026, 2:00 AM', ' GMT+14'],
  ] as const;
  for (const [start_locale_timezone, start_utc_offset, there, zone] of clocks) {
    const run = sampleWorkout({ start_locale_timezone, start_utc_offset });
    expect(startText(run, 'en-us')).toBe(there + (start_utc_offset === here ? '' : zone));
    expect(startText(run, 'de-de')).toContain('Nov. 2026');
  }
});

it('[WORK-04] in English the start is written as Intl would', () => {
  for (let hours = 0; hours < 24 * 400; hours += 31) {
    const at = new Date(Date.UTC(2025, 11, 31, hours, hours % 60));
    const [start_datetime, start_utc_offset] = [at.toISOString(), -at.getTimezoneOffset()];
    const start_locale_timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const run = sampleWorkout({ start_datetime, start_utc_offset, start_locale_timezone });
    expect(startText(run, 'en-us')).toBe(startText(run, 'en-us-u-ca-gregory'));
  }
});
