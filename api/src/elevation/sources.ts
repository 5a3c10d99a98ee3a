import { z } from 'zod';
import { demoElevation } from '../demo/town.ts';
import type { Context } from '../kernel/server/context.ts';
import type { Env } from '../kernel/server/env.ts';
import { HgtFolder } from './hgt.ts';
import { TerrariumTiles } from './terrarium.ts';

type LatLng = [lat: number, lng: number];
/** Heights of places in metres, null where the source knows none. */
interface Source {
  name: string;
  heights: (places: readonly LatLng[]) => Promise<(number | null)[]>;
}

const TIMEOUT_MS = 8000;
const HeightAnswer = z.object({ height: z.array(z.number().nullable()) });

const demoOn = ({ ROUTING_DEMO, DEMO }: Env) => ROUTING_DEMO ?? DEMO ?? false;

/** Some source of heights is configured, or the demo town's hills are shown. */
export const hasElevation = (env: Env): boolean =>
  Boolean(env.ELEVATION_HGT ?? env.ELEVATION_TERRARIUM_URL ?? env.ELEVATION_URL) || demoOn(env);

function sourcesOf(env: Env): Source[] {
  const one = (name: string, height: (lat: number, lng: number) => Promise<number | null>): Source => ({
    name,
    async heights(places) {
      const found: (number | null)[] = [];
      for (const [lat, lng] of places) found.push(await height(lat, lng));
      return found;
    },
  });
  const sources: Source[] = [];
  if (demoOn(env))
    sources.push({
      name: 'demo',
      heights: (places) => Promise.resolve(places.map(([lat, lng]) => demoElevation(lat, lng))),
    });
  if (env.ELEVATION_HGT) {
    const folder = new HgtFolder(env.ELEVATION_HGT);
    sources.push(one('hgt', (lat, lng) => folder.height(lat, lng)));
  }
  if (env.ELEVATION_TERRARIUM_URL) {
    const tiles = new TerrariumTiles(env.ELEVATION_TERRARIUM_URL);
    sources.push(one('terrarium', (lat, lng) => tiles.height(lat, lng)));
  }
  if (env.ELEVATION_URL) sources.push(valhalla(env.ELEVATION_URL));
  return sources;
}

const valhalla = (base: string): Source => ({
  name: 'valhalla',
  async heights(places) {
    const response = await fetch(new URL('height', base.endsWith('/') ? base : `${base}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shape: places.map(([lat, lon]) => ({ lat, lon })) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
 */
export async function heightsOf(
  context: Context,
  places: readonly LatLng[],
): Promise<{ height: (number | null)[]; source: string | null }> {
  let sources = known.get(context);
  if (!sources) known.set(context, (sources = sourcesOf(context.env)));
  const height: (number | null)[] = places.map(() => null);
  const told: string[] = [];
  for (const { name, heights } of sources) {
    const missing = height.flatMap((value, i) => (value === null ? [i] : []));
    if (missing.length === 0) break;
    try {
      const found = await heights(missing.map((i) => places[i]!));
      for (const [k, value] of found.entries())
        if (value !== null) height[missing[k]!] = Math.round(value * 10) / 10;
      if (found.some((value) => value !== null)) told.push(name);
    } catch (error) {
      context.log.warn({ err: error, source: name }, 'a source of heights failed');
    }
  }
  return { height, source: told.length > 0 ? told.join(', ') : null };
}
