import { CATALOGUE } from './catalogue.ts';
import { POPULAR_IDS } from './families.ts';
import { activityOptions } from './options.ts';
import { searchActivities } from './search.ts';

const groups = activityOptions(CATALOGUE, { popular: POPULAR_IDS });
const found = (search: string) => searchActivities(groups, search).map(({ option }) => option.label);

it.each([
  ['running', 'Run'],
  ['run', 'Run'],
  ['Jogging', 'Run'],
  ['cycling', 'Ride'],
  ['bike', 'Ride'],
  ['mtb', 'Mountain Bike Ride'],
  ['xc ski', 'Cross-Country Ski'],
  ['weights', 'Weight Training'],
  ['sup', 'Stand Up Paddling'],
  ['swim', 'Swim'],
  ['yoga', 'Yoga'],
  ['indoor cycling', 'Indoor Ride'],
  ['spinning', 'Indoor Ride'],
  ['treadmill', 'Treadmill Run'],
  ['tennis', 'Tennis'],
])('[WORK-12] %s finds %s first', (search, first) => expect(found(search)[0]).toBe(first));

it('[WORK-12] exact names come first, then popular ones, then beginnings, then words, each once', () => {
  const ride = found('ride');
  expect(ride[0]).toBe('Ride');
  expect(ride.slice(1, 3).toSorted()).toEqual(['Indoor Ride', 'Mountain Bike Ride']);
  expect(new Set(ride).size).toBe(ride.length);
  expect(found('trail running')[0]).toBe('Trail Run');
  expect(found('ski cross country')).toContain('Cross-Country Ski');
  expect(found('no such thing')).toEqual([]);
});
