import { readPalette } from '../palette.ts';
import type { MapSource } from '../types.ts';
import { styleOf } from './style.ts';

const HOUSE: MapSource = {
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth',
  roads: { url: '/roads/{z}/{x}/{y}.pbf', credits: '/credits' },
};
const RELIEF = { shading: '/shading/{z}/{x}/{y}.webp', contours: '/contours/{z}/{x}/{y}.pbf' };

const palette = (dark: boolean) => ({ ...readPalette(document.body), dark });
const colorOf = (source: MapSource, dark: boolean) => {
  const layer = styleOf(source, palette(dark), 'metric').layers.find(({ id }) => id === 'contours-major');
  return (layer as { paint: Record<string, unknown> }).paint['line-color'];
};

test('[ROUTE-10] shading lies over land and water, below contour lines, roads and names', () => {
  const { layers, sources } = styleOf({ ...HOUSE, relief: RELIEF }, palette(false), 'imperial');
  const order = [
    'area-water',
    'shading',
    'contours-minor',
    'contours-major',
    'road-motorway',
    'heights',
    'street-names',
  ];
  const places = order.map((name) => layers.findIndex(({ id }) => id === name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(sources['contours']).toMatchObject({ tiles: [expect.stringMatching(/\.pbf\?units=imperial$/)] });
});

test('[ROUTE-10] a background without the shape of the land asks for none', () => {
  const { layers, sources } = styleOf(HOUSE, palette(false), 'metric');
  expect(Object.keys(sources)).toEqual(['background', 'roads']);
  expect(layers.map(({ id }) => id)).not.toContain('shading');
});

test('[ROUTE-10] contour lines over pictures of another site keep the colors of light', () => {
  const raster: MapSource = { ...HOUSE, kind: 'raster', relief: RELIEF };
  expect(colorOf(raster, true)).toBe(colorOf({ ...HOUSE, relief: RELIEF }, false));
});
