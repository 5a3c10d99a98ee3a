import type AxiosHeaders from './axios-headers.ts';

interface Config {
  data: unknown;
  headers: AxiosHeaders;
}

/**
 * `http.ts` writes whole addresses and their queries, and no header comes from a cookie or a password: what is left of a
 * configuration's defaults is that the browser names the type of a form, with its boundary.
 */
export default function resolveConfig(config: Config): Config {
  if (config.data instanceof FormData) config.headers.setContentType(undefined);
  return config;
}
