import { linkKeyOf } from '@waymark/api-contract/link-key';
import { msg } from '@lingui/core/macro';
import { geoCalls } from '@waymark/api-contract/client';
import { call, subscribe } from '@waymark/contract';
import { EARLY_PLACE } from '@waymark/contract/early';
import { installHost } from '@waymark/contract/host';
import { Axios } from 'axios';
import { startAnalytics, whereOf } from './analytics/start.ts';
import type { App, Links } from './app/app.ts';
import { followMemberLanguage } from './app/language.ts';
import { createEngine } from './engine/engine.ts';
import type { Federation } from './federation/index.ts';
import { lookUpPrivacyRequest } from './footer/privacy-request.ts';
import { earlyCalls } from './http/early.ts';
import { createHttp } from './http/http.ts';
import { createProblemTranslator } from './http/translate-problem.ts';
import { axiosTransport } from './transport/transport.ts';
import { openDocument } from './location/go.ts';
import { accessAt, guardPages } from './location/guard.ts';
import { keepPaymentPagesApart } from './location/payment-page.ts';
import { pageWithRole, remotePageAt } from './location/page.ts';
import { parsePlace } from './app/place.ts';
import { pushNotice } from './app/notices.ts';
import { slotId } from './remotes/slot.ts';
import { startSession } from './session/browser.ts';
import { watchViewport } from './viewport/viewport.ts';

export interface FedOptions {
  app: App;
  /** The places for the remotes are in the document. */
  shellReady: Promise<void>;
  recover: (error: unknown) => boolean;
}

/** A page that has not come by then is not waited for. */
const DEFERRED_START_TIMEOUT_MS = 5000;

/** What the first script leaves out: session, calls, analytics, and the way to the remotes. Called once. */
export function startFed({ app, shellReady, recover }: FedOptions): { remotes: () => Promise<Federation> } {
  const send = axiosTransport(new Axios({ adapter: 'xhr' }));
  followMemberLanguage(app, document);
  const session = startSession(app, send, window);
  const http = createHttp({
    send,
    session,
    bases: app.boot.settings.appConfig.services,
    early: earlyCalls(window.waymark?.startedCalls),
    translate: createProblemTranslator(app.i18n),
    failed: () => app.failed.set(true),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    linkKey: () => linkKeyOf(window.location.search),
  });
  const viewport = watchViewport(window);
  const analytics = startAnalytics(app, window, viewport.get);
  const engine = createEngine(app, {
    session,
    http,
    analytics,
    recover,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('waymark-events') : null,
  });
  installHost(engine);
  keepPaymentPagesApart(app, () => window.location.reload());
  guardPages(app);
  subscribe('data.changed', ({ resources }) => {
    if (resources.includes('user') || resources.includes('premium')) void session.reload();
  });
  window.waymark?.earlyView?.ended.catch((error: unknown) =>
    engine.reportError(error, whereOf(app, app.firstPath)),
  );

  let booted: Promise<Federation> | undefined;
  /** The runtime of the remotes and the libraries they share: fetched for the first page or link that needs them. */
  const remotes = (): Promise<Federation> =>
    (booted ??= import(/* webpackChunkName: "remotes" */ './federation/index.ts').then(
      ({ bootFederation }) => {
        const federation = bootFederation({
          remotes: app.boot.remotes,
          slot: (name) => document.getElementById(slotId(name)) as HTMLElement,
          shellReady,
          isAllowed: (path) => accessAt(app, path) === 'allowed',
          onStatus: (name, status) => app.remotes.set((all) => ({ ...all, [name]: status })),
          reportError: (error, where) => engine.reportError(error, where),
        });
        app.links.navigate = (to, options) => {
          // After a sign-out in another tab the next page is a new document: nothing of the last member stays.
          if (session.isStale()) openDocument(to);
          else federation.navigate(to, options);
        };
        app.links.retry = (name) => federation.retry(name);
        app.session.subscribe(federation.reroute);
        return federation;
      },
      (error: unknown) => {
        // The next try asks for the script again.
        booted = undefined;
        throw error;
      },
    ));
  const prefetch = async (to: string) => {
    const { path } = parsePlace(to);
    const found = remotePageAt(app.boot.remotes, path);
    if (found && accessAt(app, path) === 'allowed') (await remotes()).preload(found.remote.name, path);
  };
  Object.assign(app.links, {
    // Only a head start: the click itself tells when something is wrong.
    prefetch: (to) => void prefetch(to).catch(() => {}),
    signOut: async () => {
      try {
        await session.signOut();
      } catch {
        pushNotice(app.notices, {
          kind: 'error',
          text: app.i18n._(msg`You are still logged in. Check your connection, then log out again.`),
        });
      }
    },
    track: analytics.track,
  } satisfies Partial<Links>);

  let areDeferredFeaturesStarted = false;
  const startDeferredFeatures = () => {
    if (areDeferredFeaturesStarted) return;
    areDeferredFeaturesStarted = true;
    // Nothing of the page waits for it; analytics hold their events until it has answered.
    void import(/* webpackChunkName: "opt-out" */ './notices/opt-out.ts').then(
      ({ createOptOut }) => {
        const optOut = createOptOut(app);
        app.links.answerSale = optOut.answer;
        optOut.start();
      },
      (error: unknown) => engine.reportError(error, whereOf(app, app.firstPath)),
    );
    if (app.boot.session?.rollouts.some(({ rollout_name }) => rollout_name === 'ads'))
      void import(/* webpackChunkName: "house-ad" */ './house-ads/follow-house-ads.ts').then(
        ({ followHouseAds }) => followHouseAds(app),
        // Blockers refuse the script, as they may.
        () => {},
      );
    if (pageWithRole(app.boot.remotes, 'notifications') !== null)
      void import(/* webpackChunkName: "notifications" */ './notifications/start.ts').then(
        ({ startNotifications }) => startNotifications(app, session, window),
        (error: unknown) => engine.reportError(error, whereOf(app, app.firstPath)),
      );
    void lookUpPrivacyRequest(
      () => call(geoCalls.lookup, { noRefresh: true }),
      () => analytics.track('geo_lookup_failed'),
    ).then(app.privacyRequest.set);
  };
  // The first page of a remote has the line and the processor for itself.
  if (document.getElementById(EARLY_PLACE)) {
    app.links.firstPageSettled = startDeferredFeatures;
    window.setTimeout(startDeferredFeatures, DEFERRED_START_TIMEOUT_MS);
  } else startDeferredFeatures();
  return { remotes };
}
