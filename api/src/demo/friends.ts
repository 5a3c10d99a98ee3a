import { courseOf } from '../training/sample-workouts/course.ts';
import type { Plan } from '../training/sample-workouts/record.ts';

/** What a demo member trained, as a file that they upload. */
export interface FriendWorkout extends Pick<
  Plan,
  'name' | 'notes' | 'daysAgo' | 'hour' | 'minutes' | 'course' | 'bumps' | 'speed' | 'effort' | 'heart'
> {
  /** As GPX names it. */
  type: 'running' | 'cycling' | 'hiking' | 'swimming';
}

const rolling = (second: number) => 0.95 + 0.1 * Math.sin(second / 210);
const intervals = (second: number) => {
  const within = (second - 600) % 300;
  if (second < 600 || second > 2400) return 0.85;
  return within < 180 ? 1.25 : 0.7;
};

const RIVER = courseOf(
  [
    [47.3796, 8.5403, 406],
    [47.3829, 8.5372, 404],
    [47.3861, 8.5321, 403],
    [47.3899, 8.5262, 402],
    [47.3921, 8.5203, 401],
    [47.3962, 8.5141, 400],
    [47.4003, 8.5082, 399],
    [47.4031, 8.4991, 397],
    [47.4047, 8.4902, 396],
  ],
  { loop: false },
);
const WOODS = courseOf(
  [
    [47.3852, 8.5741, 612],
    [47.3889, 8.5787, 638],
    [47.3936, 8.5806, 655],
    [47.3977, 8.5751, 641],
    [47.4011, 8.5703, 598],
    [47.3988, 8.5644, 570],
    [47.3941, 8.5662, 589],
    [47.3897, 8.5689, 604],
  ],
  { loop: true },
);
const HILLS = courseOf(
  [
    [47.3489, 8.5735, 425],
    [47.3371, 8.5921, 480],
    [47.3302, 8.6155, 590],
    [47.3213, 8.6392, 702],
    [47.3101, 8.6587, 801],
    [47.2953, 8.6701, 735],
    [47.2821, 8.6604, 560],
    [47.2874, 8.6341, 455],
    [47.3022, 8.6102, 418],
    [47.3196, 8.5897, 415],
    [47.3354, 8.5742, 412],
  ],
  { loop: true },
);
const MOUNTAIN = courseOf(
  [
    [47.0353, 8.3932, 436],
    [47.0398, 8.4011, 610],
    [47.0442, 8.4102, 820],
    [47.0475, 8.4231, 1050],
    [47.0512, 8.4362, 1260],
    [47.0531, 8.4498, 1480],
    [47.0563, 8.4602, 1640],
    [47.0567, 8.4853, 1797],
  ],
  { loop: false },
);
const BAY = courseOf(
  [
    [47.3402, 8.5311, 406],
    [47.3381, 8.5352, 406],
    [47.3349, 8.5361, 406],
    [47.3322, 8.5332, 406],
    [47.3338, 8.5291, 406],
    [47.3375, 8.5284, 406],
  ],
  { loop: true },
);

interface DemoFriend {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  gender: 'F' | 'M';
  birthdate: string;
}

const friend = (first: string, last: string, gender: 'F' | 'M', birthdate: string): DemoFriend => ({
  email: `${first.toLowerCase()}@waymark.example`,
  password: `${last.toLowerCase()}-trail-2026`,
  first_name: first,
  last_name: last,
  gender,
  birthdate,
});

/** Members whom the demo member meets. */
export const FRIENDS = {
  maya: friend('Maya', 'Brooks', 'F', '1992-03-08'),
  jonas: friend('Jonas', 'Keller', 'M', '1984-11-21'),
  lea: friend('Lea', 'Moreau', 'F', '1995-06-30'),
  /** Asks to be a friend. */
  nina: friend('Nina', 'Patel', 'F', '1998-01-14'),
  /** Has friends in common. */
  tom: friend('Tom', 'Becker', 'M', '1979-08-05'),
} as const satisfies Record<string, DemoFriend>;

export type FriendName = keyof typeof FRIENDS | 'sam';

/** In the order in which they are uploaded. */
export const FRIEND_WORKOUTS: readonly (FriendWorkout & { by: FriendName })[] = [
  {
    by: 'jonas',
    type: 'hiking',
    name: 'Rigi before breakfast',
    notes: 'Started with the headlamp, had the summit to ourselves.',
    daysAgo: 3,
    hour: 4,
    minutes: 170,
    course: MOUNTAIN,
    bumps: 1.5,
    speed: 1.5,
    effort: rolling,
    heart: [88, 132],
  },
  {
    by: 'lea',
    type: 'swimming',
    name: 'Lake swim',
    notes: 'Cold fingers, big smile.',
    daysAgo: 2,
    hour: 6,
    minutes: 31,
    course: BAY,
    bumps: 0,
    speed: 0.95,
    effort: rolling,
    heart: [98, 141],
  },
  {
    by: 'sam',
    type: 'cycling',
    name: 'Over the hills and back by the lake',
    notes: 'Headwind on the flat, of course.',
    daysAgo: 2,
    hour: 14,
    minutes: 96,
    course: HILLS,
    bumps: 1.5,
    speed: 8.2,
    effort: rolling,
    heart: [96, 150],
  },
  {
    by: 'jonas',
    type: 'running',
    name: 'Lunch loop in the woods',
    notes: '',
    daysAgo: 1,
    hour: 11,
    minutes: 42,
    course: WOODS,
    bumps: 1.5,
    speed: 3,
    effort: rolling,
    heart: [92, 149],
  },
  {
    by: 'maya',
    type: 'running',
    name: 'Six by three along the river',
    notes: 'New shoes, old legs. The last two were the best.',
    daysAgo: 1,
    hour: 17,
    minutes: 50,
    course: RIVER,
    bumps: 1,
    speed: 3.5,
    effort: intervals,
    heart: [102, 168],
  },
];
