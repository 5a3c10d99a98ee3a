import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Banner } from './messages.tsx';

export interface LoadFailedProps {
  /** What cannot be shown, as a sentence. */
  title?: ReactNode;
  /** Why: the server's own sentence stands in place of a word about the connection, where it gave one. */
  error?: { message: string; description?: string } | null;
  /** What became of the visitor's things. Default 'Nothing was lost.' */
  children?: ReactNode;
  retry: () => unknown;
  /** It is being tried again. */
  busy?: boolean;
}

/** What stands in the place of something that could not be loaded. */
export function LoadFailed({ title, error, children, retry, busy = false }: LoadFailedProps) {
  return (
    <Banner
      kind="error"
      title={title}
      action={
        <Button size="sm" loading={busy} onClick={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children ?? <Trans>Nothing was lost.</Trans>}{' '}
      {error?.description ||
        (navigator.onLine ? (
          <Trans>Check your connection and try again.</Trans>
        ) : (
          <Trans>You’re offline. Try again once you’re connected.</Trans>
        ))}
    </Banner>
  );
}
