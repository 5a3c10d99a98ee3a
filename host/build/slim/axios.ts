import xhr from 'axios/unsafe/adapters/xhr.js';
import dispatchRequest from 'axios/unsafe/core/dispatchRequest.js';

/** The one way out of a browser that tells how much was sent. */
export const adapters = {
  getAdapter: (adapter: unknown) => (typeof adapter === 'function' ? adapter : xhr),
};

interface Config {
  method: string;
}

/**
 * One call through the library's dispatcher and its XMLHttpRequest adapter. The library's own class merges defaults of
 * nested options, checks options, runs interceptors and joins stacks of errors: `transport.ts` passes a complete, flat
 * configuration, has no interceptors, and keeps no error.
 */
export class Axios {
  readonly #defaults: object;

  constructor(defaults: object) {
    this.#defaults = defaults;
  }

  async request(config: Config): Promise<unknown> {
    return dispatchRequest({ ...this.#defaults, ...config, method: config.method.toLowerCase() });
  }
}
