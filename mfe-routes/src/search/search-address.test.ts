import { readAddress, searchAddress, type AddressProblem } from './search-address.ts';
import { type Criteria, emptyCriteria, radiusWithin, searchParams, wordOf } from './search-criteria.ts';

const asked = (text: string) => readAddress(new URLSearchParams(text), 'km');
const full: Criteria = {
  location: { lat: 30.2672, lng: -97.7431 },
  place: 'Austin, TX, US',
  radius: 25,
  unit: 'mi',
  distanceType: 'between',
  distanceMinimum: 3,
  distanceMaximum: 6.2,
  routeName: 'River & lake loop',
  activityType: 16,
  sort: '-elevation',
};

it('[ROUTE-04] every criterion is in the address and comes back from it', () => {
  const address = searchAddress(full, 40);
  expect(asked(address.slice(address.indexOf('?')))).toEqual({ criteria: full, from: 40, wrong: [] });
  expect(searchAddress(emptyCriteria('mi'))).toBe('/routes/search');
  expect(asked('')).toEqual({ criteria: emptyCriteria('km'), from: 0, wrong: [] });
});

it('[ROUTE-04] the search is asked for in metres, by the first word of the name, forty at a time', () => {
  expect(searchParams(full)).toEqual({
    close_to_location: '30.2672,-97.7431',
    search_radius: 40_233.6,
    minimum_distance: 4828.03,
    maximum_distance: 9977.93,
    text_search: 'River',
    activity_type: 16,
    order_by: '-elevation',
    limit: 40,
  });
  expect(searchParams({ ...full, routeName: '', activityType: null, sort: null })).toMatchObject({
    text_search: undefined,
    activity_type: undefined,
    order_by: '-date_created',
    limit: 20,
  });
  expect(searchParams({ ...full, sort: null }).order_by).toBe('-text_match');
});

it('[ROUTE-04] at least so far goes up to 3,218,688 metres', () => {
  expect(searchParams({ ...full, distanceType: 'atleast', unit: 'km' })).toMatchObject({
    minimum_distance: 3000,
    maximum_distance: 3_218_688,
  });
  expect(searchParams(emptyCriteria('km')).maximum_distance).toBeUndefined();
});

it('[ROUTE-14] a search that names neither place nor route is around 37.09, -95.71; a name alone is found everywhere', () => {
  expect(searchParams(emptyCriteria('km'))).toMatchObject({
    close_to_location: '37.09,-95.71',
    search_radius: 500_000,
  });
  expect(searchParams({ ...emptyCriteria('km'), routeName: 'River' })).not.toHaveProperty(
    'close_to_location',
  );
});

it.each<[string, AddressProblem]>([
  ['location=91,0', 'location'],
  ['location=north', 'location'],
  ['location=1e3,5', 'location'],
  ['location=1,2&radius=9000', 'radius'],
  ['location=1,2&radius=-5', 'radius'],
  ['unit=furlong', 'distance'],
  ['distanceMinimum=5km', 'distance'],
  ['distanceMinimum=3300', 'distance'],
  ['distanceType=between&distanceMinimum=9&distanceMaximum=3', 'distance'],
  ['routeName=%3F%3F%3F', 'name'],
  ['activityType=running', 'activity'],
  ['activityType=-4', 'activity'],
  ['sort=random()', 'sort'],
  ['from=-20', 'page'],
])('[ROUTE-04] %s is told to be wrong, and the rest is searched', (text, wrong) => {
  const { criteria, from, wrong: told } = asked(text);
  expect(told).toEqual([wrong]);
  expect(from).toBe(0);
  const { location } = criteria;
  expect({ ...criteria, location: null }).toMatchObject({
    ...emptyCriteria('km'),
    ...(text.includes('between') && { distanceType: 'between' }),
  });
  expect(location).toEqual(text.startsWith('location=1,2') ? { lat: 1, lng: 2 } : null);
});

it("[ROUTE-04] the activity 'All' means none", () => {
  expect(asked('activityType=All')).toMatchObject({ criteria: { activityType: null }, wrong: [] });
});

it.each([
  ['River Loop', 'River'],
  ['  - the "Big" one', 'the'],
  ['Łódź nad', 'Łodz'],
  ['🥾', null],
  ["O'Brien trail", "O'Brien"],
])('[ROUTE-04] %s is searched by %s', (name, word) => expect(wordOf(name)).toBe(word));

it('a radius taken from the map is one that can be asked for', () => {
  expect(radiusWithin(20, 'km')).toBe(0.2);
  expect(radiusWithin(1234, 'km')).toBe(1.3);
  expect(radiusWithin(9_000_000, 'mi')).toBe(310);
  expect(radiusWithin(9_000_000, 'km')).toBe(500);
});
