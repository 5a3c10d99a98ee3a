import type { ConsentChoice, ConsentStatus } from '@waymark/api-contract';
import { consentCalls } from '@waymark/api-contract/client';
import { call, subscribe } from '@waymark/contract';
import type { App, MatrixOnScreen, OptOut } from '../app/app.ts';

/** The consent that the banner asks about. */
const SALE_SHARE = 'sale_share';
const ANALYTICS = 'analytics';
const SCREEN = 'do_not_sell_banner';

const optOutOf = (status: ConsentStatus): OptOut => {
  if (status.gpc.is_honoured) return { kind: 'honoured' };
  return status.shows_do_not_sell ? { kind: 'banner', status } : null;
};

/**
 * Asks what holds for this browser or member once it is known who is there, and again after each answer.
 * A failure shows nothing: what was answered before holds on the server all the same.
 */
export function createOptOut(app: App) {
  let asked = 0;

  const ask = async (): Promise<void> => {
    const turn = ++asked;
    try {
      const query = { user_locale: app.i18n.locale };
      const status = await call(consentCalls.status, { query, noRefresh: true });
      if (turn !== asked) return;
      app.optOut.set(optOutOf(status));
      app.hasPrivacyChoices.set(status.shows_privacy_choices);
      app.mayTrack.set(status.consents.some(({ id, is_granted }) => id === ANALYTICS && is_granted));
    } catch {
      // The next page asks again.
    }
  };

  return {
    ask,
    /** Records the answer. @throws ApiError when it could not be recorded: the banner stays */
    answer: async ({ matrix_id, matrix_version }: MatrixOnScreen, choice: ConsentChoice) => {
      await call(consentCalls.update, {
        body: {
          matrix_id,
          matrix_version,
          choices: { [SALE_SHARE]: choice },
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
