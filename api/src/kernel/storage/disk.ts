import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../server/context.ts';
import { ApiProblem, notFound } from '../server/errors.ts';

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;
/** The name of a file while it is written. */
export const PART = /\.\d+\.\d+\.part$/;
let writes = 0;

/** Files in a folder of this machine. A file is there whole or not at all, also after a crash. */
export function diskStore(folder: string): FileStore {
  const root = path.resolve(folder);
  const place = (key: string): string => {
    if (!KEY.test(key) || key.length > 300) throw new Error(`"${key}" is no key of a file.`);
    return path.join(root, key);
  };
  return {
    async write(key, from) {
      const target = place(key);
      const part = `${target}.${process.pid}.${++writes}.part`;
      const source = from instanceof Uint8Array ? Readable.from([from]) : from;
      // A source may fail while the folder is made; pipeline then finds it destroyed and throws its error.
      source.on('error', () => undefined);
      try {
        const firstMade = await mkdir(path.dirname(target), { recursive: true });
        await pipeline(source, createWriteStream(part, { mode: 0o600, flags: 'wx' }));
        const bytes = await flush(part);
        await rename(part, target);
        for (const folder of foldersToFlush(target, firstMade)) await flushFolder(folder);
        return { bytes };
      } catch (error) {
        // Where the folder could not be made nobody has read the source yet.
        if (source instanceof Readable) source.destroy();
        await rm(part, { force: true });
        throw explained(error);
      }
    },
    read: (key) => readFile(place(key)).catch(missing),
    async withLocal(key, work) {
      const file = place(key);
      await (await open(file).catch(missing)).close();
      return work(file);
    },
    remove: (key) => rm(place(key), { force: true }),
    list: async (folder) => {
      const names = await readdir(place(folder)).catch(() => []);
      return names.filter((name) => !PART.test(name)).map((name) => `${folder}/${name}`);
    },
    removeFolder: (folder) => rm(place(folder), { recursive: true, force: true }),
    async *listOld(folder, before) {
      for (const { name } of await foldersIn(place(folder))) {
        const keys: string[] = [];
        for (const file of await readdir(place(`${folder}/${name}`)).catch(() => [])) {
          const key = `${folder}/${name}/${file}`;
          const found = PART.test(file) ? null : await stat(place(key)).catch(() => null);
          if (found?.isFile() && found.mtime < before) keys.push(key);
        }
        if (keys.length > 0) yield keys;
      }
    },
  };
}

const foldersIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory());

async function flush(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** The folder of a file, and those above it whose entries are new: an acknowledged file is there after a power cut. */
function foldersToFlush(file: string, firstMade: string | undefined): string[] {
  const folders = [path.dirname(file)];
  if (firstMade !== undefined)
    while (folders.at(-1)!.length >= firstMade.length) folders.push(path.dirname(folders.at(-1)!));
  return folders;
}

/** The new name itself must reach the disk; Windows has no such call for folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function missing(error: unknown): never {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound('file') : error;
}

function explained(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new ApiProblem(
        507,
        'storage_full',
        'There is no room left to store this file. Nothing was saved; try again later or ask support.',
      )
    : error;
}
