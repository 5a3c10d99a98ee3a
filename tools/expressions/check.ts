import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Message, Question } from './worker.ts';

/** A worker that says nothing for so long is held by the text that it tries. */
const SILENT_MS = 15_000;

/** Looks for a text that makes an expression slow, for each; several at a time. */
export async function findSlowExpressions<T extends Question>(
  questions: readonly T[],
): Promise<{ question: T; attack: string }[]> {
  const slow: { question: T; attack: string }[] = [];
  const waiting = [...questions];
  const work = async () => {
    let worker: Worker | null = null;
    for (let question = waiting.shift(); question; question = waiting.shift()) {
      worker ??= new Worker(new URL('worker.ts', import.meta.url));
      const { attack, isHeld } = await ask(worker, question);
      if (attack !== null) slow.push({ question, attack });
      if (!isHeld) continue;
      await worker.terminate();
      worker = null;
    }
    await worker?.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return slow;
}

function ask(
  worker: Worker,
  { source, flags }: Question,
): Promise<{ attack: string | null; isHeld: boolean }> {
  return new Promise((resolve, reject) => {
    let trying = 'the checker itself';
    const end = () => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', reject);
    };
    const timer = setTimeout(() => {
      end();
      resolve({ attack: trying, isHeld: true });
    }, SILENT_MS);
    const hear = (message: Message) => {
      if ('trying' in message) {
        trying = message.trying;
        timer.refresh();
        return;
      }
      end();
      resolve({ attack: message.problem, isHeld: false });
    };
    worker.on('message', hear).once('error', reject);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ source, flags } satisfies Question);
  });
}
