import { sampleSummary, sampleWorkout } from '../../testing/samples.ts';
import { startText, startTextHere } from './start-text.ts';
import { formatTempo, tempoOf } from './tempo.ts';

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

it('[WORK-04] the start is the clock of where the workout was, with its zone when that is another one', () => {
  const run = sampleSummary();
  expect(startText(run, 'en-us', 'America/New_York')).toBe('Fri, Nov 20, 2026, 7:00 AM');
  expect(startText(run, 'en-us', 'Europe/Berlin')).toBe('Fri, Nov 20, 2026, 7:00 AM EST');
});

it('[WORK-04] where this clock is the workout’s, the start is told at once in the same words', () => {
  for (let hours = 0; hours < 24 * 400; hours += 31) {
    const at = new Date(Date.UTC(2025, 11, 31, hours, hours % 60));
    const [start_datetime, start_utc_offset] = [at.toISOString(), -at.getTimezoneOffset()];
    const start_locale_timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const run = sampleWorkout({ start_datetime, start_utc_offset, start_locale_timezone });
    expect(startTextHere(run)).toBe(startText(run, 'en-us'));
    expect(startTextHere({ ...run, start_utc_offset: start_utc_offset + 60 })).toBeNull();
  }
});
