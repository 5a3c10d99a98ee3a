// Makes the roads of an OpenStreetMap extract ready for routing: `npm run import-extract -- FILE.osm.pbf`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ExtractProblem } from '@waymark/api/src/maps/osm/extract.ts';
import {
  type RegionImport,
  importExtract,
  listRegions,
  OSM_ATTRIBUTION,
  removeRegion,
} from '@waymark/api/src/maps/routing/regions/regions.ts';
import { showProgress } from './import-extract/progress.ts';

const USAGE = `Usage:
  npm run import-extract -- FILE.osm.pbf [--name NAME] [--attribution TEXT]
  npm run import-extract -- --list
  npm run import-extract -- --remove NAME

  --name         what the region is called; the file's name unless given. A region of that name is replaced
  --attribution  shown beside the roads; "${OSM_ATTRIBUTION}" unless given
  --data         data folder of the product; DATA_DIR or ./data unless given`;

/** What the person at the terminal has to put right. */
class Mistake extends Error {}

function wishes() {
  try {
    return parseArgs({
      options: {
        name: { type: 'string' },
        attribution: { type: 'string' },
        data: { type: 'string' },
        list: { type: 'boolean' },
        remove: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Mistake(`${(error as Error).message}\n\n${USAGE}`);
  }
}

const number = (value: number) => value.toLocaleString('en');
const place = ([west, south, east, north]: RegionImport['bounds']) =>
  `${south.toFixed(3)}, ${west.toFixed(3)} to ${north.toFixed(3)}, ${east.toFixed(3)}`;

async function list(dataDir: string): Promise<void> {
  const regions = await listRegions(dataDir);
  if (regions.length === 0) console.log('No region has been imported yet.');
  for (const { name, bounds, from, lat, attribution, demo } of regions)
    console.log(
      `${name}${demo ? ' (invented)' : ''}: ${number(lat.length)} crossings, ${number(from.length)} roads, ${place(bounds)}, ${attribution}`,
    );
}

async function remove(dataDir: string, name: string): Promise<void> {
  if (!(await removeRegion(dataDir, name))) {
    const names = (await listRegions(dataDir)).map((region) => region.name);
    throw new Mistake(
      `There is no region named ${name}. ${names.length > 0 ? `There are: ${names.join(', ')}.` : 'None has been imported yet.'}`,
    );
  }
  console.log(`${name} is gone. A product that is running with this data folder knows at its next question.`);
}

async function bringIn(dataDir: string, file: string, options: { name?: string; attribution?: string }) {
  const began = performance.now();
  const progress = showProgress(process.stdout);
  const { name, bounds, crossings, roads } = await importExtract(file, dataDir, {
    ...options,
    progress,
  }).finally(progress.end);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `${name}: ${number(crossings)} crossings and ${number(roads)} roads, ${place(bounds)}. ${seconds} s, ${number(memory)} MB of memory.`,
  );
  console.log('A product that is running with this data folder uses it from its next question on.');
}

try {
  const { values, positionals } = wishes();
  const { name, attribution, remove: gone } = values;
  const dataDir = path.resolve(values.data ?? process.env['DATA_DIR'] ?? './data');
  if (name?.trim() === '') throw new Mistake('Give the region a name.');
  if (values.help) console.log(USAGE);
  else if (values.list) await list(dataDir);
  else if (gone !== undefined) await remove(dataDir, gone);
  else if (positionals.length === 1)
    await bringIn(dataDir, positionals[0]!, {
      ...(name !== undefined && { name: name.trim() }),
      ...(attribution !== undefined && { attribution }),
    });
  else throw new Mistake(`Name one file.\n\n${USAGE}`);
} catch (error) {
  const known = error instanceof Mistake || error instanceof ExtractProblem || error instanceof RangeError;
  const { code, message } = error as NodeJS.ErrnoException;
  if (known) console.error(message);
  else if (code) console.error(`The data folder cannot be used: ${message}. Nothing was changed.`);
  else throw error;
  process.exitCode = 1;
}
