import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@waymark/contract';
import { LoadFailed } from '@waymark/ui';

interface ListFailedProps {
  error: ApiError;
  busy: boolean;
  retry: () => void;
}

/** A list of the member's that could not be loaded. */
export function ListFailed({ error, busy, retry }: ListFailedProps) {
  return (
    <LoadFailed
      title={<Trans>We couldn’t load your routes.</Trans>}
      error={error}
      retry={retry}
      busy={busy}
    />
  );
}
