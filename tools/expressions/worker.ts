import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type * as Recheck from 'recheck';
import { type Attack, attackText, describeAttack, makeAttacks } from './attacks.ts';

/** What a worker is given. */
export interface Question {
  source: string;
  flags: string;
}
/** What it says meanwhile, so that a text that holds it for ever is known, and in the end. */
export type Message = { trying: string } | { problem: string | null };

// The plain JavaScript of the package; its main module looks for a program to run instead.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof Recheck;

const CHECK_MS = 800;
/** Processor time for one text of some ten thousand characters; a linear expression takes less than one. */
const SLOW_MS = 60;

const port = parentPort!;
port.on('message', (question: Question) => {
  port.postMessage({ problem: findProblem(question) } satisfies Message);
});

/** @returns how the expression can be made slow, null when it cannot */
function findProblem({ source, flags }: Question): string | null {
  const plainFlags = flags.replaceAll(/[dgy]/g, '').replace('v', 'u');
  const isRepeated = /[gy]/.test(flags);
  const found = checkSync(source, plainFlags, { timeout: CHECK_MS });
  if (found.status === 'vulnerable') return found.attack.pattern;
  // The checker looks at one search; one that goes on behind each match is tried.
  if (found.status === 'safe' && !isRepeated) return null;
  // A sticky expression is asked behind each match too, until it finds none.
  const expression = new RegExp(source, flags.replace('g', '') + (isRepeated ? 'g' : ''));
  for (const attack of makeAttacks(source)) {
    port.postMessage({ trying: describeAttack(attack) } satisfies Message);
    if (isSlow(expression, attack)) return describeAttack(attack);
  }
  return null;
}

function isSlow(expression: RegExp, attack: Attack): boolean {
  const text = attackText(attack);
  // Twice, as the first use compiles.
  return cpuMs(() => search(expression, text)) > SLOW_MS && cpuMs(() => search(expression, text)) > SLOW_MS;
}

function search(expression: RegExp, text: string): void {
  expression.lastIndex = 0;
  if (expression.global) text.replaceAll(expression, '');
  else expression.test(text);
}

function cpuMs(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
