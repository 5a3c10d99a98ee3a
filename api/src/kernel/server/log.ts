import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Env } from './env.ts';

/** Lines that wait for room on the output; what comes on top is dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Standard output. Where its disk is full or its reader has gone lines are lost, but the process goes on. */
function standardOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_BUFFERED_BYTES });
  output.on('error', () => undefined);
  return output;
}

/** Structured logs, on standard output unless told otherwise. What identifies a person or opens a door never gets into them. */
export function createLog(env: Pick<Env, 'LOG_LEVEL'>, output: DestinationStream = standardOutput()): Logger {
  const options: LoggerOptions = {
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
    serializers: { err: (error: unknown) => presentError(error) },
  };
  return pino(options, output);
}

/** An error, what caused it, and what caused that: `fetch` says in the cause which connection failed. */
const MAX_CAUSES = 2;

/** Message, place, code and causes. A database error's `detail` and `parameters` hold members' values and stay out. */
export function presentError(error: unknown, maxCauses = MAX_CAUSES): object {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  // Also what is no Error: the job queue hands on plain objects with the fields of one.
  const { name, message, stack, code, constraint, table, cause } = error as Record<string, unknown>;
  return {
    type: name,
    message: message ?? 'An object without a message.',
    stack,
    code,
    constraint,
    table,
    ...(cause !== undefined && maxCauses > 0 && { cause: presentError(cause, maxCauses - 1) }),
  };
}
