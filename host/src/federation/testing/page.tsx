// A host of the smallest kind, for the browser tests of federation: header, slots, fallback with retry.
import type { ResolvedRemote } from '@waymark/contract';
import { UiProvider } from '@waymark/ui';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import type { Federation, Limits, RemoteStatus } from '../index.ts';
import './page.css';

declare global {
  interface Window {
    /** What the tests look at. */
    probe: {
      React: typeof React;
      federation?: Federation;
      statuses: (RemoteStatus & { name: string; message?: string })[];
      reports: { remote: string; version: string; message: string }[];
      libraries?: Record<string, object>;
    };
  }
}

const start = JSON.parse(document.getElementById('waymark-boot')?.textContent ?? '') as {
  remotes: ResolvedRemote[];
  limits: Partial<Limits>;
};
const shell = Promise.withResolvers<void>();
const started = Promise.withResolvers<Federation>();
/** A click before federation has come waits for it: it would be lost otherwise. */
function go(to: string, state?: unknown): void {
  void started.promise.then((federation) => federation.navigate(to, { state }));
}
window.probe = { React, statuses: [], reports: [] };

function Fallback({ name, error }: { name: string; error?: Error }) {
  return (
    <div role="alert">
      <h2>{name} is unavailable</h2>
      <p>{error?.message}</p>
      <button type="button" onClick={() => void window.probe.federation?.retry(name)}>
        Try again
      </button>
    </div>
  );
}

function Page() {
  const [statuses, setStatuses] = React.useState<Record<string, RemoteStatus>>({});
  const [showing, setShowing] = React.useState<string | null>(null);
  React.useLayoutEffect(() => {
    shell.resolve();
    const moved = () => setShowing(window.probe.federation?.showing() ?? null);
    addEventListener('single-spa:routing-event', moved);
    const fed = import(/* webpackChunkName: "fed" */ './page-fed.ts').then(({ boot }) => {
      boot(start, shell.promise, (name, status) => {
        window.probe.statuses.push({ ...status, name, message: status.error?.message });
        setStatuses((all) => ({ ...all, [name]: status }));
        moved();
      });
      if (window.probe.federation) started.resolve(window.probe.federation);
      document.body.dataset['fed'] = 'ready';
    });
    fed.catch((error: unknown) => reportError(error));
    return () => removeEventListener('single-spa:routing-event', moved);
  }, []);
  return (
    <UiProvider>
      <header>
        <a
          href="/"
          onClick={(event) => {
            event.preventDefault();
            go('/');
          }}
        >
          Home
        </a>
        {start.remotes.map(({ name, pages }) => {
          const href = pages[0]?.pattern.replace('*', '') ?? '/';
          return (
            <a
              key={name}
              href={href}
              onMouseEnter={() => window.probe.federation?.preload(name, href)}
              onClick={(event) => {
                event.preventDefault();
                go(href, 'from the header');
              }}
            >
              {name}
            </a>
          );
        })}
      </header>
      <main>
        {showing && statuses[showing]?.state === 'failed' && (
          <Fallback name={showing} error={statuses[showing].error} />
        )}
        {start.remotes.map(({ name }) => (
          <div key={name} id={`slot-${name}`} />
        ))}
      </main>
      <footer>Footer</footer>
    </UiProvider>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
