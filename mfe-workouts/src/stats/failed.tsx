import { Trans } from '@lingui/react/macro';
import { LoadFailed, type LoadFailedProps } from '@waymark/ui';

/** What stands where figures could not be fetched. */
export const Failed = (props: Omit<LoadFailedProps, 'children'>) => (
  <LoadFailed {...props}>
    <Trans>Your workouts are safe.</Trans>
  </LoadFailed>
);
