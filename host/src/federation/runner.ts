import type { RemoteProps } from '@waymark/remote';
import type { RemoteStatus } from '../app/app.ts';
import type { Candidate } from './choices.ts';

interface Running {
  mount(props: RemoteProps): Promise<void>;
  unmount(): Promise<void>;
}
export interface RunnerOptions {
  /** Versions to try, in order. */
  candidates: readonly Candidate[];
  load: (candidate: Candidate) => Promise<Running>;
  slot: () => HTMLElement;
  /** The slot exists only after the shell's first layout. */
  shellReady: Promise<void>;
  onStatus: (status: RemoteStatus) => void;
  reportError: (error: Error, version: string) => void;
  /** How long a remote may take to leave, in milliseconds. */
  unmountLimit?: number;
}
export interface Runner {
  mount(): Promise<void>;
  unmount(): Promise<void>;
  retry(): Promise<void>;
}

/**
 * Starts and ends one remote. No failure of the remote leaves this function: it becomes a status, after the
 * last good version was tried, so the router around it (single-spa) never gives a remote up and a retry always works.
 */
export function createRunner(options: RunnerOptions): Runner {
  const { candidates, onStatus } = options;
  let next = 0;
  let loaded: Promise<Running> | undefined;
  let running: Running | undefined;
  let wanted = false;
  // Whatever began under an earlier number has been overtaken.
  let turn = 0;

  function load(candidate: Candidate): Promise<Running> {
    const promise = options.load(candidate);
    promise.catch(() => {
      if (loaded === promise) loaded = undefined;
    });
    return promise;
  }

  async function clear(): Promise<void> {
    const leaving = running;
    running = undefined;
    if (!leaving) return;
    const limit = new Promise<void>((resolve) => setTimeout(resolve, options.unmountLimit ?? 2_000));
    await Promise.race([Promise.resolve(leaving.unmount()).catch(() => {}), limit]);
    options.slot().replaceChildren();
  }

  async function failed(error: unknown, candidate: Candidate, reported: boolean): Promise<void> {
    const cause = error instanceof Error ? error : new Error(String(error));
    if (!reported) options.reportError(cause, candidate.version);
    const mine = turn;
    loaded = undefined;
    next++;
    await clear();
    if (!wanted || mine !== turn) return;
    if (next < candidates.length) {
      await start();
      return;
    }
    onStatus({ state: 'failed', error: cause, version: candidate.version });
  }

  async function start(): Promise<void> {
    const mine = ++turn;
    const candidate = candidates[next] as Candidate;
    onStatus({ state: 'loading', version: candidate.version });
    try {
      loaded ??= load(candidate);
      const remote = await loaded;
      await options.shellReady;
      if (mine !== turn) return;
      running = remote;
      await remote.mount({
        name: candidate.name,
        version: candidate.version,
        pages: candidate.pages,
        domElementGetter: options.slot,
        onError(error) {
          if (mine !== turn) return;
          turn++;
          // Not inside React's own work: a root cannot be removed while it renders. The remote reports by itself.
          queueMicrotask(() => void failed(error, candidate, true));
        },
      });
      if (mine === turn) onStatus({ state: 'mounted', version: candidate.version });
    } catch (error) {
      if (mine === turn) await failed(error, candidate, false);
    }
  }

  async function restart(): Promise<void> {
    const mine = ++turn;
    next = 0;
    loaded = undefined;
    await clear();
    if (wanted && mine === turn) await start();
  }

  return {
    mount: () => {
      wanted = true;
      return next < candidates.length ? start() : restart();
    },
    unmount: () => {
      wanted = false;
      turn++;
      return clear();
    },
    retry: restart,
  };
}
