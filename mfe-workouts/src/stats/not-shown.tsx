import { Trans } from '@lingui/react/macro';
import { Button, EmptyState, LockIcon, UploadIcon } from '@waymark/ui';
import type { ReactNode } from 'react';

/** Another member's figures that the visitor may not see. */
export function PrivateProfile() {
  return (
    <EmptyState
      level={1}
      icon={<LockIcon />}
      title={<Trans>This profile is set to private or the user does not exist.</Trans>}
    >
      <Trans>Only friends may see it, or nobody.</Trans>
    </EmptyState>
  );
}

/** Before the first workout: what will be here, and the one way to fill it. */
export function NothingYet({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      level={1}
      title={<Trans>Your stats start with your first workout</Trans>}
      action={
        <Button variant="primary" size="lg" href="/workout/import" icon={<UploadIcon />}>
          <Trans>Upload a file</Trans>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
