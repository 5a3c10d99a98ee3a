import { setWorkerUrl } from 'maplibre-gl';

let ready = false;

/**
 * Tells the library where its worker is: a file that the build puts beside the remote's scripts.
 * @throws Error when the page may not start it
 */
export function prepareWorker(): void {
  if (ready) return;
  const { href, origin } = new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url);
  if (origin !== location.origin) throw new Error(`A worker from ${origin} cannot run in this page.`);
  // The page's policy for scripts of remotes; outside the product there is none.
  const trusted: unknown = window.waymark?.loader?.policy.createScriptURL(href) ?? href;
  // Under Trusted Types this is an object and no text; the library looks at the ending before it hands it to the browser.
  if (typeof trusted === 'object' && trusted)
    Object.assign(trusted, {
      endsWith: (end: string) => href.endsWith(end),
      split: (by: RegExp) => href.split(by),
    });
  setWorkerUrl(trusted as string);
  ready = true;
}
