import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/** Runs the work of a call as its caller: queues give callers their turns by it. */
export const runAsCaller = <T>(caller: string, work: () => T): T => callers.run(caller, work);

/** The caller of the request that is being answered, a member or an address; '' for work in the background. */
export const currentCaller = (): string => callers.getStore() ?? '';
