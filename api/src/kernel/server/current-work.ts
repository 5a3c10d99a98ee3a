import { AsyncLocalStorage } from 'node:async_hooks';

/** What the process was doing when something went wrong: a request of somebody, or work from the queue. */
export type WorkDescription = { request: string; call: string } | { job: string; id: string };

const current = new AsyncLocalStorage<WorkDescription>();

/** Runs `task` and everything it starts as a part of this request or job. */
export const runAsWork = <T>(work: WorkDescription, task: () => T): T => current.run(work, task);

/** The request or job that the running code belongs to; undefined for the process's own. */
export const currentWork = (): WorkDescription | undefined => current.getStore();

const callers = new AsyncLocalStorage<string>();

/** Runs the work of a call as its caller: queues give callers their turns by it. */
export const runAsCaller = <T>(caller: string, work: () => T): T => callers.run(caller, work);

/** The caller of the request that is being answered, a member or an address; '' for work in the background. */
export const currentCaller = (): string => callers.getStore() ?? '';
