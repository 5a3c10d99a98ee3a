import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Boot, HostAssets, ShellModule } from '../../boot.ts';
import { errorFields, type Log } from '../log.ts';

export interface HostBuild {
  assets: HostAssets;
  /** Static markup of the shell; empty when it cannot be made: the browser then draws all of it. */
  shell(boot: Boot, path: string): string;
}

const MAX_SHELLS = 500;

/**
 * The built host, taken up anew when it was built again.
 * @throws Error (the first time) when there is none
 */
export function createHostBuild(dist: string, log: Log): () => Promise<HostBuild> {
  const file = path.join(dist, 'assets.json');
  let current: { modified: number; build: HostBuild } | undefined;

  return async () => {
    const modified = (await stat(file).catch(() => null))?.mtimeMs;
    if (current && (modified === undefined || modified === current.modified)) return current.build;
    if (modified === undefined) throw new Error(`The host is not built: there is no ${file}.`);
    try {
      const assets = JSON.parse(await readFile(file, 'utf8')) as HostAssets;
      current = { modified, build: { assets, shell: await loadShell(dist, assets.hash, log) } };
    } catch (error) {
      if (!current) throw error;
      log.error(errorFields(error), 'the new build of the host is unreadable');
    }
    return current.build;
  };
}

const texts = new WeakMap<object, string>();

/** The JSON of what is the same for page after page. */
function jsonOf(value: object): string {
  let text = texts.get(value);
  if (text === undefined) texts.set(value, (text = JSON.stringify(value)));
  return text;
}

async function loadShell(dist: string, hash: string, log: Log): Promise<HostBuild['shell']> {
  const address = pathToFileURL(path.join(dist, 'server/shell.mjs'));
  const module = (await import(`${address.href}?v=${hash}`)) as ShellModule;
  const markups = new LRUCache<string, string>({ max: MAX_SHELLS });
  return (boot, path) => {
    // The markup is cached, so it depends on nothing else and must not hold a token.
    const { session } = boot;
    const held = session && { ...session, authToken: session.authToken && 'held', expires_in: 0 };
    const { settings, remotes, ...others } = boot;
    const key = JSON.stringify([path, { ...others, session: held }]) + jsonOf(settings) + jsonOf(remotes);
    const known = markups.get(key);
    if (known !== undefined) return known;
    let markup = '';
    try {
      markup = module.renderShell({ ...boot, session: held }, path);
    } catch (error) {
      log.error(errorFields(error), 'the shell could not be rendered');
    }
    markups.set(key, markup);
    return markup;
  };
}
