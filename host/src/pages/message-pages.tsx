import type { ReactNode } from 'react';
import { isSignedIn } from '@waymark/contract';
import { useSettings, useSession } from '../app/context.ts';
import { Trans } from '@lingui/react/macro';
import { HOME_PATH } from '../app/session-state.ts';
import { HostLink } from '../controls/host-link.tsx';

/** A page that has one thing to say, and ways on. */
export function MessagePage(props: { title: ReactNode; children: ReactNode; actions: ReactNode }) {
  return (
    <section className="wm-h-message">
      <svg className="wm-h-message-mark" viewBox="0 0 240 96" aria-hidden="true">
        <path d="M2 78C30 74 34 34 62 34s26 36 52 36 26-52 56-52" />
        <path className="wm-h-message-lost" d="M170 18c24 0 26 44 66 40" />
        <circle cx="170" cy="18" r="6" />
      </svg>
      <h1>{props.title}</h1>
      <p>{props.children}</p>
      <div className="wm-h-message-actions">{props.actions}</div>
    </section>
  );
}

/** Shown in place of a page that threw. */
export function ErrorPage() {
  const { supportLink } = useSettings();
  return (
    <MessagePage
      title={<Trans>Looks like something went wrong</Trans>}
      actions={
        <>
          <button
            type="button"
            className="wm-button"
            data-variant="primary"
            onClick={() => location.reload()}
          >
            <Trans>Try again</Trans>
          </button>
          <a className="wm-link" href={supportLink}>
            <Trans>Contact the support team</Trans>
          </a>
        </>
      }
    >
      {navigator.onLine ? (
        <Trans>Our team is working to restore service. What you saved before is safe.</Trans>
      ) : (
        <Trans>You’re offline. Try again once you’re connected.</Trans>
      )}
    </MessagePage>
  );
}

export function NotFound() {
  const member = isSignedIn(useSession());
  return (
    <MessagePage
      title={<Trans>This path ends here</Trans>}
      actions={
        <>
          <HostLink className="wm-button" data-variant="primary" href={member ? HOME_PATH : '/'}>
            {member ? <Trans>Go to your dashboard</Trans> : <Trans>Go to the home page</Trans>}
          </HostLink>
          <HostLink className="wm-link" href="/routes">
            <Trans>Browse routes</Trans>
          </HostLink>
          <HostLink className="wm-link" href="/challenges">
            <Trans>See challenges</Trans>
          </HostLink>
        </>
      }
    >
      <Trans>Page not found. The address may have a typing error, or what was here has moved.</Trans>
    </MessagePage>
  );
}
