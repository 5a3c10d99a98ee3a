import { Trans } from '@lingui/react/macro';
import { EntityMissing, type EntityMissingProps } from '@waymark/remote';

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
