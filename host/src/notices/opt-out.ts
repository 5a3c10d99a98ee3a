import type { ConsentStatus } from '@waymark/api-contract';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { consentCalls } from '@waymark/api-contract/client';
import { call, subscribe } from '@waymark/contract';
import type { App, MatrixOnScreen, OptOut } from '../app/app.ts';

/** The consent that the banner asks about. */
const SALE_SHARE = 'sale_share';
const ANALYTICS = 'analytics';
const SCREEN = 'do_not_sell_banner';

const optOutOf = (status: ConsentStatus, isDismissed: boolean): OptOut => {
  if (status.gpc.is_honoured) return { kind: 'honoured' };
  return status.shows_do_not_sell && !isDismissed ? { kind: 'banner', status } : null;
};

/**
 * Asks what holds for this browser or member once it is known who is there, and again after each answer.
 * A failure shows nothing: what was answered before holds on the server all the same.
 */
export function createOptOut(app: App) {
  const isDismissed = () => readLocal('wm_do_not_sell_dismissed') === 'true';
  let asked = 0;

  const ask = async (): Promise<void> => {
    const turn = ++asked;
    try {
      const query = { user_locale: app.i18n.locale };
      const status = await call(consentCalls.status, { query, noRefresh: true });
      if (turn !== asked) return;
      app.optOut.set(optOutOf(status, isDismissed()));
      // Where nothing is asked about it, nothing forbids it.
      app.mayTrack.set(status.consents.find(({ id }) => id === ANALYTICS)?.is_granted ?? true);
    } catch {
      // The next page asks again.
    }
  };
  const dismiss = (): void => {
    writeLocal('wm_do_not_sell_dismissed', 'true');
    app.optOut.set(null);
  };

  return {
    ask,
    dismiss,
    /** Records the refusal. @throws ApiError when it could not be recorded: the banner stays */
    refuse: async ({ matrix_id, matrix_version }: MatrixOnScreen) => {
      await call(consentCalls.update, {
        body: {
          matrix_id,
          matrix_version,
          choices: { [SALE_SHARE]: 'declined' },
          locale: app.i18n.locale,
          screen: SCREEN,
        },
      });
      app.optOut.set(null);
    },
    /** Follows who is there and what they answer. */
    start: (): void => {
      let known: number | null | undefined;
      const follow = () => {
        const { status, userId } = app.session.get();
        if (status === 'loading' || known === userId) return;
        known = userId;
        // What the one before answered does not hold for who came.
        app.mayTrack.set(null);
        void ask();
      };
      app.session.subscribe(follow);
      subscribe('data.changed', ({ resources }) => {
        if (resources.includes('consents')) void ask();
      });
      follow();
    },
  };
}
