import type { ActivityGroupKey } from '@waymark/activities';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';

/** From a distance (metres) or a time (seconds) on, more than this is not possible. */
export type Limits = readonly (readonly [from: number, most: number])[];

export interface SportLimit {
  /** Metres a second over the whole workout. */
  speed: number;
  /** The same above 10 km. */
  longSpeed: number;
  /** Metres a second over the fastest stretch of a distance. */
  stretches: Limits;
  /** Metres climbed in an hour. */
  ascentPerHour: number;
}

/** Race walking: 5,000 m in 18:05 is 4.6 m/s, 20 km in 1:16:36 is 4.4. A run to the bus is no vehicle. */
const WALK: SportLimit = {
  speed: 4.6,
  longSpeed: 4.4,
  stretches: [
    [1000, 6.5],
    [5000, 5.5],
  ],
  ascentPerHour: 2500,
};
/** 1,000 m in 2:11.96 is 7.6 m/s, 10 km in 26:11 is 6.4, the marathon in 2:00:35 is 5.8. A vertical kilometre takes 29 minutes. */
const RUN: SportLimit = {
  speed: 8,
  longSpeed: 6.6,
  stretches: [
    [1000, 8.3],
    [5000, 7.2],
    [10_000, 6.9],
    [21_000, 6.6],
    [42_000, 6.3],
  ],
  ascentPerHour: 2500,
};
/** The pursuit over 4 km in 3:59 is 16.7 m/s, the hour record of 56.8 km 15.8; mountain passes are descended at 25. */
const RIDE: SportLimit = {
  speed: 21,
  longSpeed: 17,
  stretches: [
    [1000, 33],
    [5000, 28],
    [20_000, 22],
    [50_000, 18],
  ],
  ascentPerHour: 3000,
};
/** Rowing machines: 2,000 m in 5:35 is 6 m/s, an hour of 18.4 km 5.1. Climbing machines do a mile in 22 minutes. */
const MACHINE: SportLimit = {
  speed: 7,
  longSpeed: 5.7,
  stretches: [
    [1000, 7],
    [5000, 6.3],
  ],
  ascentPerHour: 5000,
};
/** Players cover 13 km in a match and sprint in between; a game is not run at the speed of a race. */
const BALL_GAME: SportLimit = {
  speed: 7,
  longSpeed: 5,
  stretches: [
    [1000, 7.5],
    [5000, 6],
  ],
  ascentPerHour: 2500,
};

/**
 * What the best of the world reach, and some percent more, by activity group. Who sits, stands or lies has no distance to
 * speak of: those groups have the limits of walking. Motor sports are among the others on purpose.
 */
const GROUP_LIMITS: Readonly<Record<ActivityGroupKey, SportLimit>> = {
  run: RUN,
  walk: WALK,
  hike: { ...WALK, speed: 5, longSpeed: 5 },
  ride: RIDE,
  swim: {
    speed: 2.4,
    longSpeed: 1.8,
    stretches: [
      [1000, 2.4],
      [5000, 1.9],
    ],
    ascentPerHour: 500,
  },
  // Downhill races: 4.5 km at 29 m/s. Speed skating: 10,000 m in 12:26 is 13.4 m/s, an hour of 43.7 km 12.2. Lifts climb.
  winter: {
    speed: 30,
    longSpeed: 14,
    stretches: [
      [1000, 40],
      [5000, 32],
      [20_000, 18],
      [50_000, 14],
    ],
    ascentPerHour: 10_000,
  },
  // Several sports in one: a triathlon over 226 km in 7:21 is 8.5 m/s, with the descents of its ride.
  generic: { ...RIDE, speed: 12, longSpeed: 10.5 },
  gym: MACHINE,
  class: MACHINE,
  sport: BALL_GAME,
  basketball: BALL_GAME,
  baseball: BALL_GAME,
  // A cart between holes is not faster over the round than somebody who runs it.
  golf: { ...WALK, stretches: [[1000, 7]] },
  yoga: WALK,
  others: WALK,
};

