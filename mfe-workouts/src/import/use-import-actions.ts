import { importCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { announceChange, notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';

export type Choice = 'keep_both' | 'replace' | 'skip';

/** What a member can do with one upload, and with all of them (or of one batch). What fails is said; the list stays. */
export function useImportActions() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const options = {
    onError: (error: unknown) => {
      // The list may have moved on meanwhile.
      announceChange(['imports']);
      notify({
        kind: 'error',
        text: failureText(error, t`That didn’t work. Nothing was lost; try again in a moment.`),
      });
    },
  };
  return {
    resolve: useSend(importCalls.resolve, options),
    retry: useSend(importCalls.retry, options),
    saveRoute: useSend(importCalls.saveRoute, options),
    dismiss: useSend(importCalls.dismiss, options),
    resolveAll: useSend(importCalls.resolveAll, options),
    retryAll: useSend(importCalls.retryAll, options),
    dismissAll: useSend(importCalls.dismissAll, options),
  };
}
