import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  /** Id of the request. */
  request: string;
  /** Method and path, as they are logged. */
  call: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runAsRequest = (context: RequestContext, work: () => void): void => storage.run(context, work);

/** The request that the running code belongs to; undefined for the process's own. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
