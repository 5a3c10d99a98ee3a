import { sportInOtherLanguage } from '@waymark/activities';
import type { FileSport } from '../model/parsed-workout.ts';

export type Motion = {
  /** Below this speed in m/s the athlete stands still: run 1.5 km/h, ride 4 km/h, all else 0.3 m/s. */
  movingAbove: number;
  /** Above this speed in m/s a sample is a fault of the device. */
  fastest: number;
  /** Cadence is steps. */
  onFoot: boolean;
  /**
   * A cadence below this is the strides of one foot. Both feet make 160 to 190 steps a minute on a run and
   * 100 to 125 on a walk, one foot half of it.
   */
  stridesBelow: number;
};

const OTHER: Motion = { movingAbove: 0.3, fastest: 45, onFoot: false, stridesBelow: 0 };
const RUN: Motion = { movingAbove: 1.5 / 3.6, fastest: 12.5, onFoot: true, stridesBelow: 120 };
const WALK: Motion = { movingAbove: 0.3, fastest: 8, onFoot: true, stridesBelow: 75 };
const RIDE: Motion = { movingAbove: 4 / 3.6, fastest: 36, onFoot: false, stridesBelow: 0 };

/** Nothing is doubled or left out: figures that were worked out once already. */
export const AS_RECORDED: Motion = { ...OTHER, movingAbove: 0, fastest: Infinity };

/** First match wins. The numbers are what Strava writes into GPX. */
const MOTIONS: [RegExp, Motion][] = [
  [/motor|driving|fly|paraglid|gliding|sky_?div|snowmobil|rally|car\b/, { ...OTHER, fastest: 350 }],
  [/ski|snowboard|sledd|luge|^(2|3|7|8|12)$/, { ...OTHER, fastest: 70 }],
  [/bik|cycl|ride|\bmtb|^(1|17|18|19|51)$/, RIDE],
  [/swim|^16$/, { ...OTHER, fastest: 4 }],
  [/run|jog|treadmill|^(9|53)$/, RUN],
  [/walk|hik|trek|mountaineer|snowshoe|golf|^(4|10|13)$/, WALK],
];

/** What counts as moving, and as possible, in a sport. */
export function motionForSport({ sport, subSport }: FileSport): Motion {
  const said = (sport ?? '').trim().toLowerCase();
  const isSaid = said !== '' && said !== 'generic';
  const words = sportInOtherLanguage(sport) ?? (isSaid ? said : (subSport ?? '').trim().toLowerCase());
  return MOTIONS.find(([pattern]) => pattern.test(words))?.[1] ?? OTHER;
}

/** Steps in one count of a device that counts so many a minute: 2 where it counts one foot only. */
export const stepsInCount = ({ stridesBelow }: Motion, average: number): 1 | 2 =>
  average < stridesBelow ? 2 : 1;
