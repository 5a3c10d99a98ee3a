import type AxiosHeaders from './axios-headers.ts';

// Parts of the library that a call of `transport.ts` leaves next to nothing to do.

/** The session's cookie is not for scripts, and no token travels in one. */
export const cookies = { read: () => null };

/** `transport.ts` says itself what a call carries and how an answer is read. */
export const defaults = { adapter: 'xhr' };

/** `transport.ts` answers every failure with "no answer", so its code, configuration and cause are kept by nobody. */
export class AxiosError extends Error {}

/** `http.ts` writes the query itself, with flat values. */
export const AxiosURLSearchParams = URLSearchParams;

interface Config {
  data: unknown;
  headers: AxiosHeaders;
}

/**
 * `http.ts` writes whole addresses and their queries, and no header comes from a cookie or a password: what is left of a
 * configuration's defaults is that the browser names the type of a form, with its boundary.
 */
export function resolveConfig(config: Config): Config {
  if (config.data instanceof FormData) config.headers.setContentType(undefined);
  return config;
}

type Visit = (value: unknown, key: unknown) => void;

/** What the modules that carry a call use of the library's 80 helpers. */
export const utils = {
  isArray: Array.isArray,
  isFunction: (value: unknown) => typeof value === 'function',
  isNumber: (value: unknown) => typeof value === 'number',
  isUndefined: (value: unknown) => value === undefined,
  hasOwnProp: Object.hasOwn,
  getSafeProp: (from: Record<string, unknown>, name: string) => from[name],
  /** Without a prototype, so that nothing that was put into `Object.prototype` reads as an option. */
  toSafeFlatObject: (config: object): object => Object.assign(Object.create(null), config) as object,
  forEach: (values: Record<string, unknown> | unknown[], visit: Visit) =>
    Object.entries(values).forEach(([key, value]) => visit(value, key)),
};
