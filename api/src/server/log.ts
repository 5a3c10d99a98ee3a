import pino, { type Logger } from 'pino';
import type { Env } from './env.ts';

/** Structured logs on standard output. What identifies a person or opens a door never gets into them. */
export function createLog(env: Pick<Env, 'LOG_LEVEL'>): Logger {
  return pino({
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['authorization', 'cookie', 'password', 'email', 'token'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[removed]',
    },
    serializers: { err: presentError },
  });
}

/** Message, place and code. A database error's `detail` and `parameters` hold members' values and stay out. */
function presentError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table };
}
