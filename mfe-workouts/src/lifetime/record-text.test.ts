import { recordName } from '@waymark/ui';
import { createI18n } from '@waymark/i18n';
import { recordTempo, recordValue } from './record-text.ts';
import { sampleRecords } from './samples.ts';

const [longest, fast] = sampleRecords.records;
const told = (shown: { value: string; unit: string } | null) =>
  shown && `${shown.value} ${shown.unit}`.trim();

it('[WORK-09] records have names, also one that is not known yet', () => {
  const i18n = createI18n('en-us');
  expect(
    ['longest_distance', 'most_energy', '5km', '10mi', 'half_marathon', 'marathon', 'toString'].map((key) =>
      recordName(key, (message) => i18n._(message)),
    ),
  ).toEqual(['Longest distance', 'Most energy', '5 km', '10 mi', 'Half marathon', 'Marathon', 'toString']);
});

it('[WORK-09] a record is a distance, an energy or a time', () => {
  expect(told(recordValue(longest!, 'metric', 'en-us'))).toBe('42.3 km');
  expect(told(recordValue(longest!, 'imperial', 'en-us'))).toBe('26.3 mi');
  expect(told(recordValue({ ...longest!, key: 'most_energy', value: 8.368e6 }, 'metric', 'en-us'))).toBe(
    '2,000 kcal',
  );
  expect(told(recordValue(fast!, 'metric', 'en-us'))).toBe('19:50');
});

it('[WORK-09] how fast it was is told as its activity does, and left out without a distance', () => {
  const as = (activity_group: string) => ({ ...fast!, workout: { ...fast!.workout, activity_group } });
  expect(told(recordTempo(as('run'), 'metric', 'en-us'))).toBe('3:58 min/km');
  expect(told(recordTempo(as('ride'), 'imperial', 'en-us'))).toBe('9.4 mph');
  expect(told(recordTempo(as('swim'), 'metric', 'en-us'))).toBe('0:24 min/100 m');
  expect(recordTempo({ ...fast!, distance: null }, 'metric', 'en-us')).toBeNull();
});
