import type { HostEngine } from '@waymark/contract/host';
import { filter, map, Subject } from 'rxjs';
import type { Analytics } from '../analytics/analytics.ts';
import type { App } from '../app/app.ts';
import { goTo } from '../location/go.ts';
import { addressOf } from '../app/place.ts';
import { pushNotice } from '../app/notices.ts';
import type { SessionEngine } from '../session/engine.ts';
import type { Channel } from '../session/tabs.ts';

export interface EngineParts {
  session: SessionEngine;
  http: HostEngine['http'];
  analytics: Analytics;
  /** Deals with a script that did not arrive. */
  recover: (error: unknown) => boolean;
  /** To the other tabs; null where the browser has none. */
  channel: Channel | null;
}

interface HostEvent {
  name: string;
  payload: unknown;
}

/** What the contract promises to every remote, with RxJS behind the events. They reach every tab of this browser. */
export function createEngine(
  app: App,
  { session, http, analytics, recover, channel }: EngineParts,
): HostEngine {
  const events$ = new Subject<HostEvent>();
  channel?.addEventListener('message', ({ data }) => events$.next(data as HostEvent));
  const rollouts = new Map(app.boot.session?.rollouts.map((r) => [r.rollout_name, r.variant_name]));
  return {
    session: {
      get: app.session.get,
      subscribe: (listener) => app.session.subscribe(() => listener(app.session.get())),
      signedIn: session.signedIn,
      signOut: session.signOut,
      reload: session.reload,
    },
    http,
    events: {
      publish: (name, payload) => {
        events$.next({ name, payload });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
        channel?.postMessage({ name, payload } satisfies HostEvent);
      },
      subscribe: (wanted, listener) => {
        const subscription = events$
          .pipe(
            filter(({ name }) => name === wanted),
            map(({ payload }) => payload),
          )
          .subscribe(listener);
        return () => subscription.unsubscribe();
      },
    },
    navigation: {
      navigate: (to, options) => goTo(app, to, options),
      subscribe: (listener) => app.place.subscribe(() => listener(addressOf(app.place.get()))),
      prefetch: (to) => app.links.prefetch?.(to),
    },
    settings: () => app.boot.settings,
    rollout: (name) => rollouts.get(name),
    locale: () => app.i18n.locale,
    notify: (notification) => pushNotice(app.notices, notification),
    track: analytics.track,
    reportError: (error, where) => {
      recover(error);
      analytics.track('error', {
        ...where,
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? (error.stack ?? null) : null,
      });
    },
  };
}
