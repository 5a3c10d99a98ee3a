import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The address of the embedded server for its own processes. */
export const embeddedUrl = (port: number, password: string) =>
  `postgres://waymark:${password}@127.0.0.1:${port}/postgres`;

/** Where the embedded server of a data folder keeps its files. */
export const embeddedRoot = (folder: string): string => path.join(folder, 'postgres');
export const clusterFolder = (root: string): string => path.join(root, 'data');
export const passwordFile = (folder: string): string => path.join(folder, 'database-password');

/** What a server that runs, or was killed, left in its data folder. */
export function readPostmaster(data: string): { pid: number; port: number } | null {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return port && pid ? { pid, port } : null;
}

/** The address of the embedded server that runs on a data folder, for another process; null where none runs. */
export function findEmbeddedUrl(folder: string): string | null {
  const running = readPostmaster(clusterFolder(embeddedRoot(folder)));
  return running && embeddedUrl(running.port, readFileSync(passwordFile(folder), 'utf8').trim());
}
