import { accessTo, type Access } from '@waymark/contract';
import type { RemotePage } from '@waymark/contract/manifest';
import type { App } from '../app/app.ts';
import { goTo } from './go.ts';
import { pageAt } from './page.ts';
import { addressOf } from '../app/place.ts';
import { redirectOf, resolvingPath } from './redirect.ts';

const remotePageOf = (app: App, path: string): RemotePage | null => {
  const page = pageAt(app.boot, path, app.firstPath);
  return page.kind === 'remote' ? page.page : null;
};

/** May the visitor see the page at a path, by the guard in its remote's manifest? */
export function accessAt(app: App, path: string): Access | 'blocked' {
  const page = remotePageOf(app, path);
  if (!page) return 'allowed';
  const session = app.session.get();
  const access = accessTo(page.guard, session);
  const isBlocked = access === 'allowed' && resolvingPath(app.boot.remotes, page, session) !== null;
  return isBlocked ? 'blocked' : access;
}

/** Sends visitors away from pages that they may not see: now, on each change of page, and when the session changes. */
export function guardPages(app: App): void {
  const check = () => {
    const place = app.place.get();
    const page = remotePageOf(app, place.path);
    const elsewhere = redirectOf(app.boot.remotes, page, app.session.get(), addressOf(place));
    if (elsewhere !== null) goTo(app, elsewhere, { replace: true });
  };
  app.place.subscribe(check);
  app.session.subscribe(check);
  check();
}
