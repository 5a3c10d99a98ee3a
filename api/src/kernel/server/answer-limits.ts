import { networkOf } from '@waymark/api-contract/address-network';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ApiProblem, busy } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    answerMemory: AnswerMemory;
  }
}

const MB = 1024 * 1024;

export interface AnswerLimits {
  /** Bytes of large answers under way to one caller; a single one may be larger. */
  perCallerBytes: number;
  totalBytes: number;
  /** Smaller answers are not counted. */
  countedFromBytes: number;
  /** After this time an answer is given up where others need its memory. */
  slowReaderMs: number;
}

const DEFAULTS: AnswerLimits = {
  perCallerBytes: 64 * MB,
  totalBytes: 512 * MB,
  countedFromBytes: 64 * 1024,
  slowReaderMs: 120_000,
};

interface HeldAnswer {
  caller: string;
  bytes: number;
  since: number;
}

/** What an error must not take over from the answer that it replaces. */
const ANSWER_HEADERS = ['content-disposition', 'content-encoding', 'content-length', 'etag'];

/** The member, or the network of a visitor. */
export const callerOf = ({ holder, ip }: FastifyRequest): string =>
  holder ? `member ${holder.userId}` : networkOf(ip);

/**
 * Counts the memory of answers that their readers have not taken yet: what a slow reader leaves stays here until the
 * connection ends.
 */
export class AnswerMemory {
  #limits: AnswerLimits;
  #now: () => number;
  #held = new Map<ServerResponse, HeldAnswer>();
  #bytesByCaller = new Map<string, number>();
  #totalBytes = 0;

  constructor(limits: Partial<AnswerLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...DEFAULTS, ...limits };
    this.#now = now;
  }

  /** @throws ApiProblem 429 where its caller has too much under way, 503 where all callers together have */
  hold(raw: ServerResponse, caller: string, bytes: number): void {
    const { perCallerBytes, totalBytes, countedFromBytes } = this.#limits;
    if (bytes < countedFromBytes || raw.destroyed) return;
    const before = this.#bytesByCaller.get(caller) ?? 0;
    if (before > 0 && before + bytes > perCallerBytes)
      throw new ApiProblem(
        429,
        'too_many_requests',
        'Several large downloads are under way to you. Wait for one of them and try again.',
        { parameters: { seconds: 10 }, headers: { 'retry-after': '10' } },
      );
    if (this.#totalBytes + bytes > totalBytes) this.#giveUpSlowReaders(bytes);
    if (this.#totalBytes > 0 && this.#totalBytes + bytes > totalBytes)
      throw busy('More is being downloaded than usual. Try again in a minute.');
    const known = this.#held.get(raw);
    this.#held.set(raw, { caller, bytes: (known?.bytes ?? 0) + bytes, since: this.#now() });
    this.#bytesByCaller.set(caller, before + bytes);
    this.#totalBytes += bytes;
    if (!known) raw.once('close', () => this.#release(raw));
  }

  #giveUpSlowReaders(neededBytes: number): void {
    const { totalBytes, slowReaderMs } = this.#limits;
    const slowSince = this.#now() - slowReaderMs;
    for (const [raw, { since }] of this.#held) {
      if (since > slowSince || this.#totalBytes + neededBytes <= totalBytes) return;
      this.#release(raw);
      raw.destroy();
    }
  }

  #release(raw: ServerResponse): void {
    const answer = this.#held.get(raw);
    if (!answer) return;
    this.#held.delete(raw);
    this.#totalBytes -= answer.bytes;
    const left = (this.#bytesByCaller.get(answer.caller) ?? 0) - answer.bytes;
    if (left > 0) this.#bytesByCaller.set(answer.caller, left);
    else this.#bytesByCaller.delete(answer.caller);
  }
}

/** Counts what a streamed answer holds until it is taken, before it is decoded. @throws ApiProblem */
export const holdAnswer = ({ server, request, raw }: FastifyReply, bytes: number): void =>
  server.answerMemory.hold(raw, callerOf(request), bytes);

/**
 * Bounds what answers cost while they are taken. Answers to HEAD have no body: Fastify would read a stream to its end,
 * as fast as it comes and with nobody at the other end.
 */
export function limitAnswers(app: FastifyInstance, limits?: Partial<AnswerLimits>): void {
  app.decorate('answerMemory', new AnswerMemory(limits));
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (request.method === 'HEAD') {
      if (!(payload instanceof Readable)) return done(null, payload);
      payload.destroy();
      return done(null, Readable.from([]));
    }
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    try {
      holdAnswer(reply, bytes);
    } catch (error) {
      for (const name of ANSWER_HEADERS) reply.removeHeader(name);
      return done(error as Error);
    }
    done(null, payload);
  });
}
