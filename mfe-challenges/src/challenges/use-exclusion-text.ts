import type { ContributionExclusion } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';

/** Why a workout does not count, as a sentence for its owner. */
export function useExclusionText(): (exclusion: ContributionExclusion) => string {
  const { t } = useLingui();
  return (exclusion) =>
    ({
      manual_entry: () => t`Doesn’t count: only recorded workouts count in this challenge.`,
      too_fast: () => t`Doesn’t count: it is faster than anyone can go in this sport.`,
      too_steep: () => t`Doesn’t count: it climbs faster than anyone can.`,
      too_long: () => t`Doesn’t count: it is longer than 24 hours.`,
      too_powerful: () => t`Doesn’t count: it has more power than anyone can give.`,
      vehicle: () => t`Doesn’t count: part of it is as fast as a vehicle.`,
      overlap: () => t`Doesn’t count: it overlaps another of your recordings, which counts already.`,
    })[exclusion]();
}
