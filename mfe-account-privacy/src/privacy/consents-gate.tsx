import { Trans } from '@lingui/react/macro';
import { LoadFailed, Skeleton, Stack, useDelayed } from '@waymark/ui';
import type { ReactNode } from 'react';
import type { Consents, ConsentsState } from './use-consents.ts';

/** What stands on a page once the consents are known, and what stands there until then. */
export function ConsentsGate({
  state: { consents, error, retry, isFetching },
  children,
}: {
  state: ConsentsState;
  children: (consents: Consents) => ReactNode;
}) {
  const isLate = useDelayed(150);
  if (consents) return children(consents);
  if (error)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your choices.</Trans>}
        error={error}
        retry={retry}
        busy={isFetching}
      >
        <Trans>What you chose before still holds.</Trans>
      </LoadFailed>
    );
  return (
    <Stack gap={4} aria-busy="true">
      {isLate && [0, 1, 2].map((row) => <Skeleton key={row} height="96px" />)}
    </Stack>
  );
}
