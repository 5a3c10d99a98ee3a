import Feature from 'ol/Feature.js';
import type BaseLayer from 'ol/layer/Base.js';
import type TileLayer from 'ol/layer/Tile.js';
import type VectorTileLayer from 'ol/layer/VectorTile.js';
import type XYZ from 'ol/source/XYZ.js';
import type Style from 'ol/style/Style.js';
import { DIMMED_OPACITY, readPalette } from '../palette.ts';
import type { MapSource } from '../view.ts';
import { backgroundLayers, recolorLayers } from './background.ts';

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

test('[ROUTE-10] pictures follow the scheme while the map is open: dark ones of their service, else dimmed', () => {
  const inScheme = (dark: boolean) => ({ ...readPalette(document.body), dark });
  const pictures: MapSource = {
    kind: 'raster',
    url: '/day/{z}/{x}/{y}.png',
    maxZoom: 19,
    attribution: '© Example',
  };
  const look = ([layer]: readonly BaseLayer[]) => [
    ((layer as TileLayer<XYZ>).getSource()!.getUrls() ?? [])[0],
    layer!.getOpacity(),
  ];
  for (const [source, url, opacity] of [
    [pictures, pictures.url, DIMMED_OPACITY],
    [{ ...pictures, darkUrl: '/night/{z}/{x}/{y}.png' }, '/night/{z}/{x}/{y}.png', 1],
  ] as const) {
    const layers = backgroundLayers(source, () => inScheme(false), 'metric');
    expect(look(layers)).toEqual([pictures.url, 1]);
    recolorLayers(layers, source, inScheme(true));
    expect(look(layers)).toEqual([url, opacity]);
    expect(look(backgroundLayers(source, () => inScheme(true), 'metric'))).toEqual([url, opacity]);
    recolorLayers(layers, source, inScheme(false));
    expect(look(layers)).toEqual([pictures.url, 1]);
  }
});
