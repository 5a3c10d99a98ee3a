import { Trans } from '@lingui/react/macro';
import { EmptyState, LockIcon } from '@waymark/ui';

/** What stands in the place of a dashboard that is not for everyone. */
export default function Private() {
  return (
    <EmptyState
      icon={<LockIcon />}
      title={<Trans>This profile is set to private or the user does not exist.</Trans>}
    >
      <Trans>Only friends may see it, or nobody.</Trans>
    </EmptyState>
  );
}
