import { openDocument } from '../location/go.ts';

export interface NavigateOptions {
  replace?: boolean;
  /** Kept in the history entry; the page reads it as `useLocation().state`. */
  state?: unknown;
}

/** Goes to an address without loading the page anew; another site's address is left to the browser. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const target = new URL(to, location.href);
  if (target.origin !== location.origin) return openDocument(target.href, replace);
  // The router's own form of a history entry, so that remotes find the state and the order of entries.
  const before = (history.state as { idx?: number } | null)?.idx ?? 0;
  const entry = {
    usr: state,
    key: Math.random().toString(36).slice(2, 10),
    idx: replace ? before : before + 1,
  };
  history[replace ? 'replaceState' : 'pushState'](entry, '', target);
}
