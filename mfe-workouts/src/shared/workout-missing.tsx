import { Trans } from '@lingui/react/macro';
import { EntityMissing, type EntityMissingProps } from '@waymark/remote';

/** What stands in a page's place when its workout cannot be shown. */
export const WorkoutMissing = (props: Pick<EntityMissingProps, 'error' | 'retry' | 'busy'>) => (
  <EntityMissing
    {...props}
    title={<Trans>This workout is private or does not exist</Trans>}
    failedTitle={<Trans>This workout cannot be shown just now</Trans>}
    href="/dashboard"
    linkText={<Trans>Go to your dashboard</Trans>}
  />
);
