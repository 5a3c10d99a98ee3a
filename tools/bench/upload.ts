import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileImport, FileImportList } from '@waymark/api-contract';
import type { Bench } from './member.ts';

const POLL_MS = 25;
const BOUNDARY = 'waymark-bench-boundary';

/** Where a member uploads to, and as whom. */
export type Target = Pick<Bench, 'url' | 'headers'>;

/** Sends a file as a browser does, from the disk: the FormData of Node takes longer than the import. */
export async function send({ headers, url }: Target, file: string): Promise<FileImportList> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${path.basename(file)}"\r\n\r\n`;
  const sent = request(url('/device/file_import/'), {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(head);
  await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), sent, { end: false });
  sent.end(`\r\n--${BOUNDARY}--\r\n`);
  const [answer] = await answered;
  const body = await text(answer);
  if (answer.statusCode !== 202) throw new Error(`upload: ${answer.statusCode} ${body}`);
  return JSON.parse(body) as FileImportList;
}

/** Seconds from the first byte sent to the workout being there; the workout is deleted again. */
export async function uploadToReady(target: Target, file: string): Promise<number> {
  const { headers, url } = target;
  const start = performance.now();
  const { id } = (await send(target, file))._embedded.file_imports[0]!;
  for (;;) {
    const answer = await fetch(url(`/device/file_import/${id}/`), { headers });
    const { state, problem, workouts } = (await answer.json()) as FileImport;
    if (state === 'ready') {
      const seconds = (performance.now() - start) / 1000;
      for (const workout of workouts) {
        await fetch(url(`/workout/${workout.id}/`), { method: 'DELETE', headers });
      }
      return seconds;
    }
    if (state !== 'queued' && state !== 'reading') throw new Error(`${file}: ${state} ${problem?.message}`);
    await wait(POLL_MS);
  }
}

const PAGE_BYTES = 4096;

/** Resident size in MB. Where the system tells it in a file no process is started for it: that takes time from others. */
function residentSize(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString()) / 1024;
  }
}

/** Largest resident size (MB) of a process until `stop` is called. */
export function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentSize(pid));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
