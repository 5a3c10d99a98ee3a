import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/** Does what a call asks for, in the name of who makes it. */
export const inNameOf = <T>(who: string, work: () => T): T => callers.run(who, work);

/** Who makes the call that is being answered, a member or an address; '' for work in the background. */
export const whoCalls = (): string => callers.getStore() ?? '';
