import { AsyncLocalStorage } from 'node:async_hooks';

/** What the process was doing when something went wrong: a request of somebody, or work from the queue. */
export type WorkDescription = { request: string; call: string } | { job: string; id: string };

const current = new AsyncLocalStorage<WorkDescription>();

/** Runs `task` and everything it starts as a part of this request or job. */
export const runAsWork = <T>(work: WorkDescription, task: () => T): T => current.run(work, task);

/** The request or job that the running code belongs to; undefined for the process's own. */
export const currentWork = (): WorkDescription | undefined => current.getStore();
