import { BOOT_DATA, type BootAhead, EARLY_PLACE } from '@waymark/contract/early';
import { installHost } from '@waymark/contract/host';
import { createAheadHost, type AppCalls } from './ahead-host.ts';

export type { AppCalls } from './ahead-host.ts';

/** A page's work before the application is there. */
export interface AheadPage extends Pick<BootAhead, 'settings' | 'locale'> {
  session: NonNullable<BootAhead['session']>;
  /** Puts what can be used already into the page. */
  show(element: HTMLElement): void;
  /** What the page goes on with (`takeAhead`). */
  give(value: unknown): void;
  /** Calls and events go through the application from now on, also those that it did not serve before. */
  join(app: AppCalls): void;
}

/**
 * Begins a page's work ahead of the application: the services can be called through `@waymark/contract`, as in a remote.
 * What they refuse for reasons that the application can help with (no session any more, no answer) waits for it. To be
 * called once, at the top of a module that a page names in `ahead` in `waymark.json`.
 * @param work makes the page usable; the application waits until it is done, though not for long
 */
export function beginAhead(work: (page: AheadPage) => Promise<void>): void {
  // Only while the script runs for the first time.
  const { src = location.href } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;
  const base = new URL('.', src).href;
  const view = window.waymark?.earlyView;
  const { settings, session, locale } = JSON.parse(
    document.getElementById(BOOT_DATA)?.textContent ?? '{}',
  ) as BootAhead;
  if (!view || !session?.authToken) return;
  const { host, join } = createAheadHost(settings, session.authToken, locale);
  installHost(host);
  const page: AheadPage = {
    settings,
    session,
    locale,
    show(element) {
      // The application may have been faster.
      if (window.waymark?.earlyView !== view) return;
      view.drawn = element;
      document.getElementById(EARLY_PLACE)?.append(element);
    },
    give: (value) => void ((window.waymark ??= {}).madeAhead = { base, value }),
    join,
  };
  const begin = () => view.end(work(page));
  // The script may be here before the markup is.
  if (document.readyState === 'loading' && !document.getElementById(EARLY_PLACE))
    document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}
