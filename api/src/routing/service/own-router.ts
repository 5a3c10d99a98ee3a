import { Apart } from '../../server/apart.ts';
import { ApiProblem } from '../../server/errors.ts';
import { NoWay } from '../graph/router.ts';
import type { Answers, Ask, Reply } from './worker.ts';

/** ms after which a question is given up: somebody waits with the pointer on a line; a map waits longer for its tiles. */
const LONGEST = 8000;
const LONGEST_TILE = 20_000;
/** ms for reading the roads of all regions, once for each thread. */
const LONGEST_START = 120_000;

const unavailable = () =>
  new ApiProblem(
    503,
    'routing_unavailable',
    'Routing does not work just now. Try again, or draw this leg straight.',
  );
const slow = () =>
  new ApiProblem(
    504,
    'routing_slow',
    'Routing took too long. Try again with points closer together, or draw this leg straight.',
  );

/** Routes in a thread of its own, so that a long way never keeps other calls waiting. It starts with the first question. */
export class OwnRouter {
  #apart: Apart<Ask, Reply>;

  constructor(workerData: { dataDir: string; demo: boolean }) {
    this.#apart = new Apart({
      file: new URL('./worker.ts', import.meta.url),
      longest: LONGEST,
      // The thread puts ways before tiles.
      atOnce: Number.POSITIVE_INFINITY,
      start: { task: { kind: 'regions' }, longest: LONGEST_START },
      workerData,
      late: slow,
      died: unavailable,
    });
  }

  /** @throws NoWay where no way was found, ApiProblem when the thread died or took too long */
  async ask<K extends Ask['kind']>(ask: Extract<Ask, { kind: K }>): Promise<Answers[K]> {
    const reply = await this.#apart.do(ask, ask.kind === 'tile' ? LONGEST_TILE : LONGEST);
    if ('answer' in reply) return reply.answer as Answers[K];
    if ('failure' in reply) throw new Error(reply.failure);
    throw new NoWay(reply.problem.code, reply.problem.leg, reply.problem.message);
  }
}
