import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { App } from '../app/app.ts';
import { useApp, useSettings } from '../app/context.ts';
import { MessagePage } from '../pages/message-pages.tsx';

/** A part of the product in plain words, as its manifest has them. */
function titleOf(app: App, name: string): MessageDescriptor {
  const title = app.boot.remotes.find((remote) => remote.name === name)?.title;
  return title === undefined ? msg`This part of the page` : { id: title, message: title };
}

/** Stands in for a part of the product that did not start or broke. The rest of the page goes on working. */
export function RemoteFallback({ name, error }: { name: string; error?: Error | undefined }) {
  const app = useApp();
  const { supportLink } = useSettings();
  const [trying, setTrying] = useState(false);
  const part = app.i18n._(titleOf(app, name));
  const retry = async () => {
    setTrying(true);
    try {
      await (app.links.retry?.(name) ?? location.reload());
    } finally {
      setTrying(false);
    }
  };
  return (
    <div role="alert" data-remote-fallback={name}>
      <MessagePage
        title={<Trans>{part}: this part isn’t available right now</Trans>}
        actions={
          <>
            <button
              type="button"
              className="wm-button"
              data-variant="primary"
              disabled={trying}
              onClick={() => void retry()}
            >
              {trying ? <Trans>Trying again</Trans> : <Trans>Try again</Trans>}
            </button>
            <a className="wm-link" href={supportLink}>
              <Trans>Contact the support team</Trans>
            </a>
          </>
        }
      >
        {navigator.onLine ? (
          <Trans>The rest of the site works, and nothing you saved is lost. Try again in a moment.</Trans>
        ) : (
          <Trans>You’re offline. Try again once you’re connected.</Trans>
        )}
      </MessagePage>
      {error && (
        <details className="wm-h-details">
          <summary>
            <Trans>What happened</Trans>
          </summary>
          <p>{error.message}</p>
        </details>
      )}
    </div>
  );
}
