import { FOOT_POD } from '../../recordings/model/gadgets.ts';
import type { Relation } from '../../members/visibility/policy.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';

/**
 * Badges of what recorded a workout, by the device that its file names:
 *
 * | badge | devices |
 * |---|---|
 * | `foot_pod` | Stryd, RunScribe, Garmin and Polar pods, shoes with a pod inside; or a pod among the sensors of a FIT file |
 * | `smartwatch_garmin` | Forerunner, Fenix, Epix, Venu, Vivoactive, Instinct, Enduro and their relatives; not Edge or eTrex, which are no watches |
 * | `smartwatch_apple` | Apple Watch |
 * | `smartwatch_other` | Polar, Suunto, Coros, Fitbit, Samsung, Google, Huawei, Amazfit, TicWatch, TomTom and Timex watches |
 * | `gait_coaching` | devices that coach the stride, or a recording with running dynamics; the owner's alone |
 *
 * A device that none of these names has no badge: a wrong one is worse than none.
 */
const BY_DEVICE: readonly (readonly [badge: string, device: RegExp])[] = [
  ['foot_pod', FOOT_POD],
  [
    'smartwatch_garmin',
    /\b(forerunner|f[eē]nix|epix|venu|v[ií]vo(active|move|smart|sport)|enduro|instinct|tactix|quatix|descent|marq|approach s\d+|lily|d2 (air|bravo|charlie|delta|mach)|swim 2)(?![a-z])|\bfr ?\d{2,3}\b/i,
  ],
  ['smartwatch_apple', /\b(apple watch|watchos|watch os)/i],
  [
    'smartwatch_other',
    /\b(suunto|coros(?! dura)|polar (vantage|grit|pacer|ignite|unite|m\d{3}|v\d{3}|a\d{3})|fitbit|galaxy (watch|fit)|gear (s\d|fit|sport)|pixel watch|huawei (watch|band)|honor (watch|band)|amazfit|zepp|ticwatch|mobvoi|wear ?os|mi (watch|band)|xiaomi watch|oneplus watch|tomtom (runner|spark|adventurer)|timex)/i,
  ],
  ['gait_coaching', /\b(hovr|lumo run|runscribe|sensoria|running dynamics pod|arion|nurvv)\b/i],
];

const OWN_ONLY: ReadonlySet<string> = new Set(['gait_coaching']);

/** Badges of a workout as far as the caller sees them, in the order of the table. */
export function attributionsOf(
  { device, gadgets }: Pick<WorkoutRow, 'device' | 'gadgets'>,
  relation: Relation,
): string[] {
  const badges = new Set<string>();
  for (const [badge, pattern] of BY_DEVICE) {
    if (device !== null && pattern.test(device)) badges.add(badge);
    else if (badge === 'foot_pod' && gadgets.includes('foot_pod')) badges.add(badge);
    else if (badge === 'gait_coaching' && gadgets.includes('running_dynamics')) badges.add(badge);
  }
  return [...badges].filter((badge) => relation === 'self' || !OWN_ONLY.has(badge));
}
