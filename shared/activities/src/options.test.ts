import { CATALOGUE } from './catalogue.ts';
import { activityIdForFileSport, activityOptions, ALL, POPULAR_IDS, toggleMulti } from './index.ts';
import type { FileSport } from './index.ts';

it('[WORK-11] Popular comes first in its own order, the other groups sorted by label', () => {
  const groups = activityOptions(CATALOGUE, { popular: POPULAR_IDS });
  expect(groups[0]?.key).toBe('popular');
  expect(groups[0]?.options.map(({ id }) => id)).toEqual(POPULAR_IDS);
  const labels = groups.slice(1).map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(labels).toHaveLength(15);
});

it('[WORK-11] every type is in one group besides Popular, sorted by label', () => {
  const groups = activityOptions(CATALOGUE, { popular: POPULAR_IDS }).slice(1);
  const ids = groups.flatMap(({ options }) => options.map(({ id }) => id));
  expect(ids.toSorted((a, b) => a - b)).toEqual(CATALOGUE.map(({ id }) => id).toSorted((a, b) => a - b));
  const runs = groups.find(({ key }) => key === 'run')?.options.map(({ label }) => label) ?? [];
  expect(runs.slice(0, 3)).toEqual(['5 km Race', '10 km Race', 'Anti-Gravity Treadmill Run']);
});

it('[WORK-11] an option has id, label, value, options, rootId, popular and disabled', () => {
  const [first] = activityOptions(CATALOGUE, { popular: [25], isDisabled: ({ id }) => id === 25 });
  expect(first?.options[0]).toMatchObject({
    id: 25,
    label: 'Treadmill Run',
    value: '25',
    rootId: 16,
    popular: true,
    disabled: true,
  });
  expect(first?.options[0]?.options.map(({ label }) => label)).toContain('Virtual Run');
});

it('[WORK-11] without a known popular id there is no Popular group, and groups take translated labels', () => {
  const types = CATALOGUE.filter(({ id }) => id === 16 || id === 11);
  const groups = activityOptions(types, {
    popular: [999_999],
    groupLabel: (key) => ({ run: 'Laufen', ride: 'Radfahren' })[key as string] ?? key,
    locale: 'de',
  });
  expect(groups.map(({ label }) => label)).toEqual(['Laufen', 'Radfahren']);
  expect(groups[0]?.options[0]).toMatchObject({ popular: false, disabled: false, options: [] });
  expect(activityOptions([])).toEqual([]);
});

it("[WORK-12] choosing 'all' clears the others, another choice drops 'all'", () => {
  expect(toggleMulti(['16', '11'], ALL)).toEqual([ALL]);
  expect(toggleMulti<string>([ALL], '16')).toEqual(['16']);
  expect(toggleMulti(['16'], '11')).toEqual(['16', '11']);
  expect(toggleMulti(['16', '11'], '16')).toEqual(['11']);
  expect(toggleMulti([ALL], ALL)).toEqual([]);
});

const sports: readonly (readonly [FileSport['format'], string | number | null, string | null, string])[] = [
  ['fit', 'running', null, 'Run'],
  ['fit', 'running', 'generic', 'Run'],
  ['fit', 'running', 'trail', 'Trail Run'],
  ['fit', 'running', 'treadmill', 'Treadmill Run'],
  ['fit', 'cycling', 'road', 'Road Ride'],
  ['fit', 'cycling', 'mountain', 'Mountain Bike Ride'],
  ['fit', 'cycling', 'indoor_cycling', 'Indoor Ride'],
  ['fit', 'cycling', 'gravel_cycling', 'Gravel Ride'],
  ['fit', 'e_biking', 'generic', 'E-Bike Ride'],
  ['fit', 'swimming', 'lap_swimming', 'Pool Swim'],
  ['fit', 'swimming', 'open_water', 'Open Water Swim'],
  ['fit', 'hiking', null, 'Hike'],
  ['fit', 'walking', 'speed_walking', 'Fitness Walk'],
  ['fit', 'training', 'strength_training', 'Weight Training'],
  ['fit', 'transition', 'generic', 'Transition'],
  ['fit', 'fitness_equipment', 'elliptical', 'Elliptical'],
  ['fit', 'stand_up_paddleboarding', null, 'Stand Up Paddling'],
  ['fit', 'golf', null, 'Golf'],
  ['fit', 'generic', null, 'Generic Workout'],
  ['fit', 'wizardry', 'flying', 'Generic Workout'],
  ['fit', '9', null, 'Generic Workout'],
  ['tcx', 'Running', null, 'Run'],
  ['tcx', 'Biking', null, 'Ride'],
  ['tcx', 'Other', null, 'Generic Workout'],
  ['tcx', 'Hiking', null, 'Hike'],
  ['gpx', '9', null, 'Run'],
  ['gpx', 1, null, 'Ride'],
  ['gpx', '4', null, 'Hike'],
  ['gpx', 'cycling', null, 'Ride'],
  ['gpx', 'trail_running', null, 'Trail Run'],
  ['gpx', ' Trail Run ', null, 'Trail Run'],
  ['gpx', 'MountainBikeRide', null, 'Mountain Bike Ride'],
  ['gpx', 'open-water swimming', null, 'Open Water Swim'],
  ['gpx', '16', null, 'Swim'],
  ['gpx', '17', null, 'Virtual Ride'],
  ['gpx', '53', null, 'Virtual Run'],
  ['gpx', 'cross_country_skiing_ws', null, 'Cross-Country Ski'],
  ['gpx', 'rowing_v2', null, 'Rowing'],
  ['gpx', 'touringbicycle', null, 'Ride'],
  ['gpx', 'SKIING_DOWNHILL', null, 'Alpine Ski'],
  ['tcx', 'MultiSport', null, 'Multisport'],
  ['fit', 'multisport', 'triathlon', 'Triathlon'],
  ['gpx', 'constructor', null, 'Generic Workout'],
  ['gpx', '', null, 'Generic Workout'],
  ['gpx', null, null, 'Generic Workout'],
];

it.each(sports)('[WORK-11] a %s file of %p / %p is a %s', (format, sport, subSport, name) => {
  const id = activityIdForFileSport({ format, sport, subSport });
  expect(CATALOGUE.find((type) => type.id === id)?.name).toBe(name);
});
