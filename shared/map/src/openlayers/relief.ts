import type { MeasurementSystem } from '@waymark/units';
import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import type BaseLayer from 'ol/layer/Base.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import XYZ from 'ol/source/XYZ.js';
import { asArray } from 'ol/color.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { contourColors, type Palette } from '../palette.ts';
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
import { widthAt } from '../road-looks.ts';
import type { MapSource } from '../view.ts';
import { heightLabel } from './labels.ts';
import { zoomOf } from './zoom-of.ts';

/** Shading and contour lines of a source that has them. */
export function reliefLayers(
  relief: NonNullable<MapSource['relief']>,
  background: MapSource,
  palette: () => Palette,
  system: MeasurementSystem,
): BaseLayer[] {
  const shading = new XYZ({
    url: relief.shading,
    minZoom: SHADING_FROM,
    maxZoom: SHADING_TO,
    crossOrigin: 'anonymous',
    transition: 0,
  });
  const contours = new VectorTileSource({
    format: new MVT(),
    url: contourTiles(relief, system),
    transition: 0,
    minZoom: CONTOURS_FROM,
    maxZoom: CONTOURS_TO,
  });
  return [
    // The library draws a tile from half a step before its zoom on.
    new TileLayer({ source: shading, minZoom: SHADING_FROM - 0.5 }),
    new VectorTileLayer({
      declutter: true,
      // It counts one higher for larger tiles.
      minZoom: CONTOURS_FROM + 0.5,
      source: contours,
      style: (feature, resolution) => contourStyle(feature, zoomOf(resolution), palette(), background),
    }),
  ];
}

function contourStyle(feature: FeatureLike, zoom: number, palette: Palette, background: MapSource): Style {
  const colors = contourColors(palette, background);
  const isMajor = feature.get('major') === 1;
  const [red = 0, green = 0, blue = 0] = asArray(colors.contour);
  const stroke = new Stroke({
    color: [red, green, blue, CONTOUR_OPACITY],
    width: widthAt(CONTOUR_WIDTHS[isMajor ? 'major' : 'minor'], zoom),
    lineCap: 'round',
    lineJoin: 'round',
  });
  if (!isMajor || zoom < HEIGHTS_FROM) return new Style({ stroke });
  const text = heightLabel(String(feature.get('height')), colors);
  return new Style({ stroke, text });
}
