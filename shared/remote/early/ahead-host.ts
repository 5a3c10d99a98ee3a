import type { ServiceName, StartupSettings } from '@waymark/api-contract';
import { ApiError, type EventProperties, type HttpClient, type RequestOptions } from '@waymark/contract';
import type { HostEngine } from '@waymark/contract/host';

/** What of the application a script ahead of it goes on with. */
export interface AppCalls {
  service: (name: ServiceName) => HttpClient;
  track: (name: string, properties: EventProperties) => void;
}

type Method = keyof HttpClient;

interface Question {
  name: ServiceName;
  method: Method;
  path: string;
  body: unknown;
  options: RequestOptions;
}

/** Answers that say something about the question. The others may be better with a new session, or at another time. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 429;

/**
 * A host for what runs ahead of the application. A call asks the service itself; without a good answer it waits for the
 * application and asks through it. Events wait for it too.
 */
export function createAheadHost(settings: StartupSettings, token: string, locale: string) {
  const { promise: joined, resolve } = Promise.withResolvers<AppCalls>();
  let app: AppCalls | undefined;

  const ask = async ({ name, method, path, body, options }: Question) => {
    const address = new URL(settings.appConfig.services[name] + path, location.href);
    for (const [key, value] of Object.entries(options.params ?? {}))
      if (value !== undefined) address.searchParams.set(key, String(value));
    const sent = body !== undefined;
    const answer = await fetch(address, {
      method: method.toUpperCase(),
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'x-requested-with': 'waymark',
        authorization: `Bearer ${token}`,
        ...(sent && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(sent && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    });
    if (answer.ok) return { value: answer.status === 204 ? undefined : ((await answer.json()) as unknown) };
    if (!isFinal(answer.status)) return null;
    throw new ApiError(answer.status, answer.statusText, await answer.json().catch(() => null));
  };

  const through = async ({ service }: AppCalls, { name, method, path, body, options }: Question) => {
    const client = service(name);
    try {
      return method === 'get' || method === 'delete'
        ? await client[method]<unknown>(path, options)
        : await client[method]<unknown>(path, body, options);
    } catch (error) {
      // The application's errors are of another copy of the class.
      if (error instanceof Error && error.name === 'ApiError') {
        const { status, message, body: answer } = error as ApiError;
        throw new ApiError(status, /^\d+ ([^:]*):/.exec(message)?.[1] ?? '', answer);
      }
      throw error;
    }
  };

  const call = async (
    name: ServiceName,
    method: Method,
    path: string,
    body: unknown,
    options: RequestOptions = {},
  ): Promise<never> => {
    const question = { name, method, path, body, options };
    const { signal } = options;
    if (!app) {
      const found = await ask(question).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        return null;
      });
      if (found) return found.value as never;
    }
    signal?.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      const stop = () => reject(signal!.reason as Error);
      signal?.addEventListener('abort', stop, { once: true });
    });
    return (await through(await Promise.race([joined, aborted]), question)) as never;
  };

  const host = {
    http: (name: ServiceName): HttpClient => ({
      get: (path, options) => call(name, 'get', path, undefined, options),
      post: (path, body, options) => call(name, 'post', path, body, options),
      put: (path, body, options) => call(name, 'put', path, body, options),
      patch: (path, body, options) => call(name, 'patch', path, body, options),
      delete: (path, options) => call(name, 'delete', path, undefined, options),
    }),
    track: (name: string, properties: EventProperties) =>
      void joined.then(({ track }) => track(name, properties)),
    settings: () => settings,
    locale: () => locale,
    rollout: () => undefined,
  };
  return {
    // Session, navigation and notices are the application's: what runs ahead of it has none.
    host: host as unknown as HostEngine,
    join: (calls: AppCalls): void => {
      app = calls;
      resolve(calls);
    },
  };
}
