import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { demoElevation } from '../demo-town.ts';
import { ConcurrencyLimit } from '../../kernel/server/concurrency-limit.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Env } from '../../kernel/server/env.ts';
import { busy } from '../../kernel/server/errors.ts';
import { type Heights, type HeightTiles, type LatLng, readHeights } from './height-tiles.ts';
import { HgtFolder } from './hgt.ts';
import { TerrariumTiles } from './terrarium.ts';

/** Heights of places in metres, null where the source knows none. */
interface Source {
  name: string;
  heights: (places: readonly LatLng[], signal: AbortSignal) => Promise<Heights>;
}

const TIMEOUT_MS = 8000;
/** For all sources together; what is not known by then has no height. */
const QUESTION_TIMEOUT_MS = 20_000;
const POINTS_PER_TURN = 2000;

const questions = new ConcurrencyLimit({
  max: 4,
  perCaller: {
    max: 2,
    maxWaiting: 32,
    refused: () => busy('You ask for more heights than usual. Try again in a minute.'),
  },
});
const HeightAnswer = z.object({ height: z.array(z.number().nullable()) });

/** The invented hills of the demo town are there. */
export const hasDemoHeights = ({ ROUTING_DEMO, DEMO }: Pick<Env, 'ROUTING_DEMO' | 'DEMO'>): boolean =>
  ROUTING_DEMO ?? DEMO ?? false;

type TerrainEnv = Pick<Env, 'ELEVATION_HGT' | 'ELEVATION_TERRARIUM_URL' | 'ROUTING_DEMO' | 'DEMO'>;

/** There are heights for whole tiles; a Valhalla server knows them along lines only. */
export const hasTerrain = (env: TerrainEnv): boolean =>
  Boolean(env.ELEVATION_HGT ?? env.ELEVATION_TERRARIUM_URL) || hasDemoHeights(env);

/** Some source of heights is configured, or the demo town's hills are shown. */
export const hasElevation = (env: Env): boolean =>
  Boolean(env.ELEVATION_HGT ?? env.ELEVATION_TERRARIUM_URL ?? env.ELEVATION_URL) || hasDemoHeights(env);

function sourcesOf(env: Env): Source[] {
  const inTiles = <Tile>(name: string, tiles: HeightTiles<Tile>): Source => ({
    name,
    heights: (places, signal) => readHeights(tiles, places, signal),
  });
  const sources: Source[] = [];
  if (hasDemoHeights(env)) sources.push({ name: 'demo', heights: demoHeights });
  if (env.ELEVATION_HGT) sources.push(inTiles('hgt', new HgtFolder(env.ELEVATION_HGT)));
  if (env.ELEVATION_TERRARIUM_URL)
    sources.push(inTiles('terrarium', new TerrariumTiles(env.ELEVATION_TERRARIUM_URL)));
  if (env.ELEVATION_URL) sources.push(valhalla(env.ELEVATION_URL));
  return sources;
}

async function demoHeights(places: readonly LatLng[]): Promise<Heights> {
  const heights: Heights = [];
  for (const [lat, lng] of places)
    if (heights.push(demoElevation(lat, lng)) % POINTS_PER_TURN === 0) await nextTurn();
  return heights;
}

const valhalla = (base: string): Source => ({
  name: 'valhalla',
  async heights(places, signal) {
    const response = await fetch(new URL('height', base.endsWith('/') ? base : `${base}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shape: places.map(([lat, lon]) => ({ lat, lon })) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`Heights: the server answers ${response.status}.`);
    const { height } = HeightAnswer.parse(await response.json());
    return places.map((_, i) => height[i] ?? null);
  },
});

const known = new WeakMap<Context, Source[]>();

/**
 * Heights along places: each source is asked for what those before it did not know. A source that fails is passed
 * over and noted in the log: a profile with gaps is worth more than none.
 * @param left aborts when nobody waits for the answer any more
 */
export const heightsOf = (
  context: Context,
  places: readonly LatLng[],
  left?: AbortSignal,
): Promise<{ height: Heights; source: string | null }> =>
  questions.run(() => askSources(context, places, left));

async function askSources(
  context: Context,
  places: readonly LatLng[],
  left: AbortSignal = new AbortController().signal,
): Promise<{ height: Heights; source: string | null }> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]);
  let sources = known.get(context);
  if (!sources) known.set(context, (sources = sourcesOf(context.env)));
  const height: Heights = places.map(() => null);
  const told: string[] = [];
  for (const { name, heights } of sources) {
    const missing = height.flatMap((value, i) => (value === null ? [i] : []));
    if (missing.length === 0 || signal.aborted) break;
    try {
      const found = await heights(
        missing.map((i) => places[i]!),
        signal,
      );
      for (const [k, value] of found.entries())
        if (value !== null) height[missing[k]!] = Math.round(value * 10) / 10;
      if (found.some((value) => value !== null)) told.push(name);
    } catch (error) {
      if (!left.aborted) context.log.warn({ err: error, source: name }, 'a source of heights failed');
    }
  }
  return { height, source: told.length > 0 ? told.join(', ') : null };
}
