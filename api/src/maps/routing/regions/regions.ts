import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { demoTownExtract, TOWN_NAME } from '../../demo-town.ts';
import { buildGraph } from '../graph/build.ts';
import { type Graph, packGraph, unpackGraph } from '../graph/graph.ts';
import { type Reading, readExtract } from '../../osm/extract.ts';

const ENDING = '.graph';
/** What licences of OpenStreetMap data ask for. */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors';

export const regionsFolder = (dataDir: string): string => path.join(dataDir, 'routing');

export type ImportStep = ({ doing: 'reading' } & Reading) | { doing: 'building' | 'writing' };

export interface ImportOptions {
  /** Name of the region; the file's own unless given. */
  name?: string;
  attribution?: string;
  demo?: boolean;
  progress?: (step: ImportStep) => void;
}

export interface RegionImport {
  name: string;
  file: string;
  bounds: Graph['bounds'];
  crossings: number;
  roads: number;
}

const fileName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'region';

/**
 * Makes the roads of an extract ready for routing. The region of the same name is replaced at once, in one rename:
 * a running server takes it up with its next question.
 * @throws ExtractProblem, RangeError with a sentence
 */
export async function importExtract(
  file: string,
  dataDir: string,
  options: ImportOptions = {},
): Promise<RegionImport> {
  const name = options.name ?? path.basename(file).replace(/(\.osm)?\.pbf$/i, '');
  const progress = options.progress ?? (() => {});
  const folder = regionsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const extract = await readExtract(file, (reading) => progress({ doing: 'reading', ...reading }));
  progress({ doing: 'building' });
  const graph = buildGraph(extract, {
    name,
    attribution: options.attribution ?? OSM_ATTRIBUTION,
    demo: options.demo ?? false,
  });
  progress({ doing: 'writing' });
  const target = path.join(folder, fileName(name) + ENDING);
  const half = `${target}.${process.pid}.half`;
  try {
    await pipeline(Readable.from(packGraph(graph)), createWriteStream(half));
    await rename(half, target);
  } finally {
    await rm(half, { force: true });
  }
  return { name, file: target, bounds: graph.bounds, crossings: graph.lat.length, roads: graph.from.length };
}

/** Takes the roads of a region away. @returns whether it was there */
export async function removeRegion(dataDir: string, name: string): Promise<boolean> {
  const file = path.join(regionsFolder(dataDir), fileName(name) + ENDING);
  try {
    await rm(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The regions of a data folder, whole. @throws RangeError naming a file that is damaged */
export async function listRegions(dataDir: string): Promise<Graph[]> {
  const folder = regionsFolder(dataDir);
  const graphs: Graph[] = [];
  for (const name of await listing(folder)) {
    const file = path.join(folder, name);
    try {
      graphs.push(unpackGraph(await readFile(file)));
    } catch (error) {
      throw new RangeError(`${file}: ${(error as Error).message}`);
    }
  }
  return graphs;
}

/** The invented town, through the same import as any extract. */
export async function importDemoTown(dataDir: string): Promise<RegionImport> {
  const file = path.join(tmpdir(), `demo-town-${process.pid}.osm.pbf`);
  try {
    await writeFile(file, demoTownExtract());
    return await importExtract(file, dataDir, {
      name: TOWN_NAME,
      attribution: 'Invented by Waymark',
      demo: true,
    });
  } finally {
    await rm(file, { force: true });
  }
}

interface Loaded {
  changed: number;
  graph: Graph;
}

/** The regions of a folder, read again when their files change. */
export class Regions {
  #dataDir: string;
  #withDemo: boolean;
  #loaded = new Map<string, Loaded>();

  constructor(dataDir: string, withDemo: boolean) {
    this.#dataDir = dataDir;
    this.#withDemo = withDemo;
  }

  /** Smaller regions first: they are the more exact ones where two overlap. */
  async all(): Promise<Graph[]> {
    const folder = regionsFolder(this.#dataDir);
    const names = await listing(folder);
    const demoFile = fileName(TOWN_NAME) + ENDING;
    if (this.#withDemo && !names.includes(demoFile)) {
      await importDemoTown(this.#dataDir);
      names.push(demoFile);
    }
    for (const name of this.#loaded.keys()) if (!names.includes(name)) this.#loaded.delete(name);
    for (const name of names) {
      const file = path.join(folder, name);
      const { mtimeMs } = await stat(file);
      if (this.#loaded.get(name)?.changed === mtimeMs) continue;
      let graph = unpackGraph(await readFile(file));
      if (name === demoFile && this.#withDemo && graph.land.index === null) {
        // It was made when towns had roads only.
        await importDemoTown(this.#dataDir);
        graph = unpackGraph(await readFile(file));
      }
      this.#loaded.set(name, { changed: mtimeMs, graph });
    }
    return [...this.#loaded.values()]
      .map(({ graph }) => graph)
      .filter(({ demo }) => this.#withDemo || !demo)
      .sort((a, b) => sizeOf(a) - sizeOf(b));
  }
}

const sizeOf = ({ bounds: [west, south, east, north] }: Graph) => (east - west) * (north - south);

async function listing(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(ENDING));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
