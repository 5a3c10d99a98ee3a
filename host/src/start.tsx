import { type ComponentType, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app/app.ts';
import { pageAt } from './location/page.ts';
import { watchLocation } from './location/watch.ts';
import { withRecovery } from './recovery/chunk-errors.ts';
import { startRecovery } from './recovery/start.ts';
import { ShellRoot } from './shell/shell.tsx';
import { startTheme } from './app/theme.ts';
import type { Boot } from '../boot.ts';

/**
 * Reads what the edge wrote into the page, then empties the element: the access token stays in memory only.
 * @throws Error when the page did not come from the edge
 */
function readBoot(document: Document): Boot {
  const element = document.getElementById('waymark-boot');
  if (!element?.textContent) throw new Error('This page has no start data; it did not come from the edge.');
  const boot = JSON.parse(element.textContent) as Boot;
  element.remove();
  return boot;
}

const app = createApp(readBoot(document), location.pathname + location.search, performance.now());
watchLocation(app.place, window);
startTheme(app.theme, window);
const shell = Promise.withResolvers<void>();

const pageKind = () => pageAt(app.boot, app.place.get().path, app.firstPath).kind;
const onRemotePage = () => pageKind() === 'remote';
let fed: Promise<{ remotes: () => Promise<unknown> }> | undefined;
async function start(): Promise<void> {
  try {
    fed ??= import(/* webpackChunkName: "fed" */ './fed.ts').then(({ startFed }) =>
      startFed({ app, shellReady: shell.promise, recover }),
    );
    const { remotes } = await fed;
    if (onRemotePage()) await remotes();
    app.offline.set(false);
  } catch (error) {
    // The next try asks for the script again.
    if (!app.links.track) fed = undefined;
    app.offline.set(true);
    if (!recover(error)) throw error;
  }
}
const recover = startRecovery(app, window, () => {
  const failed = Object.entries(app.remotes.get()).find(([, status]) => status.state === 'failed');
  if (app.offline.get()) void start();
  else if (failed) void app.links.retry?.(failed[0]);
  else location.reload();
});
app.links.retry = start;

const root = document.getElementById('root');
if (!root) throw new Error('This page has no place for the application.');
// A remote's page needs the rest at once; a page of the host's own has it when the browser is idle.
if (onRemotePage()) void start();
else if ('requestIdleCallback' in window) requestIdleCallback(() => void start(), { timeout: 4000 });
else setTimeout(() => void start(), 1);
const loadHome = () => import(/* webpackChunkName: "home" */ './home/home.tsx');
const render = (home: ComponentType) =>
  createRoot(root).render(<ShellRoot app={app} home={home} onReady={shell.resolve} />);
const renderLater = () => render(lazy(withRecovery(loadHome, recover)));
// The script of the home page is on that page already: what stands there does not give way to nothing.
if (pageKind() === 'home') loadHome().then((module) => render(module.default), renderLater);
else renderLater();
