import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gpxSample } from '../../../recordings/testing/sample-files.ts';
import { until } from '../../../testing/mail.ts';
import { runInWorker } from './course-queue.ts';

/** The processes that read courses for this one. */
async function readers(): Promise<number[]> {
  const children = (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number);
  const commands = await Promise.all(
    children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return children.filter((_, i) => commands[i]!.includes('course-file-process'));
}

test(
  'a file that ends the process which reads its course ends nothing else',
  { skip: process.platform !== 'linux' && 'processes are listed in /proc' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-course-queue-'));
    try {
      const [course, stuck] = [join(folder, 'course.gpx'), join(folder, 'stuck.gpx')];
      await writeFile(course, gpxSample({ points: 50 }));
      // A fifo without a writer keeps its reader busy.
      execFileSync('mkfifo', [stuck]);
      const refused = assert.rejects(runInWorker({ kind: 'read', path: stuck }), { code: 'too_much' });
      const pid = await until('the reader has started', async () => (await readers())[0]);
      // As V8 does when the heap is full.
      process.kill(pid, 'SIGABRT');
      await refused;
      const { name } = await runInWorker({ kind: 'read', path: course });
      assert.ok(name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
