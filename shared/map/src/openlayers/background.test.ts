import Feature from 'ol/Feature.js';
import type VectorTileLayer from 'ol/layer/VectorTile.js';
import type Style from 'ol/style/Style.js';
import { readPalette } from '../palette.ts';
import type { MapSource } from '../types.ts';
import { backgroundLayers } from './background.ts';

const HOUSE: MapSource = {
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth',
  roads: { url: '/roads/{z}/{x}/{y}.pbf', credits: '/credits' },
};
const RELIEF = { shading: '/shading/{z}/{x}/{y}.webp', contours: '/contours/{z}/{x}/{y}.pbf' };
/** Metres of a pixel at zoom 13. */
const RESOLUTION = 40_075_016 / 512 / 2 ** 13;

const layersOf = (source: MapSource) =>
  backgroundLayers(source, () => readPalette(document.body), 'imperial') as VectorTileLayer[];
const addressesOf = (source: MapSource) =>
  layersOf(source).map((layer) => (layer.getSource() as { getUrls(): string[] | null }).getUrls()![0]);
const styleOf = (layer: VectorTileLayer | undefined, properties: Record<string, unknown>) =>
  [layer?.getStyleFunction()!(new Feature(properties), RESOLUTION)].flat()[0] as Style | undefined;

test('[ROUTE-10] shading lies over land and water, below contour lines and roads', () => {
  const source = { ...HOUSE, relief: RELIEF };
  expect(addressesOf(source)).toEqual([
    HOUSE.url,
    HOUSE.roads!.url,
    RELIEF.shading,
    `${RELIEF.contours}?units=imperial`,
    HOUSE.roads!.url,
  ]);
  const layers = layersOf(source);
  const [water, road] = [
    { layer: 'land', class: 'water' },
    { layer: 'roads', class: 'major' },
  ];
  expect(layers[4]!.getSource()).toBe(layers[1]!.getSource());
  expect([styleOf(layers[1], water), styleOf(layers[1], road)]).toEqual([expect.anything(), undefined]);
  expect([styleOf(layers[4], water), styleOf(layers[4], road)]).toEqual([undefined, expect.anything()]);
});

test('[ROUTE-10] major contour lines are stronger and have their height written on them', () => {
  const contours = layersOf({ ...HOUSE, relief: RELIEF })[3];
  const [minor, major] = [
    styleOf(contours, { height: 1240, major: 0 })!,
    styleOf(contours, { height: 1200, major: 1 })!,
  ];
  expect(major.getStroke()!.getWidth()).toBeGreaterThan(minor.getStroke()!.getWidth()!);
  expect(major.getText()!.getText()).toBe('1200');
  expect(minor.getText()).toBeNull();
});

test('[ROUTE-10] a background without the shape of the land draws roads and ground in one', () => {
  expect(addressesOf(HOUSE)).toEqual([HOUSE.url, HOUSE.roads!.url]);
});
