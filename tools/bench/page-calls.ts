import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A span of time, in ms since 1970. */
export interface Window {
  from: number;
  until: number;
}

/** The span that some work took. */
export async function during(work: () => Promise<unknown>): Promise<Window> {
  const from = Date.now();
  await work();
  return { from, until: Date.now() };
}

/** A page that calls all the time, in a process of its own; see `calls.ts`. */
export interface CallingPage {
  /**
   * Ends the calls.
   * @returns what tells how many ms those took that began within given windows
   * @throws Error when one of them was not answered
   */
  stop(): Promise<(windows: readonly Window[]) => number[]>;
  /** Ends it whatever it does. */
  kill(): void;
}

/** Starts one; its code and connection are warm by then. */
export async function startCallingPage(url: string, authorization: string): Promise<CallingPage> {
  const page: ChildProcess = fork(new URL('calls.ts', import.meta.url), [url, authorization]);
  const failed = once(page, 'exit').then(() =>
    Promise.reject(new Error(`A call of ${url} was not answered.`)),
  );
  failed.catch(() => undefined);
  await Promise.race([once(page, 'message'), failed]);
  return {
    async stop() {
      const answer = once(page, 'message') as Promise<[[begun: number, ms: number][]]>;
      if (page.connected) page.send('stop');
      const [calls] = await Promise.race([answer, failed]);
      return (windows) =>
        calls
          .filter(([begun]) => windows.some(({ from, until }) => begun >= from && begun < until))
          .map(([, ms]) => ms);
    },
    kill: () => void page.kill(),
  };
}
