import { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';

/** What opens an account at a service. */
export interface ServiceTokens {
  access: string;
  /** Null where the service has no short-lived tokens. */
  refresh: string | null;
  /** How long it holds from now on; null for a token without an end that is known. */
  expiresInSeconds: number | null;
}

/** A new connection: whose account it is, and what opens it. */
export interface ServiceGrant {
  /** The member's id at the service. */
  accountRef: string;
  tokens: ServiceTokens;
}

/** A workout's file as the device wrote it. */
export interface ServiceFile {
  filename: string;
  file: Readable;
}

/** What a notice says: there is a workout of this account. */
export interface ServiceNotice {
  accountRef: string;
  /** The workout's name at the service. */
  ref: string;
}

/** One kind of service that pushes workouts: all that is particular to it. */
export interface Connector {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  /** What its terms demand of what it brings; null for nothing. */
  readonly notice: string | null;
  /** Where the browser goes. */
  authorizationUrl(options: { state: string; challenge: string; redirectUri: string }): string;
  /** @throws ServiceProblem when the service does not accept the code */
  exchange(options: {
    code: string;
    verifier: string;
    redirectUri: string;
    memberRef: string;
  }): Promise<ServiceGrant>;
  /** @throws ServiceProblem `refused` when the permission is over */
  refresh(tokens: ServiceTokens): Promise<ServiceTokens>;
  /** Ends the permission at the service. One that is over there is no error. */
  revoke(grant: ServiceGrant): Promise<void>;
  /** @returns what a notice says, null for one that says nothing to us @throws ServiceProblem `refused` for a forged one */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): ServiceNotice | null;
  /** Names of the workouts of the last weeks. */
  listRecent(tokens: ServiceTokens): Promise<string[]>;
  /** @returns null for a workout without a file, such as one that is planned or was typed in by hand */
  fetchFile(tokens: ServiceTokens, ref: string): Promise<ServiceFile | null>;
}

/** `refused`: the permission is over, or the sender is not the service. `later`: it cannot answer now. `failed`: it answers, and not as documented. */
export type ServiceProblemKind = 'refused' | 'later' | 'failed';

/** Why a service did not do what was asked. */
export class ServiceProblem extends Error {
  override name = 'ServiceProblem';
  readonly kind: ServiceProblemKind;
  /** When the service asks to be called again. */
  readonly retrySeconds: number | null;
  constructor(kind: ServiceProblemKind, message: string, retrySeconds: number | null = null) {
    super(message);
    this.kind = kind;
    this.retrySeconds = retrySeconds;
  }
}

const ANSWER_MS = 20_000;
const FILE_MS = 120_000;
const TOO_MANY = 429;
/** Of answers other than files. */
const ANSWER_MAX_BYTES = 4_000_000;

/** Seconds until more calls are allowed, from the headers of services that name them; the longest counts. */
function waitSeconds(headers: Headers): number | null {
  const named = ['retry-after', 'x-ratelimit-reset', 'ratelimit-reset'].flatMap((name) =>
    (headers.get(name) ?? '').split(',').map(Number),
  );
  const seconds = Math.max(0, ...named.filter(Number.isFinite));
  return seconds > 0 ? Math.min(seconds, 86_400) : null;
}

interface CallOptions extends Omit<RequestInit, 'signal' | 'redirect'> {
  /** Statuses besides those of success that are answers too. */
  also?: readonly number[];
  isFile?: boolean;
}

/**
 * Calls a service. Redirects are not followed: tokens go where they belong and nowhere else.
 * @throws ServiceProblem by status, or when nothing answers
 */
export async function callService(
  url: string | URL,
  { also = [], isFile = false, ...init }: CallOptions = {},
): Promise<Response> {
  const what = `${init.method ?? 'GET'} ${new URL(url).origin}${new URL(url).pathname}`;
  let answer: Response;
  try {
    answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(isFile ? FILE_MS : ANSWER_MS),
    });
  } catch (error) {
    throw new ServiceProblem('later', `${what}: ${error instanceof Error ? error.message : 'no answer'}`);
  }
  if (answer.ok || also.includes(answer.status)) return answer;
  await answer.body?.cancel();
  const message = `${what} answered ${answer.status}`;
  if (answer.status === TOO_MANY || answer.status >= 500)
    throw new ServiceProblem('later', message, waitSeconds(answer.headers));
  throw new ServiceProblem([401, 403].includes(answer.status) ? 'refused' : 'failed', message);
}

/**
 * The JSON of an answer, bounded.
 * @throws ServiceProblem `failed` for what is no JSON or too much
 */
export async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > ANSWER_MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ServiceProblem('later', `${answer.url} broke off: ${String(error)}`);
  }
  if (bytes > ANSWER_MAX_BYTES) throw new ServiceProblem('failed', `${answer.url} answered too much`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new ServiceProblem('failed', `${answer.url} answered no JSON`);
  }
}

/**
 * The body of an answer as a file. It may break off after its reader left, as one that is too large is not read to its
 * end: an error without a listener would end the process.
 */
export function fileOf(body: NonNullable<Response['body']>): Readable {
  const file = Readable.from(body, { objectMode: false });
  file.on('error', () => {});
  return file;
}

/** The JSON of a notice; undefined for what is none. */
export function parseNotice(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
