import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useSession } from '../app/context.ts';

/** Blocks the page while the session is renewed in sight of the member; it can't be dismissed. */
export function RefreshModal() {
  const { refreshing } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!refreshing) return undefined;
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, [refreshing]);
  return (
    <dialog
      ref={dialog}
      className="wm-h-refreshing"
      aria-labelledby="wm-refreshing-title"
      onCancel={(event) => event.preventDefault()}
    >
      {refreshing && (
        <>
          <span className="wm-h-refreshing-turn" aria-hidden="true" />
          <p id="wm-refreshing-title">
            <Trans>Refreshing auth token</Trans>
          </p>
        </>
      )}
    </dialog>
  );
}
