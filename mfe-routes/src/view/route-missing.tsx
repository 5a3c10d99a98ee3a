import { Trans } from '@lingui/react/macro';
import { EntityMissing, type EntityMissingProps } from '@waymark/remote';

/** What stands in a page's place when its route cannot be shown. */
export const RouteMissing = (props: Pick<EntityMissingProps, 'error' | 'retry' | 'busy'>) => (
  <EntityMissing
    {...props}
    title={<Trans>This route is private or does not exist</Trans>}
    failedTitle={<Trans>We couldn’t load this route.</Trans>}
    href="/routes"
    linkText={<Trans>Browse other routes</Trans>}
  />
);
