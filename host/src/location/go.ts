import { sitePath } from '@waymark/api-contract/site-path';
import type { App } from '../app/app.ts';
import { pageAt } from './page.ts';
import { fitsDocument } from './payment-page.ts';
import { parsePlace, samePath } from '../app/place.ts';

/** May this address be shown without loading the page anew? Only when the scripts are there and a page is known behind it. */
export function staysHere(app: App, to: string): boolean {
  if (!app.links.navigate || sitePath(to) === null) return false;
  const { path } = parsePlace(to);
  if (!fitsDocument(app, path)) return false;
  const page = pageAt(app.boot, path);
  if (page.kind === 'remote') return page.page.standalone === undefined;
  return page.kind === 'home' || samePath(path, '/error/notfound');
}

/** Goes to an address of the site, in place where that works; the server answers for the rest. */
export function goTo(app: App, to: string, options: { replace?: boolean; state?: unknown } = {}): void {
  if (staysHere(app, to)) app.links.navigate?.(to, options);
  else openDocument(to, options.replace);
}

/**
 * Loads the page behind an address: a path of this site, or another site by its full web address. Everything else, such
 * as a path that a browser reads as another site's address, opens the front page.
 */
export function openDocument(to: string, replace = false): void {
  const target = sitePath(to) ?? (/^https?:\/\//i.test(to) ? to : '/');
  if (replace) location.replace(target);
  else location.assign(target);
}
