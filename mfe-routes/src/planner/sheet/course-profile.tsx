import { useLingui } from '@lingui/react/macro';
import { useViewport } from '@waymark/ui';
import { TiedProfile } from '../../profile/profile.tsx';
import type { Planner, PlannerState } from '../planner.ts';
import { useFollowing } from '../store/use-following.ts';

const wholeOf = ({ whole }: PlannerState) => whole;

/** The profile of what is drawn; its cursor and its range are the map's as well. */
export default function CourseProfile({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const { isMobile } = useViewport();
  const [whole] = useFollowing(planner, wholeOf);
  return (
    <TiedProfile
      whole={whole}
      focus={planner}
      label={t`Elevation profile of the route`}
      height={isMobile ? 96 : 128}
      bare
    />
  );
}
