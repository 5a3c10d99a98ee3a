import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { usePlace, useSettings } from '../app/context.ts';
import type { Page } from '../location/page.ts';

/** How long a page may take to bring its heading before the focus stays where it is. */
const HEADING_MS = 8000;

/**
 * After a change of page: the title of the host's own pages, the focus on the new heading, and the title read out.
 * The first page of a visit is left to the browser.
 */
export function Announcer({ page }: { page: Page }) {
  const { t } = useLingui();
  const { path } = usePlace();
  const { siteName } = useSettings().appConfig;
  const [said, say] = useState('');
  const shown = useRef(path);
  const own =
    page.kind === 'home'
      ? t`${siteName}: your runs, rides and hikes`
      : page.kind === 'not-found'
        ? t`Page not found · ${siteName}`
        : null;
  useEffect(() => {
    if (own) document.title = own;
  }, [own]);
  useEffect(() => {
    if (shown.current === path) return undefined;
    shown.current = path;
    return whenHeading(() => say(document.title));
  }, [path]);
  return (
    <output className="visually-hidden" aria-live="polite">
      {said}
    </output>
  );
}

/** Waits for the page's heading, then focuses it, unless the visitor is already typing. @returns the end of waiting */
function whenHeading(done: () => void): () => void {
  const main = document.getElementById('content');
  if (!main) return () => {};
  const look = () => {
    const heading = main.querySelector<HTMLElement>('h1');
    if (!heading) return false;
    stop();
    const active = document.activeElement;
    if (!active?.matches('main :is(input, textarea, select)')) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    done();
    return true;
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => observer.disconnect(), HEADING_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  if (!look()) observer.observe(main, { childList: true, subtree: true });
  return stop;
}
