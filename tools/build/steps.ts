import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { workspaceFolders } from './sources.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** One thing that is built. It runs again when one of its sources has changed or its result is gone. */
export interface Step {
  name: string;
  /** Files and folders that the result is made from. */
  sources: () => string[];
  /** Folder of the result; the step replaces it whole. */
  result: string;
  /** Does the work, and says in a few words what came out. Runs in a process of its own. */
  run: () => Promise<string>;
}

const at = (...parts: string[]) => path.join(ROOT, ...parts);
const ALWAYS = [at('pnpm-lock.yaml'), at('tools/build')];
const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

const host: Step = {
  name: 'host',
  // The edge runs as it is written.
  sources: () => [
    ...ALWAYS,
    ...['boot.ts', 'package.json', 'build', 'src'].map((part) => at('host', part)),
    ...workspaceFolders(ROOT, 'host').filter((folder) => folder !== at('host')),
  ],
  result: at('host/dist'),
  async run() {
    const { buildHost } = await import('@waymark/host/build');
    const { main, fed } = await buildHost({ mode: 'production' });
    const size = (files: string[]) =>
      files.reduce((sum, file) => sum + readFileSync(at('host/dist/client', `${file}.br`)).length, 0);
    return `${kB(size(main))} first, ${kB(size(fed))} next`;
  },
};

const basemap: Step = {
  name: 'basemap',
  sources: () => [at('pnpm-lock.yaml'), at('tools/basemap')],
  result: at('tools/dist/basemap'),
  async run() {
    const { bakeBasemap } = await import('../basemap/bake.ts');
    const { tiles } = bakeBasemap();
    return tiles ? `${tiles} tiles` : 'as it was';
  },
};

const places: Step = {
  name: 'places',
  sources: () => [
    at('pnpm-lock.yaml'),
    at('tools/places'),
    at('api/src/maps/places/layout.ts'),
    at('api/src/kernel/normalize-text.ts'),
  ],
  result: at('tools/dist/places'),
  async run() {
    const { bakePlaces } = await import('../places/bake.ts');
    const { cities, bytes } = bakePlaces();
    return `${cities.toLocaleString('en')} cities, ${kB(bytes)}`;
  },
};

function remote(name: string): Step {
  return {
    name,
    sources: () => [...ALWAYS, ...workspaceFolders(ROOT, name)],
    result: at(name, 'dist'),
    async run() {
      const { buildRemote } = await import('@waymark/remote/build');
      const { entry, version, hash } = await buildRemote(at(name), { mode: 'production' });
      return `${version}+${hash}, entry ${kB(readFileSync(at(name, 'dist', `${entry}.br`)).length)}`;
    },
  };
}

/** Everything that is built, longest first. A folder is a remote when it says so in `waymark.json`. */
export const steps: Step[] = [
  host,
  ...readdirSync(ROOT)
    .filter((name) => name.startsWith('mfe-') && existsSync(at(name, 'waymark.json')))
    .map(remote),
  basemap,
  places,
];
