import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { MeasurementSystem } from '@waymark/units';
import { contourColors, type Palette, pictureLook } from '../palette.ts';
import {
  CONTOUR_OPACITY,
  CONTOUR_WIDTHS,
  CONTOURS_FROM,
  CONTOURS_TO,
  contourTiles,
  HEIGHTS_FROM,
  SHADING_FROM,
  SHADING_TO,
} from '../relief-looks.ts';
import {
  KERBS_FROM,
  LAND_AREAS,
  LAND_LINES,
  type LandLine,
  NAMED_AREAS,
  NAMES_FROM,
  ROAD_CLASSES,
  type RoadLook,
  ROADS,
  ROADS_FROM,
  ROADS_TO,
  widthAt,
} from '../road-looks.ts';
import type { MapSource } from '../view.ts';

const FONT = ['system-ui'];
// The weight is read from the first name; no such family exists, so the second one is drawn.
const STRONG = ['Bold', 'system-ui'];
const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** Its worker knows no address to complete one from. */
const absolute = (url: string): string => (url.startsWith('/') ? location.origin + url : url);

/** What the library draws of a source in the colours of the page. All letters are drawn here: no fonts are loaded. */
export function styleOf(source: MapSource, palette: Palette, system: MeasurementSystem): StyleSpecification {
  const picture = pictureLook(source, palette);
  const sources: Record<string, SourceSpecification> = {
    background:
      source.kind === 'raster'
        ? { type: 'raster', tiles: [absolute(picture.url)], tileSize: 256, maxzoom: source.maxZoom }
        : { type: 'vector', tiles: [absolute(source.url)], maxzoom: source.maxZoom },
  };
  const layers: LayerSpecification[] = [
    { id: 'sea', type: 'background', paint: { 'background-color': palette.sea } },
    ...(source.kind === 'raster'
      ? [
          {
            id: 'raster',
            type: 'raster',
            source: 'background',
            paint: { 'raster-opacity': picture.opacity },
          } as const,
        ]
      : coasts(palette)),
  ];
  if (source.roads) {
    sources.roads = {
      type: 'vector',
      tiles: [absolute(source.roads.url)],
      minzoom: ROADS_FROM,
      maxzoom: ROADS_TO,
    };
    layers.push(...ground(palette));
  }
  const { relief } = source;
  if (relief) {
    Object.assign(sources, reliefSources(relief, system));
    layers.push(...reliefLayers(source, palette));
  }
  if (source.roads) layers.push(...roads(palette));
  if (relief) layers.push(heights(source, palette));
  if (source.roads) layers.push(...roadNames(palette));
  if (source.kind === 'vector') layers.push(places('places', 'background', palette));
  if (source.roads) layers.push(places('road-places', 'roads', palette));
  return { version: 8, sources, layers };
}

const coasts = ({ land, border }: Palette): LayerSpecification[] => [
  {
    id: 'land',
    type: 'fill',
    source: 'background',
    'source-layer': 'land',
    paint: { 'fill-color': land, 'fill-antialias': false },
  },
  {
    id: 'states',
    type: 'line',
    source: 'background',
    'source-layer': 'states',
    paint: { 'line-color': border, 'line-width': 0.7, 'line-dasharray': [5.7, 4.3] },
  },
  {
    id: 'countries',
    type: 'line',
    source: 'background',
    'source-layer': 'countries',
    paint: { 'line-color': border, 'line-width': 1.2 },
  },
];

const places = (id: string, source: string, { muted, halo }: Palette): LayerSpecification => ({
  id,
  type: 'symbol',
  source,
  'source-layer': 'places',
  layout: {
    'text-field': ['get', 'name'],
    'text-font': [
      'case',
      ['>', ['coalesce', ['get', 'pop'], 0], 1e6],
      ['literal', STRONG],
      ['literal', FONT],
    ],
    'text-size': 12,
    'text-max-width': 12,
  },
  paint: { 'text-color': muted, 'text-halo-color': halo, 'text-halo-width': 1.5 },
});

const is = (road: string) => ['==', ['get', 'class'], road] as ['==', ['get', string], string];

/** A width by zoom, in whole steps. */
const widths = (of: RoadLook['widths'], more: number) =>
  [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...[10, 11, 12, 13, 14, 15, 16, 17, 18].flatMap((zoom) => [zoom, widthAt(of, zoom) + more]),
  ] as unknown as number;

const landLines = Object.keys(LAND_LINES) as LandLine[];

