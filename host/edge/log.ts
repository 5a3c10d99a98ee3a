import { AsyncLocalStorage } from 'node:async_hooks';

const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LEVELS)[number];
type Write = (fields: Record<string, unknown>, message: string) => void;
export type Log = Record<Exclude<LogLevel, 'silent'>, Write>;

/** Structured logs, one JSON object a line, in the form of the API's. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const limit = LEVELS.indexOf(level);
  const at =
    (name: LogLevel): Write =>
    (fields, msg) => {
      if (LEVELS.indexOf(name) > limit) return;
      write(`${JSON.stringify({ level: name, time: new Date().toISOString(), ...fields, msg })}\n`);
    };
  return { fatal: at('fatal'), error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** An error as a log shows it. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { err: { type: error.name, message: error.message, stack: error.stack } }
    : { err: { message: String(error) } };

/** A path without what opens a door or names a person: tokens of mails, addresses, and every query (keys of links). */
export const loggedPath = (path: string): string =>
  path
    .split(/[?#]/, 1)[0]!
    .split('/')
    .map((part) => (part.length >= 20 || /@|%40/i.test(part) ? '[removed]' : part))
    .join('/');

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
