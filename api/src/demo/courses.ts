import type { Privacy, TravelMode } from '@waymark/api-contract';
import type { Place } from '@waymark/routes';
import { TOWN_CENTER } from '../maps/demo-town.ts';

/** A route of the demo: the places that its member set, in blocks of 200 metres east and north of the middle. */
export interface Course {
  name: string;
  description: string;
  activity: number;
  mode: TravelMode;
  privacy: Privacy;
  through: readonly (readonly [east: number, north: number])[];
  /** Words of its own at one of the places, by the number of the place. */
  notes?: Readonly<Record<number, string>>;
}

const RUN = 16;
const WALK = 9;
const RIDE = 11;
const DEGREES_PER_BLOCK = 200 / 111_194.93;

export const placeOf = ([east, north]: readonly [number, number]): Place => ({
  lat: TOWN_CENTER.lat + north * DEGREES_PER_BLOCK,
  lng: TOWN_CENTER.lng + east * DEGREES_PER_BLOCK,
});

/** What the demo member drew. */
export const OWN_COURSES: readonly Course[] = [
  {
    name: 'Market Circle lunch run',
    description: 'Flat and quick: out of the office, once around the middle, back in time for soup.',
    activity: RUN,
    mode: 1,
    privacy: 3,
    through: [
      [0, 0],
      [4, 1],
      [6, 6],
      [1, 5],
      [0, 0],
    ],
    notes: { 2: 'Water fountain on the corner' },
  },
  {
    name: 'Long run over the east hill',
    description: 'The climb comes at kilometre five, the view right after.',
    activity: RUN,
    mode: 1,
    privacy: 3,
    through: [
      [0, 1],
      [8, 3],
      [14, 10],
      [12, 16],
      [3, 12],
      [0, 1],
    ],
    notes: { 2: 'Top of the hill: look back', 3: 'Café, open at seven' },
  },
  {
    name: 'Saturday ride to the edge of town',
    description: 'Main roads early, greenways on the way home.',
    activity: RIDE,
    mode: 2,
    privacy: 3,
    through: [
      [-1, 0],
      [-15, 4],
      [-14, -14],
      [10, -15],
      [12, 2],
      [-1, 0],
    ],
  },
  {
    name: 'Home to work',
    description: '',
    activity: WALK,
    mode: 1,
    privacy: 0,
    through: [
      [-3, -2],
      [1, 3],
    ],
  },
];

/** What the other member of the demo drew; the first is bookmarked by the demo member. */
export const OTHER_COURSES: readonly Course[] = [
  {
    name: 'Ten around the middle',
    description: 'A steady ten with one water stop. Run it clockwise and the wind helps twice.',
    activity: RUN,
    mode: 1,
    privacy: 3,
    through: [
      [2, 0],
      [2, 9],
      [-8, 9],
      [-8, -4],
      [2, 0],
    ],
    notes: { 3: 'Water and a bench' },
  },
  {
    name: 'Park and pond stroll',
    description: 'Shade nearly all the way. Good with small children.',
    activity: WALK,
    mode: 1,
    privacy: 3,
    through: [
      [-10, -10],
      [-7, -9],
      [-8, -6],
      [-10, -10],
    ],
  },
  {
    name: 'Grand tour by bicycle',
    description: 'All four corners of the town in one long loop.',
    activity: RIDE,
    mode: 2,
    privacy: 3,
    through: [
      [0, 0],
      [17, 17],
      [-17, 17],
      [-17, -17],
      [17, -17],
      [0, 0],
    ],
    notes: { 2: 'Bakery: the last one for a while' },
  },
  {
    name: 'Early three from the inn',
    description: 'From the door and back before breakfast.',
    activity: RUN,
    mode: 1,
    privacy: 3,
    through: [
      [1, 1],
      [4, 4],
      [-2, 4],
      [1, 1],
    ],
  },
];
