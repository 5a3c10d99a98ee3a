import { RolloutList, SessionResponse, StartupSettings, type Rollout } from '@waymark/api-contract';
import type { z } from 'zod';
import type { ApiClient } from '../http/api-client.ts';
import type { Visit } from '../http/visit.ts';
import { errorFields, type Log } from '../log.ts';
import { FALLBACK_SETTINGS } from './fallback-settings.ts';

const REFRESH_COOKIES = ['__Host-waymark_refresh', 'waymark_refresh'];
/** How long settings count as fresh. Older ones are still used while new ones are asked for. */
const FRESH_MS = 10_000;

export interface StartData {
  settings(): Promise<StartupSettings>;
  /** The session behind the visitor's cookie; null when the API did not say in time. `setCookie` goes to the browser. */
  session(visit: Visit): Promise<{ session: SessionResponse | null; setCookie: string[] }>;
}

export interface StartDataOptions {
  api: ApiClient;
  timeoutMs: number;
  log: Log;
  now?: () => number;
}

/** What a page needs of the API before it is sent. None of it fails: a page without it still works. */
export function createStartData({ api, timeoutMs, log, now = Date.now }: StartDataOptions): StartData {
  const missed = (what: string, error: unknown) =>
    log.warn({ what, ...errorFields(error) }, 'page without an answer of the API');
  const ask = async <T>(path: string, schema: z.ZodType<T>, headers: Record<string, string> = {}) => {
    const { status, body, setCookie } = await api.get(path, headers, timeoutMs);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    return { value: schema.parse(body), setCookie };
  };
  const kept = <T>(what: string, initial: T, load: () => Promise<T>): (() => Promise<T>) => {
    let value = initial;
    let loadedAt = -Infinity;
    let loading: Promise<void> | undefined;
    const refresh = async () => {
      try {
        value = await load();
        loadedAt = now();
      } catch (error) {
        missed(what, error);
      }
      loading = undefined;
    };
    return async () => {
      if (now() - loadedAt >= FRESH_MS) {
        loading ??= refresh();
        if (loadedAt === -Infinity) await loading;
      }
      return value;
    };
  };

  const settings = kept('settings', FALLBACK_SETTINGS, async () => {
    return (await ask('/platform/settings', StartupSettings)).value;
  });
  const everyonesRollouts = kept<Rollout[]>('rollouts', [], async () => {
    return (await ask('/platform/rollouts', RolloutList)).value.rollouts;
  });

  return {
    settings,
    async session({ request, cookies, forwarded, id }) {
      if (!REFRESH_COOKIES.some((name) => cookies[name]))
        return { session: { ...SIGNED_OUT, rollouts: await everyonesRollouts() }, setCookie: [] };
      try {
        const headers = { ...forwarded, cookie: request.headers.cookie ?? '', 'x-request-id': id };
        const { value, setCookie } = await ask('/auth/session', SessionResponse, headers);
        return { session: value, setCookie };
      } catch (error) {
        missed('session', error);
        return { session: null, setCookie: [] };
      }
    },
  };
}

const SIGNED_OUT: SessionResponse = {
  authToken: null,
  expires_in: 0,
  user: null,
  premium: null,
  rollouts: [],
  consents: null,
  deletion: null,
};
