import { MapSourceSetting, OFFLINE_BASEMAP } from '@waymark/api-contract';
import { z } from 'zod';

const EXAMPLE =
  '[{"type": "roadmap", "kind": "raster", "url": "https://tiles.example/{z}/{x}/{y}.png", "maxZoom": 19, "attribution": "© Example"}]';
const PLACES = ['{z}', '{x}', '{y}'];

const Address = z.string().superRefine((url, context) => {
  const missing = PLACES.filter((place) => !url.includes(place));
  if (missing.length > 0) context.addIssue(`lacks ${missing.join(', ')}.`);
  const filled = url.replaceAll(/\{[zxy]\}/g, '0');
  if (/[{}]/.test(filled)) context.addIssue('may hold {z}, {x} and {y} between braces and nothing else.');
  const own = url.startsWith('/') && !url.startsWith('//');
  const origin = /^https?:\/\/([^/]+)\//.exec(url)?.[1];
  if (!own && (!origin || origin.includes('{') || !URL.canParse(filled)))
    context.addIssue('begins with https://, http:// or, for tiles of this site, with /.');
});

const Sources = z
  .array(
    MapSourceSetting.omit({ relief: true })
      .extend({
        url: Address,
        darkUrl: Address.optional(),
        attribution: z.string().trim().min(1, 'is empty: say whose map it is.'),
      })
      .strict(),
  )
  .superRefine((sources, context) => {
    for (const [i, { type, kind, darkUrl }] of sources.entries()) {
      if (sources.findIndex((other) => other.type === type) < i)
        context.addIssue(`has two sources of type ${type}.`);
      if (darkUrl !== undefined && kind === 'vector')
        context.addIssue({
          code: 'custom',
          path: [i, 'darkUrl'],
          message: 'is for pictures: tiles of kind vector are drawn in both schemes.',
        });
    }
  });

const OSM_CREDIT = '© OpenStreetMap contributors';

/** Public tile services by name; their operators' terms hold, which docs/operating.md links. */
const PRESETS: Readonly<Record<string, MapSourceSetting>> = {
  osm: {
    type: 'roadmap',
    kind: 'raster',
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    maxZoom: 19,
    attribution: OSM_CREDIT,
  },
  carto: {
    type: 'roadmap',
    kind: 'raster',
    url: 'https://a.basemaps.cartocdn.com/rastertiles/voyager/{z}/{x}/{y}.png',
    darkUrl: 'https://a.basemaps.cartocdn.com/dark_all/{z}/{x}/{y}.png',
    maxZoom: 20,
    attribution: `${OSM_CREDIT} · © CARTO`,
  },
  cyclosm: {
    type: 'OSM',
    kind: 'raster',
    url: 'https://a.tile-cyclosm.openstreetmap.fr/cyclosm/{z}/{x}/{y}.png',
    maxZoom: 20,
    attribution: `${OSM_CREDIT} · CyclOSM`,
  },
  opentopomap: {
    type: 'terrain',
    kind: 'raster',
    url: 'https://a.tile.opentopomap.org/{z}/{x}/{y}.png',
    maxZoom: 17,
    attribution: `${OSM_CREDIT}, SRTM · OpenTopoMap (CC-BY-SA)`,
  },
  'usgs-topo': {
    type: 'USA_TOPO',
    kind: 'raster',
    url: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSTopo/MapServer/tile/{z}/{y}/{x}',
    maxZoom: 16,
    attribution: 'USGS The National Map',
  },
  'usgs-imagery': {
    type: 'satellite',
    kind: 'raster',
    url: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
    maxZoom: 16,
    attribution: 'USGS The National Map',
  },
};

/** The sources of names separated by commas; null where the text is something else. */
function readNames(text: string, fail: (message: string) => void): MapSourceSetting[] | null {
  if (!/^[\w\s,-]+$/.test(text)) return null;
  return text.split(',').flatMap((part) => {
    const name = part.trim();
    const preset = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
    if (!preset) fail(`knows no “${name}”. The names are ${Object.keys(PRESETS).join(', ')}.`);
    return preset ?? [];
  });
}

/**
 * The backgrounds of maps as `MAP_SOURCES` names them: by the names of presets, or as a JSON list. Without a road map there the one that comes along is offered.
 * @param fail hears what is wrong, a sentence
 */
export function readMapSources(text: string, fail: (message: string) => void): MapSourceSetting[] {
  let value: unknown;
  try {
    value = text.trim() === '' ? [] : (readNames(text, fail) ?? JSON.parse(text));
  } catch {
    fail(`is not JSON. Write a list like ${EXAMPLE}.`);
    return [];
  }
  const sources = Sources.safeParse(value);
  if (sources.success)
    return sources.data.some(({ type }) => type === 'roadmap')
      ? sources.data
      : [OFFLINE_BASEMAP, ...sources.data];
  for (const { path, message } of sources.error.issues) {
    const [index, ...field] = path;
    const where =
      index === undefined
        ? ''
        : `source ${Number(index) + 1}${field.map((one) => `, ${String(one)}`).join('')}: `;
    fail(where + message);
  }
  if (!Array.isArray(value)) fail(`Write a list like ${EXAMPLE}.`);
  return [];
}
