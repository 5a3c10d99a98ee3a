import { DIMMED_OPACITY, readPalette } from '../palette.ts';
import type { MapSource } from '../view.ts';
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

const PICTURES: MapSource = {
  kind: 'raster',
  url: '/day/{z}/{x}/{y}.png',
  maxZoom: 19,
  attribution: '© Example',
  relief: RELIEF,
};
const NIGHT = { ...PICTURES, darkUrl: '/night/{z}/{x}/{y}.png' };

test('[ROUTE-10] contour lines are dark on dimmed pictures, and as on the house map on dark ones', () => {
  expect(colorOf(PICTURES, true)).toBe('#5e4424');
  expect(colorOf(NIGHT, true)).toBe(colorOf({ ...HOUSE, relief: RELIEF }, true));
  expect(colorOf(PICTURES, false)).toBe(colorOf({ ...HOUSE, relief: RELIEF }, false));
});

test('[ROUTE-10] pictures are dimmed in the dark scheme, but for dark ones of their service', () => {
  const look = (source: MapSource, dark: boolean) => {
    const { layers, sources } = styleOf(source, palette(dark), 'metric');
    const raster = layers.find(({ id }) => id === 'raster') as unknown as { paint: Record<string, number> };
    const [tiles] = (sources['background'] as { tiles: string[] }).tiles;
    return [tiles!.replace(location.origin, ''), raster.paint['raster-opacity']];
  };
  expect(look(PICTURES, false)).toEqual([PICTURES.url, 1]);
  expect(look(PICTURES, true)).toEqual([PICTURES.url, DIMMED_OPACITY]);
  expect(look(NIGHT, false)).toEqual([PICTURES.url, 1]);
  expect(look(NIGHT, true)).toEqual([NIGHT.darkUrl, 1]);
  expect(DIMMED_OPACITY).toBeLessThan(0.8);
});
