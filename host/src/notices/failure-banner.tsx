import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useApp, usePlace } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { Alert, Cross } from '../controls/icons.tsx';

/** The global notice about a page that could not load its data. It goes with the page. */
export function FailureBanner() {
  const { t } = useLingui();
  const { failed } = useApp();
  const { path } = usePlace();
  const at = useRef(path);
  useEffect(() => {
    if (at.current === path) return;
    at.current = path;
    failed.set(false);
  }, [failed, path]);
  if (!useStore(failed)) return null;
  return (
    <div className="wm-h-banner" role="alert" data-print="hide">
      <Alert />
      <p>
        <Trans>This page encountered an error. Please refresh and try again.</Trans>
      </p>
      <button
        type="button"
        className="wm-h-icon-button"
        aria-label={t`Close`}
        onClick={() => failed.set(false)}
      >
        <Cross />
      </button>
    </div>
  );
}