const ground = (palette: Palette): LayerSpecification[] => [
  ...LAND_AREAS.map((area): LayerSpecification => ({
    id: `area-${area}`,
    type: 'fill',
    source: 'roads',
    'source-layer': 'land',
    filter: is(area),
    paint: { 'fill-color': palette[area] },
  })),
  ...landLines.map((line): LayerSpecification => ({
    id: `line-${line}`,
    type: 'line',
    source: 'roads',
    'source-layer': 'land',
    filter: is(line),
    layout: ROUND,
    paint: {
      'line-color': palette[LAND_LINES[line].color],
      'line-width': widths(LAND_LINES[line].widths, 0),
    },
  })),
];

const roads = (palette: Palette): LayerSpecification[] => [
  ...ROAD_CLASSES.filter((road) => !ROADS[road].dash).map((road): LayerSpecification => ({
    id: `kerb-${road}`,
    type: 'line',
    source: 'roads',
    'source-layer': 'roads',
    minzoom: KERBS_FROM,
    filter: is(road),
    layout: ROUND,
    paint: { 'line-color': palette.kerb, 'line-width': widths(ROADS[road].widths, 1.6) },
  })),
  ...ROAD_CLASSES.map((road): LayerSpecification => ({
    id: `road-${road}`,
    type: 'line',
    source: 'roads',
    'source-layer': 'roads',
    minzoom: ROADS[road].from,
    filter: is(road),
    layout: ROADS[road].dash ? {} : ROUND,
    paint: {
      'line-color': palette[ROADS[road].color],
      'line-width': widths(ROADS[road].widths, 0),
      ...(ROADS[road].dash && { 'line-dasharray': [...ROADS[road].dash] }),
    },
  })),
];

const roadNames = (palette: Palette): LayerSpecification[] => [
  {
    id: 'area-names',
    type: 'symbol',
    source: 'roads',
    'source-layer': 'land',
    minzoom: NAMES_FROM - 1,
    filter: ['in', ['get', 'class'], ['literal', [...NAMED_AREAS]]],
    layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 11, 'text-max-width': 8 },
    paint: { 'text-color': palette.muted, 'text-halo-color': palette.halo, 'text-halo-width': 1.5 },
  },
  {
    id: 'street-names',
    type: 'symbol',
    source: 'roads',
    'source-layer': 'roads',
    minzoom: NAMES_FROM,
    filter: ['!', ['in', ['get', 'class'], ['literal', ['path', 'way']]]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': 11,
      'symbol-placement': 'line',
    },
    paint: { 'text-color': palette.muted, 'text-halo-color': palette.halo, 'text-halo-width': 1.5 },
  },
];

const reliefSources = (
  relief: NonNullable<MapSource['relief']>,
  system: MeasurementSystem,
): Record<string, SourceSpecification> => ({
  shading: {
    type: 'raster',
    tiles: [absolute(relief.shading)],
    tileSize: 256,
    minzoom: SHADING_FROM,
    maxzoom: SHADING_TO,
  },
  contours: {
    type: 'vector',
    tiles: [absolute(contourTiles(relief, system))],
    minzoom: CONTOURS_FROM,
    maxzoom: CONTOURS_TO,
  },
});

const isMajor = ['==', ['get', 'major'], 1] as ['==', ['get', string], number];

const reliefLayers = (source: MapSource, palette: Palette): LayerSpecification[] => [
  { id: 'shading', type: 'raster', source: 'shading', paint: { 'raster-fade-duration': 0 } },
  ...(['minor', 'major'] as const).map((rank): LayerSpecification => ({
    id: `contours-${rank}`,
    type: 'line',
    source: 'contours',
    'source-layer': 'contours',
    filter: rank === 'major' ? isMajor : ['!', isMajor],
    layout: ROUND,
    paint: {
      'line-color': contourColors(palette, source).contour,
      'line-opacity': CONTOUR_OPACITY,
      'line-width': widths(CONTOUR_WIDTHS[rank], 0),
    },
  })),
];

function heights(source: MapSource, palette: Palette): LayerSpecification {
  const { height, halo } = contourColors(palette, source);
  return {
    id: 'heights',
    type: 'symbol',
    source: 'contours',
    'source-layer': 'contours',
    minzoom: HEIGHTS_FROM,
    filter: isMajor,
    layout: {
      'text-field': ['to-string', ['get', 'height']],
      'text-font': FONT,
      'text-size': 10,
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-padding': 8,
    },
    paint: { 'text-color': height, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  };
}
