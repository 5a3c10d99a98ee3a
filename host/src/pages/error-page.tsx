import { Trans } from '@lingui/react/macro';
import { useSettings } from '../app/context.ts';
import { MessagePage } from './message-page.tsx';

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
      <Trans>Our team is working to restore service. What you saved before is safe.</Trans>
    </MessagePage>
  );
}