/** Sports that are faster than their group. */
const TYPE_LIMITS: readonly (SportLimit & { types: readonly number[] })[] = [
  // Wheelchair races: 1,500 m in 2:47 is 9 m/s, the marathon in 1:17:47 as well; roads go downhill.
  {
    types: [1011, 1306],
    speed: 10.5,
    longSpeed: 10,
    stretches: [
      [1000, 16],
      [5000, 12],
      [20_000, 10.5],
    ],
    ascentPerHour: 2500,
  },
  // 92.4 km in an hour, in a shell.
  { ...RIDE, types: [1121], speed: 30, longSpeed: 27, stretches: [[1000, 40]] },
  // 75 km of islands in 7:59; the runs in between are faster than any swim.
  {
    types: [1564],
    speed: 5,
    longSpeed: 3.5,
    stretches: [
      [1000, 6.5],
      [5000, 5.5],
    ],
    ascentPerHour: 2500,
  },
  // Classes on bicycles.
  { ...RIDE, types: [1756, 1795] },
  // With a dog in front.
  { ...RUN, types: [2355] },
  // Rowing: an eight takes 5:18 for 2,000 m, which is 6.3 m/s. Kayaks are slower, rivers help.
  {
    types: [2200, 2201, 2202, 2203, 2210, ...range(2215, 2227)],
    speed: 7,
    longSpeed: 6,
    stretches: [
      [1000, 7.5],
      [5000, 6.5],
    ],
    ascentPerHour: 500,
  },
  // By wind or behind a boat: 24 hours under sail at 18 m/s, a nautical mile on a board at 22.
  {
    types: [
      ...range(2205, 2209),
      2213,
      2214,
      ...range(2233, 2235),
      2237,
      ...range(2239, 2243),
      ...range(2327, 2329),
    ],
    speed: 23,
    longSpeed: 19,
    stretches: [
      [1000, 25],
      [5000, 23],
      [20_000, 20],
    ],
    ascentPerHour: 500,
  },
  // Small wheels: an inline marathon in 56:45 is 12.4 m/s, 1,000 m in 1:13 is 13.7; long boards go downhill.
  {
    types: [2303, ...range(2320, 2326), 2356],
    speed: 16,
    longSpeed: 13.5,
    stretches: [
      [1000, 33],
      [5000, 22],
      [20_000, 15],
    ],
    ascentPerHour: 2500,
  },
  // Horses: a race over 2,400 m in 2:24 is 16.7 m/s, 160 km of endurance are ridden at 8.
  {
    types: [2035, 2304, ...range(2331, 2341)],
    speed: 18,
    longSpeed: 9.5,
    stretches: [
      [1000, 19],
      [5000, 16],
      [20_000, 10],
    ],
    ascentPerHour: 2500,
  },
  // In the air: 764 km in 11 hours without a motor is 19 m/s; thermals lift by 5 m/s and more.
  {
    types: [2307, 2308, ...range(2347, 2350)],
    speed: 45,
    longSpeed: 22,
    stretches: [
      [1000, 70],
      [5000, 45],
      [20_000, 30],
      [50_000, 24],
    ],
    ascentPerHour: 20_000,
  },
];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

const LIMIT_BY_TYPE = new Map(TYPE_LIMITS.flatMap((limit) => limit.types.map((id) => [id, limit] as const)));

export const sportLimitOf = (activityTypeId: number): SportLimit =>
  LIMIT_BY_TYPE.get(activityTypeId) ?? GROUP_LIMITS[groupOfActivity(activityTypeId)];

const present = (
  activity_group: string,
  activities: string[],
  { speed, longSpeed, stretches, ascentPerHour }: SportLimit,
) => ({
  activity_group,
  activities,
  speed,
  long_speed: longSpeed,
  stretches: stretches.map(([distance, most]) => ({ distance, speed: most })),
  ascent_per_hour: ascentPerHour,
});

const PRESENTED = [
  ...Object.entries(GROUP_LIMITS).map(([group, limit]) => present(group, [], limit)),
  ...TYPE_LIMITS.map((limit) =>
    present(groupOfActivity(limit.types[0]!), limit.types.map(nameOfActivity), limit),
  ),
];

/** The limits of groups, and of the sports in them that have others, as rules state them; all where none is named. */
export const presentSportLimits = (groups: readonly string[]) =>
  groups.length === 0 ? PRESENTED : PRESENTED.filter(({ activity_group }) => groups.includes(activity_group));
