import { DatabaseError } from 'pg';

/**
 * Why a statement got no answer that says anything about its data.
 * - `connection`: the connection broke, could not be opened, or leads to a server that takes no writes
 * - `conflict`: PostgreSQL rolled the transaction back in favour of another one
 * - `timeout`: no connection was free, or no answer came, in time
 */
export type UnavailableReason = 'connection' | 'conflict' | 'timeout';

/** The database did not answer. The same call can succeed in a moment. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reason: UnavailableReason;
  /** True when what the call wrote may have been committed although no answer said so. */
  isOutcomeUnknown = false;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.reason = reason;
  }
}

/** SQLSTATEs, whole or by class, of a server that cannot answer at the moment. */
const REASONS: [code: RegExp, reason: UnavailableReason][] = [
  // Connection exceptions, too many connections, administrator shutdown, crash, starting up, session ended.
  [/^(08...|53300|57P0[1-5])$/, 'connection'],
  // A write on a standby: after a failover the connection leads to a server that is no longer the primary.
  [/^25006$/, 'connection'],
  [/^(40001|40P01)$/, 'conflict'],
  // Statement or lock timeout, out of memory, configured limit reached, input/output error.
  [/^(57014|55P03|53200|53400|58030)$/, 'timeout'],
];

const SOCKET_ERRORS = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** `pg` gives these errors no code. */
const NOT_SENT = /is not queryable|after calling end on the pool/;
const TIMED_OUT =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated due to connection timeout|timeout expired)/;
const BROKEN = /^Connection terminated/;

/** The reason in an error of `pg`; null for an error that says something about the statement. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DatabaseUnavailable) return error.reason;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof DatabaseError) {
    // It ended its session, or opened none, for want of space or memory: that says nothing about the statement.
    if (code.startsWith('53') && (error.severity === 'FATAL' || error.severity === 'PANIC'))
      return 'connection';
    return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? null;
  }
  if (TIMED_OUT.test(error.message)) return 'timeout';
  return SOCKET_ERRORS.has(code) || NOT_SENT.test(error.message) || BROKEN.test(error.message)
    ? 'connection'
    : null;
}

/** True for a statement that the server refused because its disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '53100';

/** The error as `DatabaseUnavailable` where it is one, else as it is. */
export function wrapUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const reason = unavailableReason(error);
  return reason ? new DatabaseUnavailable(reason, error) : error;
}

/** True when PostgreSQL said that the statement was rolled back, or when it never left this process. */
export const isCertainFailure = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.severity === 'ERROR'
    : error instanceof Error && NOT_SENT.test(error.message);
