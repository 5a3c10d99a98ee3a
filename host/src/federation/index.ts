import { CONTRACT_VERSION, type ResolvedRemote } from '@waymark/contract';
import { registerApplication, start, triggerAppChange } from 'single-spa';
import { remoteAt, candidatesOf, scriptOrigins } from './choices.ts';
import { navigate, type NavigateOptions } from './navigate.ts';
import { createPreloader } from './preload.ts';
import type { RemoteStatus } from '../app/app.ts';
import { createRunner, type Runner } from './runner.ts';
import { createRuntime } from './runtime.ts';
import { createScriptLoader, LIMITS, type Limits } from './script.ts';

export type { RemoteStatus } from '../app/app.ts';
export type { Limits } from './script.ts';

declare const WAYMARK_SHARED_VERSIONS: Record<string, string>;

export interface FederationOptions {
  remotes: ResolvedRemote[];
  /** The element that a remote is mounted in; asked for after `shellReady`. */
  slot: (name: string) => HTMLElement;
  shellReady: Promise<void>;
  /** May the visitor see the page at a path? Until they may, nothing of its remote is fetched. */
  isAllowed: (path: string) => boolean;
  onStatus: (name: string, status: RemoteStatus) => void;
  /** Failures to load or mount. Those of a mounted remote come through the contract's `reportError`. */
  reportError: (error: Error, where: { remote: string; version: string }) => void;
  limits?: Partial<Limits>;
}

export interface Federation {
  /** Goes to an address of this site without loading the page anew. */
  navigate: (to: string, options?: NavigateOptions) => void;
  /** Starts a failed remote again, from its scripts on. Resolves when its new status is known; never rejects. */
  retry: (name: string) => Promise<void>;
  /** Fetches a remote ahead of the click; with a path also the chunk of the page there. */
  preload: (name: string, path?: string) => void;
  /** Looks again who may be shown, after the session has changed. */
  reroute: () => void;
  /** The remote that the current address belongs to. */
  showing: () => string | null;
}

/** Starts loading and mounting remotes by the address. Called once, from the chunk `fed`. */
export function bootFederation(options: FederationOptions): Federation {
  const { remotes, slot, shellReady } = options;
  const page = location.href;
  const scripts = createScriptLoader(scriptOrigins(remotes, page), { ...LIMITS, ...options.limits });
  (window.waymark ??= {}).loader = { load: scripts.load, policy: scripts.policy };
  const load = createRuntime(scripts, { contract: CONTRACT_VERSION, shared: WAYMARK_SHARED_VERSIONS });
  const preload = createPreloader();
  const runners = new Map<string, Runner>();

  for (const remote of remotes) {
    const { name } = remote;
    const runner = createRunner({
      candidates: candidatesOf(remote, page),
      load,
      slot: () => slot(name),
      shellReady,
      onStatus: (status) => options.onStatus(name, status),
      reportError: (error, version) => options.reportError(error, { remote: name, version }),
    });
    runners.set(name, runner);
    registerApplication({
      name,
      // A remote that hangs must not hold the router: it starts on its own and tells by its status.
      app: {
        bootstrap: async () => {},
        mount: async () => void runner.mount(),
        unmount: () => runner.unmount(),
      },
      activeWhen: ({ pathname }) => remoteAt(remotes, pathname) === name && options.isAllowed(pathname),
    });
  }
  start({ urlRerouteOnly: true });

  return {
    navigate,
    retry: async (name) => runners.get(name)?.retry(),
    preload(name, path) {
      const remote = remotes.find((candidate) => candidate.name === name);
      if (remote) preload(remote, path);
    },
    reroute: () => void triggerAppChange(),
    showing: () => remoteAt(remotes, location.pathname),
  };
}
