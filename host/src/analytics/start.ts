import type { ClientEvent } from '@waymark/api-contract';
import { removeLegacyItems } from '@waymark/api-contract/browser-storage';
import { authCalls, callPath, SERVICE_BASES } from '@waymark/api-contract/client';
import type { App } from '../app/app.ts';
import { pageAt } from '../location/page.ts';
import type { Viewport } from '../viewport/viewport.ts';
import { createAnalytics, type Analytics } from './analytics.ts';
import { ensureDeviceId, removeDeviceId } from './device-id.ts';
import { watchVitals } from './vitals.ts';

/** How long nothing is sent after a refusal that names no time. */
const PAUSE_SECONDS = 60;

/** The remote whose page it is, and the version that really runs; the host's own pages belong to the host. */
export function whereOf(app: App, path: string): { remote: string; version: string } {
  const page = pageAt(app.boot, path, app.firstPath);
  if (page.kind !== 'remote') return { remote: 'host', version: app.boot.release };
  const { name, version } = page.remote;
  return { remote: name, version: app.remotes.get()[name]?.version ?? version };
}

/** The pattern, not the address: addresses hold ids, and the tokens of reset and confirmation mails. */
export function pageName(app: App, path: string): string {
  const page = pageAt(app.boot, path, app.firstPath);
  return page.kind === 'remote' ? page.page.pattern : page.kind === 'home' ? '/' : '(not found)';
}

/**
 * Starts analytics: a page view now and on each change of page, vitals, and what waits is sent when the page is left.
 * Reports name browser and member only while consents allow statistics; the id of the browser goes with the consent.
 */
export function startAnalytics(app: App, window: Window, viewport: () => Viewport): Analytics {
  const base = app.boot.settings.appConfig.services['auth'] ?? SERVICE_BASES.auth;
  let pausedUntil = 0;
  const identity = () => {
    if (app.mayTrack.get() !== true) return {};
    const user = app.session.get().user?.uacfUserId;
    return { device_id: ensureDeviceId(), ...(user ? { 'uacf-id': user } : {}) };
  };
  const followConsent = () => {
    if (app.mayTrack.get() === false) removeDeviceId();
  };
  removeLegacyItems();
  followConsent();
  app.mayTrack.subscribe(followConsent);
  const send = async (events: ClientEvent[], { leaving }: { leaving: boolean }) => {
    // The budget is used up: until it is full again events are dropped here.
    if (Date.now() < pausedUntil) return true;
    const answer = await window.fetch(base + callPath(authCalls.clientEvents), {
      method: 'POST',
      // Like a beacon it outlives the page, and unlike one it can carry the header that the service asks for.
      keepalive: leaving,
      headers: { 'content-type': 'application/json', 'x-requested-with': 'waymark' },
      body: JSON.stringify({ events, ...identity() }),
    });
    if (answer.status === 429)
      pausedUntil = Date.now() + (Number(answer.headers.get('retry-after')) || PAUSE_SECONDS) * 1000;
    // Refused for good, also where it is too large or too much: another try would be refused too.
    return answer.ok || (answer.status >= 400 && answer.status < 500);
  };
  const analytics = createAnalytics({
    send,
    where: () => whereOf(app, app.place.get().path),
    now: () => new Date(),
    consent: app.mayTrack,
  });
  const pageView = () =>
    analytics.track('page_view', { page: pageName(app, app.place.get().path), device: viewport().device });
  pageView();
  app.place.subscribe(pageView);
  watchVitals(window, analytics.track);
  window.addEventListener('pagehide', () => analytics.leave());
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') analytics.leave();
  });
  return analytics;
}
