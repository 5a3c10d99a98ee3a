import { Trans } from '@lingui/react/macro';
import { EARLY_PLACE } from '@waymark/contract/early';
import { useCallback } from 'react';
import { useApp } from '../app/context.ts';

const WAIT_MS = 150;

/** Shown after 150 ms in the shape of most pages: a heading, figures, then content. It gives way to the page's own. */
export function Skeleton() {
  const { firstPath, place, elapsed, links } = useApp();
  // The static markup may show the shape already: when the browser takes over, it stays without a blink.
  const first = place.get().path === firstPath;
  const waited = first && elapsed > WAIT_MS;
  const keepEarlyView = useCallback(
    (earlyPlace: HTMLElement | null) => {
      attachEarlyView(earlyPlace);
      return () => {
        if (window.waymark) window.waymark.earlyView = undefined;
        links.firstPageSettled?.();
      };
    },
    [links],
  );
  return (
    <>
      {first && <div id={EARLY_PLACE} className="wm-h-early" ref={keepEarlyView} />}
      <div className="wm-h-waiting" aria-busy="true" data-waited={waited}>
        <p className="visually-hidden">
          <Trans>Loading</Trans>
        </p>
        <div className="wm-skeleton wm-h-waiting-title" />
        <div className="wm-h-waiting-tiles">
          <div className="wm-skeleton" />
          <div className="wm-skeleton" />
          <div className="wm-skeleton" />
          <div className="wm-skeleton" />
        </div>
        <div className="wm-skeleton wm-h-waiting-body" />
      </div>
    </>
  );
}

/** What a page's early script drew into the static markup stays when the browser takes over, until the page is there. */
function attachEarlyView(earlyPlace: HTMLElement | null) {
  const drawn = window.waymark?.earlyView?.drawn;
  if (drawn) earlyPlace?.append(drawn);
}
