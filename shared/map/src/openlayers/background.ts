import type { MeasurementSystem } from '@waymark/units';
import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import type BaseLayer from 'ol/layer/Base.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import XYZ from 'ol/source/XYZ.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { type Palette, pictureLook } from '../palette.ts';
import type { MapSource } from '../view.ts';
import { placeLabel } from './labels.ts';
import { reliefLayers } from './relief.ts';
import { roadStyle } from './roads.ts';
import { ROADS_FROM, ROADS_TO } from '../road-looks.ts';

/** The layers of a source. `palette` is asked at each drawing of tiles that hold lines and areas. */
export function backgroundLayers(
  source: MapSource,
  palette: () => Palette,
  system: MeasurementSystem,
): BaseLayer[] {
  const { kind, relief } = source;
  const base = kind === 'raster' ? rasterLayer(source, palette()) : basemapLayer(source, palette);
  const roads = source.roads && roadSource(source.roads.url);
  if (!relief) return [base, ...(roads ? [roadLayer(roads, palette)] : [])];
  const between = reliefLayers(relief, source, palette, system);
  if (!roads) return [base, ...between];
  const isGround = (feature: FeatureLike) => feature.get('layer') === 'land';
  return [
    base,
    roadLayer(roads, palette, isGround),
    ...between,
    roadLayer(roads, palette, (feature) => !isGround(feature)),
  ];
}

/** Draws the layers of a source, as `backgroundLayers` made them, in other colours. */
export function recolorLayers(layers: readonly BaseLayer[], source: MapSource, palette: Palette): void {
  if (source.kind === 'raster') showPictures(layers[0] as TileLayer<XYZ>, source, palette);
  for (const layer of layers) layer.changed();
}

function showPictures(layer: TileLayer<XYZ>, source: MapSource, palette: Palette): void {
  const { url, opacity } = pictureLook(source, palette);
  const tiles = layer.getSource()!;
  if (tiles.getUrls()?.[0] !== url) tiles.setUrl(url);
  layer.setOpacity(opacity);
}

function rasterLayer(source: MapSource, palette: Palette) {
  // Without the header of the server that allows it, a picture of the map could not be kept or printed.
  const layer = new TileLayer({ source: new XYZ({ maxZoom: source.maxZoom, crossOrigin: 'anonymous' }) });
  showPictures(layer, source, palette);
  return layer;
}

const basemapLayer = ({ url, maxZoom }: MapSource, palette: () => Palette) =>
  new VectorTileLayer({
    declutter: true,
    source: new VectorTileSource({ format: new MVT(), url, maxZoom }),
    style: (feature) => {
      const p = palette();
      switch (feature.get('layer')) {
        case 'land':
          return new Style({ fill: new Fill({ color: p.land }) });
        case 'countries':
          return new Style({ stroke: new Stroke({ color: p.border, width: 1.2 }) });
        case 'states':
          return new Style({ stroke: new Stroke({ color: p.border, width: 0.7, lineDash: [4, 3] }) });
        default:
          return placeLabel(String(feature.get('name') ?? ''), Number(feature.get('pop')) > 1e6, p);
      }
    },
  });

const roadSource = (url: string) =>
  new VectorTileSource({ format: new MVT(), url, minZoom: ROADS_FROM, maxZoom: ROADS_TO, transition: 0 });

/** @param isDrawn leaves out what another layer draws of the same tiles */
const roadLayer = (
  source: VectorTileSource,
  palette: () => Palette,
  isDrawn: (feature: FeatureLike) => boolean = () => true,
) =>
  new VectorTileLayer({
    declutter: true,
    // The library counts one higher; half a step below the first tiles they are drawn small.
    minZoom: ROADS_FROM + 0.5,
    source,
    style: (feature, resolution) =>
      isDrawn(feature) ? roadStyle(feature, resolution, palette()) : undefined,
  });
