import { sampleWorkout } from '../testing/samples.ts';
import { checkLog } from './check-log.ts';
import { emptyLog, inputOf, logOf, withMeasure, type LogValues } from './log-values.ts';

const NOW = new Date('2026-11-21T15:00:00Z');
const blank = (over: Partial<LogValues> = {}): LogValues => ({
  ...emptyLog(NOW, 'America/New_York', 0),
  ...over,
});

describe('pace and speed, computed both ways', () => {
  it('[WORK-02] distance and duration give the pace', () => {
    const some = withMeasure(blank(), 'distance', '10', 'metric');
    expect(withMeasure(some, 'duration', 3000, 'metric').pace).toBe(300);
    expect(
      withMeasure(withMeasure(blank(), 'distance', '6.2137', 'imperial'), 'duration', 3000, 'imperial').pace,
    ).toBe(483);
  });

  it('[WORK-02] a typed pace changes the duration when the distance is known, otherwise the distance', () => {
    expect(withMeasure(blank({ distance: '10' }), 'pace', 330, 'metric').duration).toBe(3300);
    expect(withMeasure(blank({ duration: 3600 }), 'pace', 300, 'metric').distance).toBe('12');
    expect(withMeasure(blank(), 'pace', 300, 'metric')).toMatchObject({
      pace: 300,
      duration: null,
      distance: '',
    });
  });
});

it('[WORK-02] the form becomes a call in metres, seconds and joules, at the wall clock of its zone', () => {
  const values = blank({
    activityId: 16,
    date: '2026-11-20',
    time: '07:30',
    duration: 3000,
    distance: '10,5',
    energy: '600',
    heartrateAvg: '150',
    name: '  ',
  });
  expect(inputOf(values, 'metric')).toMatchObject({
    name: undefined,
    activity_type_id: 16,
    start_datetime: '2026-11-20T12:30:00.000Z',
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 10_500,
    energy: 600 * 4184,
    heartrate_avg: 150,
    heartrate_max: null,
  });
});

it('[WORK-05] a workout opened for editing and saved unchanged keeps its figures', () => {
  const workout = sampleWorkout();
  const back = inputOf(logOf(workout, 'metric'), 'metric');
  expect(back).toMatchObject({
    name: 'Morning run',
    distance: 10_000,
    duration: 3000,
    start_datetime: '2026-11-20T12:00:00.000Z',
  });
});

it('[WORK-05] a copy starts when it is told to', () => {
  expect(logOf(sampleWorkout(), 'metric', new Date('2026-11-21T15:00:00Z'))).toMatchObject({
    date: '2026-11-21',
    time: '10:00',
  });
});

it('[WORK-02] says what keeps it from being saved, field by field', () => {
  expect(Object.keys(checkLog(blank(), NOW, 'metric')).sort()).toEqual(['activityId', 'duration']);
  const wrong = blank({
    activityId: 16,
    date: '2026-11-22',
    duration: 60,
    distance: '1o',
    energy: '-1',
    heartrateAvg: '300',
    heartrateMax: '10',
  });
  expect(Object.keys(checkLog(wrong, NOW, 'metric')).sort()).toEqual([
    'date',
    'distance',
    'energy',
    'heartrateAvg',
    'heartrateMax',
  ]);
  expect(
    Object.keys(
      checkLog(
        blank({ activityId: 16, duration: 60, heartrateAvg: '150', heartrateMax: '140' }),
        NOW,
        'metric',
      ),
    ),
  ).toEqual(['heartrateMax']);
  expect(checkLog(blank({ activityId: 16, duration: 60 }), NOW, 'metric')).toEqual({});
});

it('[WORK-02] absurd figures are answered with what is wrong', () => {
  const wrong = (over: Partial<LogValues>) => {
    const errors = checkLog(blank({ activityId: 16, duration: 3600, ...over }), NOW, 'metric');
    return Object.entries(errors).map(([field, text]) => `${field}: ${text.message}`);
  };
  expect(wrong({})).toEqual([]);
  expect(wrong({ distance: '-3' })).toEqual(['distance: Distance cannot be negative.']);
  expect(wrong({ distance: '20001', duration: 29 * 86_400 })).toEqual([
    'distance: This distance is longer than any workout.',
  ]);
  expect(wrong({ distance: '400' })).toEqual([
    'distance: That’s faster than anyone has ever gone. Check the distance and the duration.',
  ]);
  expect(wrong({ energy: '99999' })).toEqual(['energy: This is more energy than any workout takes.']);
  expect(wrong({ duration: 31 * 86_400 })).toEqual(['duration: A workout lasts at most 30 days.']);
  expect(wrong({ date: '2026-11-22' })).toEqual([
    'date: This start is in the future. Log the workout once it has begun.',
  ]);
});

it('[WORK-02] a start is judged as a moment, whatever the clock of its place shows', () => {
  const errors = (timeZone: string, date: string, time: string, saved?: LogValues) =>
    checkLog(blank({ activityId: 16, duration: 60, timeZone, date, time }), NOW, 'metric', saved).date;
  // At 15:00 UTC it is 5:00 of the next day in Kiritimati and 4:00 on Niue.
  expect(errors('Pacific/Kiritimati', '2026-11-22', '04:59')).toBeUndefined();
  expect(errors('Pacific/Kiritimati', '2026-11-22', '05:30')).toBeDefined();
  expect(errors('Pacific/Niue', '2026-11-21', '03:59')).toBeUndefined();
  expect(errors('Pacific/Niue', '2026-11-21', '05:00')).toBeDefined();
  expect(errors('Europe/Berlin', '2026-11-21', '16:00')).toBeUndefined();
  expect(errors('Europe/Berlin', '2026-11-21', '18:00')).toBeDefined();
});

it('[WORK-05] a workout that the clock of a device dated ahead can be edited, but not moved further', () => {
  const saved = blank({ activityId: 16, duration: 60, date: '2026-11-21', time: '14:00' });
  expect(checkLog({ ...saved, notes: 'Windy.' }, NOW, 'metric', saved)).toEqual({});
  expect(Object.keys(checkLog({ ...saved, time: '15:00' }, NOW, 'metric', saved))).toEqual(['date']);
  expect(Object.keys(checkLog(saved, NOW, 'metric'))).toEqual(['date']);
});
