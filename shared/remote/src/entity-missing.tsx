import { Trans } from '@lingui/react/macro';
import { type ApiError, isSignedIn, loginPath } from '@waymark/contract';
import { Button, EmptyState, LoadFailed } from '@waymark/ui';
import type { ReactNode } from 'react';
import { useSession } from './hooks.ts';

export interface EntityMissingProps {
  error: ApiError;
  retry: () => void;
  /** The call is being repeated. */
  busy?: boolean;
  /** 'This route is private or does not exist'. */
  title: ReactNode;
  /** 'We couldn’t load this route.', for failures that may pass. */
  failedTitle: ReactNode;
  /** Where a member can go instead. */
  href: string;
  /** The words of that link. */
  linkText: ReactNode;
}

/** What a page shows in the place of something that the viewer may not see, that is gone or that cannot be loaded. */
export function EntityMissing(props: EntityMissingProps) {
  const { error, retry, busy, title, failedTitle, href, linkText } = props;
  const isMember = isSignedIn(useSession());
  if (error.status !== 404 && error.status !== 403)
    return <LoadFailed title={failedTitle} error={error} retry={retry} busy={busy} />;
  return (
    <EmptyState
      level={1}
      title={title}
      action={
        isMember ? (
          <Button href={href}>{linkText}</Button>
        ) : (
          <Button href={loginPath()}>
            <Trans>Log in</Trans>
          </Button>
        )
      }
    >
      <Trans>Its owner may have deleted it, made a new link to it or changed who can see it.</Trans>{' '}
      {!isMember && <Trans>If it is yours, log in to see it.</Trans>}
    </EmptyState>
  );
}
