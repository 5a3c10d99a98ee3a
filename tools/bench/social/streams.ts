import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';

/** Megabytes of memory that a process holds. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

/** Opens streams of notifications, some of each member; resolves when each has its first event. */
export async function openStreams(
  url: string,
  tokens: readonly string[],
  count: number,
): Promise<{ heard: () => number; close: () => void }> {
  const agent = new Agent({ maxSockets: Infinity });
  const open: IncomingMessage[] = [];
  let events = 0;
  const openOne = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { accept: 'text/event-stream', authorization: tokens[index % tokens.length]! };
      get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`stream: ${response.statusCode}`));
        open.push(response);
        response.on('data', (bytes: Buffer) => {
          if (!bytes.includes('data:')) return;
          events++;
          resolve();
        });
        response.on('error', () => {});
      }).on('error', reject);
    });
  const AT_ONCE = 50;
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, i) => openOne(at + i)));
  return {
    heard: () => events,
    close: () => {
      for (const response of open) response.destroy();
      agent.destroy();
    },
  };
}
