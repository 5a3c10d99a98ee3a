import { parentPort, workerData } from 'node:worker_threads';
import type { MeasurementSystem } from '@waymark/units';
import { LRUCache } from 'lru-cache';
import { demoElevation } from '../../demo-town.ts';
import { encodeTile } from '../../map-tiles/encode.ts';
import { type EncodedTile, etagOf, packTile } from '../../map-tiles/encoded-tile.ts';
import type { Tile } from '../../map-tiles/grid.ts';
import { contoursIn } from './contours.ts';
import {
  columnLongitudes,
  type HeightGrid,
  readHeightGrid,
  rowLatitudes,
  SIDE,
  type TerrainSource,
} from './height-grid.ts';
import { HgtTerrain } from './hgt-terrain.ts';
import { shadingPicture } from './shading.ts';
import { TerrariumTerrain } from './terrarium-terrain.ts';

/** Which sources of heights are configured. */
export interface TerrainSettings {
  demo: boolean;
  hgt: string | undefined;
  terrariumUrl: string | undefined;
}

export interface ShadingTile {
  webp: Uint8Array;
  etag: string;
}
export type TerrainTask =
  | { kind: 'shading'; tile: Tile }
  | { kind: 'contours'; tile: Tile; system: MeasurementSystem };
export interface TerrainAnswers {
  shading: ShadingTile | null;
  contours: EncodedTile | null;
}
type Answer = TerrainAnswers[keyof TerrainAnswers];
export type TerrainReply = { id: number; answer: Answer } | { id: number; failure: string };

/** Hills of the invented town. */
const demoTerrain: TerrainSource = {
  addHeights({ tile, heights }) {
    const longitudes = columnLongitudes(tile);
    for (const [row, lat] of rowLatitudes(tile).entries())
      for (const [column, lng] of longitudes.entries())
        heights[row * SIDE + column] = demoElevation(lat, lng) ?? NaN;
    return Promise.resolve();
  },
};

const MAX_BYTES = 32 * 1024 * 1024;
/** What an empty tile counts for. */
const MIN_BYTES = 200;
/** Heights of the last tiles: their shading and their contours are asked for one after the other. */
const MAX_GRIDS = 24;
/** Heights that are put into the folder later are seen after this time. */
const MAX_AGE_MS = 3_600_000;

const { demo, hgt, terrariumUrl } = workerData as TerrainSettings;
const sources: TerrainSource[] = [
  ...(demo ? [demoTerrain] : []),
  ...(hgt ? [new HgtTerrain(hgt)] : []),
  ...(terrariumUrl ? [new TerrariumTerrain(terrariumUrl)] : []),
];
const grids = new LRUCache<string, Promise<HeightGrid | null>>({ max: MAX_GRIDS, ttl: MAX_AGE_MS });
const answers = new LRUCache<string, { answer: Answer }>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ answer }) => MIN_BYTES + (answer ? bytesOf(answer).length : 0),
  ttl: MAX_AGE_MS,
});

const bytesOf = (answer: NonNullable<Answer>): Uint8Array => ('webp' in answer ? answer.webp : answer.gzip);

function gridOf(tile: Tile): Promise<HeightGrid | null> {
  const key = `${tile.z}/${tile.x}/${tile.y}`;
  let grid = grids.get(key);
  if (!grid) {
    grids.set(key, (grid = readHeightGrid(tile, sources)));
    grid.catch(() => grids.delete(key));
  }
  return grid;
}

async function makeAnswer(task: TerrainTask): Promise<Answer> {
  const grid = await gridOf(task.tile);
  if (!grid) return null;
  if (task.kind === 'contours') return packTile(encodeTile({ contours: contoursIn(grid, task.system) }));
  const webp = await shadingPicture(grid);
  return webp && { webp, etag: etagOf(webp) };
}

async function answerTo(task: TerrainTask): Promise<Answer> {
  const key = JSON.stringify(task);
  const known = answers.get(key);
  if (known) return known.answer;
  const answer = await makeAnswer(task);
  answers.set(key, { answer });
  return answer;
}

parentPort!.on('message', ({ id, task }: { id: number; task: TerrainTask }) => {
  answerTo(task).then(
    (answer) => parentPort!.postMessage({ id, answer } satisfies TerrainReply, []),
    (error: unknown) => {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort!.postMessage({ id, failure } satisfies TerrainReply, []);
    },
  );
});
