import { msg } from '@lingui/core/macro';
import type { App } from '../app/app.ts';
import { pushNotice } from '../app/notices.ts';
import { createRecovery, watchChunkErrors } from './chunk-errors.ts';

/** Deals with scripts that do not arrive. @param retry loads again what the page needs */
export function startRecovery(app: App, window: Window, retry: () => void): (error: unknown) => boolean {
  const tell = () =>
    void pushNotice(app.notices, {
      kind: 'error',
      text: app.i18n._(msg`A part of this page didn’t load. Nothing you saved is lost.`),
      action: { label: app.i18n._(msg`Try again`), run: retry },
    });
  const recover = createRecovery({
    release: app.boot.release,
    liveRelease: async () => {
      const answer = await window.fetch('/platform/release', { cache: 'no-store' });
      const body = (await answer.json()) as { release?: unknown };
      return answer.ok && typeof body.release === 'string' ? body.release : null;
    },
    reload: () => window.location.reload(),
    tell,
  });
  watchChunkErrors(window, recover);
  return recover;
}
