import { activityType, CATALOGUE } from './catalogue.ts';
import { family, fixed, movements } from './catalogue/build.ts';
import {
  ACTIVITY_GROUPS,
  FAMILY_IDS,
  groupOf,
  OUTDOOR_ROOTS,
  POPULAR_IDS,
  POPULAR_ROUTE_IDS,
  enduranceKinOf,
} from './index.ts';

const nameOf = (id: number) => activityType(id)?.name;

it('[WORK-11] there are about 1,000 types with ids and names of their own', () => {
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(950);
  expect(CATALOGUE.length).toBeLessThanOrEqual(1050);
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map(({ name }) => name.toLowerCase())).size).toBe(CATALOGUE.length);
});

it('[WORK-11] names are words and METs lie between rest and a hard sprint', () => {
  for (const { id, name, met } of CATALOGUE) {
    expect({ id, name }).toEqual({
      id,
      name: expect.stringMatching(/^[A-Z0-9][\p{L}0-9'()-]*(?: [\p{L}0-9'()-]+)*$/u),
    });
    expect({ name, inRange: met >= 1.3 && met <= 15 }).toEqual({ name, inRange: true });
  }
});

it('[WORK-11] parents exist, go two levels up at most, and lead to the root', () => {
  for (const type of CATALOGUE) {
    const parent = type.parentId === null ? undefined : activityType(type.parentId);
    const grandparent = parent?.parentId ? activityType(parent.parentId) : undefined;
    expect(type.parentId === null || parent !== undefined).toBe(true);
    expect(grandparent?.parentId ?? null).toBeNull();
    expect(type.rootId).toBe((grandparent ?? parent ?? type).id);
    expect(type.hasChildren).toBe(CATALOGUE.some(({ parentId }) => parentId === type.id));
  }
});

it('[WORK-11] every id of the group table is a type that falls into its group', () => {
  for (const { key, ids } of ACTIVITY_GROUPS) {
    for (const id of ids) {
      const type = activityType(id);
      expect(type && groupOf(type)).toBe(key);
    }
  }
  expect([1, 8, 9, 10, 11, 15, 16, 21, 23, 24, 78, 134, 145, 259].map(nameOf)).toEqual([
    'Generic Workout',
    'Gym Workout',
    'Walk',
    'Winter Sport',
    'Ride',
    'Swim',
    'Run',
    'Sport',
    'Class Workout',
    'Hike',
    'Yoga',
    'Baseball',
    'Golf',
    'Basketball',
  ]);
});

it('[WORK-11] every group has types, and only other roots fall to the others', () => {
  const groups = Map.groupBy(CATALOGUE, groupOf);
  expect([...groups.keys()].sort()).toEqual(ACTIVITY_GROUPS.map(({ key }) => key).sort());
  expect([...new Set(groups.get('others')?.map(({ rootId }) => rootId))].sort((a, b) => a - b)).toEqual([
    40, 46, 47, 48, 49, 51,
  ]);
});

it('[WORK-11] families, popular lists and outdoor roots name types of the catalogue', () => {
  for (const [name, ids] of Object.entries(FAMILY_IDS)) {
    expect(new Set(ids).size).toBe(6);
    const group = name === 'fitness' ? 'gym' : name;
    expect(ids.map((id) => activityType(id)).map((type) => type && groupOf(type))).toEqual(
      ids.map(() => group),
    );
  }
  for (const id of [...POPULAR_IDS, ...POPULAR_ROUTE_IDS]) expect(nameOf(id)).toEqual(expect.any(String));
  for (const id of OUTDOOR_ROOTS) expect(activityType(id)?.parentId).toBeNull();
});

// A stored workout keeps its id for ever: the last entry of each family moves when one is put before it.
it.each([
  [1029, 'Barefoot Run'],
  [1056, 'Deep Water Run'],
  [1123, 'Randonneuring'],
  [1160, 'Snow Bike Ride'],
  [1207, 'Under-Desk Bike'],
  [1244, 'E-Gravel Ride'],
  [1316, 'Walk with a Walker'],
  [1361, 'Backward Walk'],
  [1419, 'Canyoning'],
  [1457, 'Jungle Trek'],
  [1521, 'Underwater Swim'],
  [1568, 'Cold Dip'],
  [1911, 'Other Workout'],
  [2045, 'Footvolley'],
  [2119, 'Basque Pelota'],
  [2246, 'Springboard Diving'],
  [2358, 'Zip Lining'],
  [2445, 'Arm Wrestling'],
  [2509, 'Footgolf'],
  [2528, 'Beach Basketball'],
  [2550, 'Slow-Pitch Softball'],
  [1629, 'Snow Volleyball'],
  [1667, 'Ski Lesson'],
  [1721, 'Kids Yoga'],
  [1795, 'Cycle and Strength Class'],
  [2637, 'Self-Defence Training'],
  [2690, 'Folk Dance'],
  [2718, 'Pelvic Floor Exercises'],
  [2755, 'Greek Dance'],
  [2827, 'Home Repair'],
  [2871, 'Capture the Flag'],
  [2959, 'Drag Racing'],
  [4971, 'Plate Russian Twist'],
  [3736, 'Shrug Machine'],
  [4221, 'Cable Shoulder Press'],
  [3519, 'Under-Desk Elliptical'],
  [3599, 'Nordic Curl'],
  [3677, 'Prowler Sprint'],
])('[WORK-11] id %p stays %s', (id, name) => {
  expect(nameOf(id)).toBe(name);
});

it('has no type for an unknown id', () => {
  expect(activityType(999_999)).toBeUndefined();
});

it('tables count ids from their base, so that additions at the end move nothing', () => {
  const at = { base: 100, parentId: 7 };
  expect(family(at, 'One 1; Two Words 2.5\n  Three 3')).toEqual([
    { id: 100, name: 'One', parentId: 7, met: 1 },
    { id: 101, name: 'Two Words', parentId: 7, met: 2.5 },
    { id: 102, name: 'Three', parentId: 7, met: 3 },
  ]);
  expect(fixed(null, '5 Long Jump 6')).toEqual([{ id: 5, name: 'Long Jump', parentId: null, met: 6 }]);
  expect(
    movements(at, 'Squat 6: Barbell, Dumbbell\nRow 5: Cable').map(({ id, name }) => `${id} ${name}`),
  ).toEqual(['100 Barbell Squat', '101 Dumbbell Squat', '110 Cable Row']);
  expect(() => movements(at, `Squat 6: ${'Bar, '.repeat(10)}Bar`)).toThrow('Too much equipment for Squat 6.');
});

it('[ROUTE-05] what stands below walk, ride, swim, run and hike is known without the catalogue', () => {
  for (const { id, parentId, rootId } of CATALOGUE) {
    const kin = [9, 11, 15, 16, 24].includes(rootId) ? rootId : null;
    expect([id, enduranceKinOf(id)?.rootId ?? null]).toEqual([id, kin]);
    const decisive = parentId === rootId || parentId === null ? [id, rootId] : [parentId];
    if (kin !== null) expect(decisive).toContain(enduranceKinOf(id)!.parentId);
  }
});
