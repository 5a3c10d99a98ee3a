import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './answer-limits.ts';
import { ApiProblem } from './errors.ts';
import { LOOPBACK } from './register.ts';

declare module 'fastify' {
  interface FastifyInstance {
    uploadPlaces: UploadPlaces;
  }
}

/** Long bodies of one caller that are under way: a sixteenth of the places that the edge has for all. */
const PER_CALLER = 16;
/** The edge reads smaller bodies before it calls: only longer ones take a place there for as long as they are sent. */
const LONG_BODY_BYTES = 64 * 1024;
const RETRY_SECONDS = 10;

const isLong = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LONG_BODY_BYTES;

/** Counts the calls with a long body that each caller has under way, whatever addresses, sessions and keys they come by. */
export class UploadPlaces {
  #taken = new Map<string, number>();

  /** Takes a place until a call with a long body is answered or given up. @throws ApiProblem 429 where the caller has no more */
  take({ request, raw }: FastifyReply, caller: string): void {
    if (!isLong(request)) return;
    const taken = this.#taken.get(caller) ?? 0;
    if (taken >= PER_CALLER)
      throw new ApiProblem(
        429,
        'too_many_requests',
        `${PER_CALLER} of your uploads are under way. Wait for one of them, then send this one again.`,
        { parameters: { seconds: RETRY_SECONDS }, headers: { 'retry-after': String(RETRY_SECONDS) } },
      );
    if (raw.destroyed) return;
    this.#taken.set(caller, taken + 1);
    raw.once('close', () => {
      const left = (this.#taken.get(caller) ?? 1) - 1;
      if (left > 0) this.#taken.set(caller, left);
      else this.#taken.delete(caller);
    });
  }
}

/**
 * Takes a place for each call with a long body, before it is read: of its member, or of the visitor's network. Calls that
 * are signed in by an address of their own take the member's once they know whose it is.
 */
export function limitUploads(app: FastifyInstance): void {
  app.decorate('uploadPlaces', new UploadPlaces());
  app.addHook('preParsing', (request, reply, payload, done) => {
    try {
      const isKnown = request.holder !== null || !LOOPBACK.has(request.ip);
      if (isKnown) app.uploadPlaces.take(reply, callerOf(request));
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}
