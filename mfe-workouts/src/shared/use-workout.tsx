import { workoutCalls } from '@waymark/api-contract/client';
import { useCall, EntityMissing, type EntityMissingProps } from '@waymark/remote';
import { useParams } from 'react-router-dom';
import { Trans } from '@lingui/react/macro';

/** The workout that the address names. */
export function useWorkout() {
  const { workoutId = '' } = useParams();
  return useCall(workoutCalls.one, { params: { id: Number(workoutId) } });
}

/** What stands in a page's place when its workout cannot be shown. */
export const WorkoutMissing = (props: Pick<EntityMissingProps, 'error' | 'retry' | 'busy'>) => (
  <EntityMissing
    {...props}
    title={<Trans>This workout is private or does not exist</Trans>}
    failedTitle={<Trans>We couldn’t load this workout.</Trans>}
    href="/dashboard"
    linkText={<Trans>Go to your dashboard</Trans>}
  />
);
