import { ACTIVITY_GROUPS, activityGroup, GROUP_COLOURS, GROUP_ICONS, groupOfId, isOutdoor } from './index.ts';
import { SITE_ACTIVITY_ID } from './index.ts';
import { contrast, difference, SIGHTS } from './colour-sight.ts';

it.each([
  ['generic', [1]],
  ['gym', [8, 12, 14, 17, 18, 59]],
  ['class', [23]],
  ['hike', [22, 24]],
  ['ride', [11, 19, 453, 634]],
  ['run', [16, 25]],
  ['walk', [9, 204]],
  ['swim', [15, 20]],
  ['winter', [10, 13]],
  ['sport', [21]],
  ['golf', [145]],
  ['basketball', [259]],
  ['baseball', [134]],
  ['yoga', [78]],
  ['others', [40, 2, 999_999]],
])('[WORK-11] group %s is made by ids %p', (key, ids) => {
  for (const id of ids) expect(groupOfId(id)).toBe(key);
});

it('[WORK-11] a type goes with its parent when it has one', () => {
  expect(groupOfId(1000, 16)).toBe('run');
  expect(groupOfId(16, 23)).toBe('class');
  expect(groupOfId(16, 12_345)).toBe('others');
  expect(groupOfId(2500, 145)).toBe('golf');
  expect(groupOfId(16, null)).toBe('run');
});

it('[WORK-11] golf, basketball, baseball and yoga stand for themselves', () => {
  expect([145, 259, 134, 78].map((id) => groupOfId(id, 21))).toEqual([
    'golf',
    'basketball',
    'baseball',
    'yoga',
  ]);
});

it('[WORK-11] the site is about running, and outdoors are seven roots', () => {
  expect(SITE_ACTIVITY_ID).toBe(16);
  const roots = [1, 8, 9, 10, 11, 15, 16, 21, 23, 24, 40];
  expect(roots.filter((rootId) => isOutdoor({ rootId }))).toEqual([9, 10, 11, 15, 16, 21, 24]);
});

it('[WORK-11] every group has one label, one colour token and one icon of its own', () => {
  const unique = (values: unknown[]) => new Set(values).size;
  expect(unique(ACTIVITY_GROUPS.map(({ label }) => label))).toBe(15);
  expect(unique(ACTIVITY_GROUPS.map(({ hue }) => hue))).toBe(15);
  expect(unique(ACTIVITY_GROUPS.map(({ icon }) => GROUP_ICONS[icon].d))).toBe(15);
  expect(activityGroup('run')).toMatchObject({ label: 'Run', hue: 'activity-run', icon: 'run' });
  expect(() => activityGroup('chess' as 'run')).toThrow("There is no activity group 'chess'.");
});

it('[WORK-11] icons are path data for a 24 by 24 box', () => {
  for (const { viewBox, d } of Object.values(GROUP_ICONS)) {
    expect(viewBox).toBe('0 0 24 24');
    expect(d).toMatch(/^M[MLHVAQTZCSmlhvaqtzcs0-9 .,-]+$/u);
  }
});

describe.each([
  ['light', '#FBFAF7'],
  ['dark', '#101614'],
] as const)('[WORK-11] the %s colours', (scheme, ground) => {
  const colours = Object.entries(GROUP_COLOURS).map(([key, pair]) => [key, pair[scheme]] as const);

  it('stand out from the ground by 3 : 1', () => {
    for (const [key, colour] of colours) {
      expect({ key, visible: contrast(colour, ground) >= 3 }).toEqual({ key, visible: true });
    }
  });

  it.each(Object.keys(SIGHTS) as (keyof typeof SIGHTS)[])('can be told apart with %s sight', (sight) => {
    const close = colours.flatMap(([a, one], index) =>
      colours.slice(index + 1).flatMap(([b, two]) => {
        const apart = difference(one, two, sight);
        return apart < 0.06 ? [`${a} and ${b}: ${apart.toFixed(3)}`] : [];
      }),
    );
    expect(close).toEqual([]);
  });
});

it('the measure of sight does see a red and a green that look alike', () => {
  expect(difference('#B04040', '#6C6A2A', 'deutan')).toBeLessThan(
    difference('#B04040', '#6C6A2A', 'full') / 2,
  );
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
});
