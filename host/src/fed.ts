import { msg } from '@lingui/core/macro';
import { publish, reportError } from '@waymark/contract';
import { installHost } from '@waymark/contract/host';
import { create } from 'axios';
import { startAnalytics } from './analytics/start.ts';
import type { App } from './app/app.ts';
import { createEngine } from './engine/engine.ts';
import { bootFederation, type Federation } from './federation/index.ts';
import { lookUpPrivacyRequest } from './footer/privacy-request.ts';
import { earlyCalls } from './http/early.ts';
import { createHttp } from './http/http.ts';
import { axiosTransport } from './http/transport.ts';
import { remotePageAt } from './location/page.ts';
import { parsePlace } from './location/place.ts';
import { pushNotice } from './notices/notices.ts';
import { slotId } from './remotes/slot.ts';
import { startSession } from './session/browser.ts';
import { watchViewport } from './viewport/viewport.ts';

export interface FedOptions {
  app: App;
  /** The places for the remotes are in the document. */
  shellReady: Promise<void>;
  recover: (error: unknown) => boolean;
}

/** Everything that the first script leaves out: session, calls, analytics, and the remotes. Called once. */
export function startFed({ app, shellReady, recover }: FedOptions): Federation {
  const send = axiosTransport(create());
  const session = startSession(app, send, window);
  const http = createHttp({
    send,
    session,
    bases: app.boot.settings.appConfig.services,
    early: earlyCalls(window.__waymarkEarly),
    failed: (error) => {
      app.failed.set(true);
      publish('api.failed', { message: error.message });
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const viewport = watchViewport(window);
  const analytics = startAnalytics(app, window, viewport.get);
  const engine = createEngine(app, { session, http, analytics, recover });
  installHost(engine);

  const federation = bootFederation({
    remotes: app.boot.remotes,
    slot: (name) => document.getElementById(slotId(name)) as HTMLElement,
    shellReady,
    onStatus: (name, status) => app.remotes.set((all) => ({ ...all, [name]: status })),
    reportError,
  });
  Object.assign(app.links, {
    navigate: (to, options) => {
      // After a sign-out in another tab the next page is a new document: nothing of the last member stays in memory.
      if (session.isStale()) window.location.assign(to);
      else federation.navigate(to, options);
    },
    prefetch: (to) => {
      const { path } = parsePlace(to);
      const found = remotePageAt(app.boot.remotes, path);
      if (found) federation.preload(found.remote.name, path);
    },
    retry: federation.retry,
    signOut: async () => {
      try {
        await session.signOut();
      } catch {
        pushNotice(app.notices, {
          kind: 'error',
          text: app.i18n._(msg`You are still signed in. Check your connection, then log out again.`),
        });
      }
    },
    track: analytics.track,
    publish: (name, payload) => engine.events.publish(name, payload),
  } satisfies App['links']);

  void lookUpPrivacyRequest(
    () => http('geo').get('/lookup', { noRefresh: true }),
    () => analytics.track('geo_lookup_failed'),
  ).then(app.privacyRequest.set);
  return federation;
}
