import { accessTo, redirectFor, type Access } from '@waymark/contract';
import type { App } from '../app/app.ts';
import { goTo } from './go.ts';
import { pageAt } from './page.ts';
import { addressOf } from '../app/place.ts';

/** May the visitor see the page at a path, by the guard in its remote's manifest? */
export function accessAt(app: App, path: string): Access {
  const page = pageAt(app.boot, path, app.firstPath);
  return page.kind === 'remote' ? accessTo(page.page.guard, app.session.get()) : 'allowed';
}

/** Sends visitors away from pages that they may not see: now, on each change of page, and when the session changes. */
export function guardPages(app: App): void {
  const check = () => {
    const place = app.place.get();
    const elsewhere = redirectFor(accessAt(app, place.path), addressOf(place));
    if (elsewhere !== null) goTo(app, elsewhere, { replace: true });
  };
  app.place.subscribe(check);
  app.session.subscribe(check);
  check();
}
