import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './build/sources.ts';
import { steps, type Step } from './build/steps.ts';

export { steps, type Step } from './build/steps.ts';

export interface BuildOptions {
  /** Steps to look at; all unless told. */
  names?: readonly string[];
  /** Gets a line for each step that begins and ends. */
  progress?: (line: string) => void;
}

const AT_ONCE = 2;
const stampOf = (step: Step) => path.join(step.result, '.sources');

/**
 * Builds the host, every remote, the basemap and the places, as far as their sources have changed.
 * @returns the names of the steps that ran
 * @throws Error with the messages of every step that failed, or naming a step that does not exist
 */
export async function buildAll({ names, progress = () => {} }: BuildOptions = {}): Promise<string[]> {
  const unknown = names?.find((name) => !steps.some((step) => step.name === name));
  if (unknown) throw new Error(`Nothing named "${unknown}" is built. There are: ${list(steps)}.`);
  const stale = steps
    .filter(({ name }) => !names?.length || names.includes(name))
    .map((step) => ({ step, hash: hashOf(step.sources()) }))
    .filter(({ step, hash }) => !existsSync(stampOf(step)) || readFileSync(stampOf(step), 'utf8') !== hash);
  const waiting = [...stale];
  const failures: string[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { step, hash } = next;
      const began = performance.now();
      progress(`building ${step.name} …`);
      try {
        const outcome = await inOwnProcess(step.name);
        writeFileSync(stampOf(step), hash);
        progress(`built ${step.name} in ${((performance.now() - began) / 1000).toFixed(1)} s: ${outcome}`);
      } catch (error) {
        failures.push(`${step.name} could not be built:\n${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length) throw new Error(failures.join('\n\n'));
  return stale.map(({ step }) => step.name);
}

const list = (all: readonly Step[]) => all.map(({ name }) => name).join(', ');

function inOwnProcess(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, 'build/run-step.ts');
    const child = spawn(process.execPath, [...process.execArgv, script, name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let problems = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (problems += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(problems || output))));
  });
}

if (import.meta.main) {
  try {
    const built = await buildAll({ names: process.argv.slice(2), progress: console.log });
    if (!built.length) console.log('Everything is built.');
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
