import { sitePath } from '@waymark/api-contract/site-path';
import { engine } from './engine.ts';

/** Goes to a path of this site without loading the page anew. A `state` object is kept in the history entry. */
export const navigate = (to: string, options: { replace?: boolean; state?: unknown } = {}): void =>
  engine().navigation.navigate(to, options);
/** Tells after each location change. @returns the function that ends it */
export const subscribeLocation = (listener: (path: string) => void): (() => void) =>
  engine().navigation.subscribe(listener);
/** Loads the remote behind a path ahead of the click (hover or focus of a link). */
export const prefetch = (to: string): void => engine().navigation.prefetch(to);
/** The login page that brings the visitor back to where they are now. */
export const loginPath = (from: string = location.pathname + location.search): string =>
  from.startsWith('/auth/') ? '/auth/login/' : `/auth/login/?next=${encodeURIComponent(from)}`;

/**
 * A `next` is followed only within this site.
 * @returns the normalised path, or null when it must not be followed
 */
export const safeNext = (next: string | null | undefined): string | null => sitePath(next);
