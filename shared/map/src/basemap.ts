import MVT from 'ol/format/MVT.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import XYZ from 'ol/source/XYZ.js';
import Fill from 'ol/style/Fill.js';
import { textHeights } from 'ol/render/canvas.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Palette } from './palette.ts';
import type { MapSource } from './types.ts';

const LARGE_CITY = '600 12px system-ui, sans-serif';
const PLACE = '400 12px system-ui, sans-serif';
// The library measures a font with markup that it writes into the page, which the page's Trusted Types refuse.
textHeights[LARGE_CITY] = textHeights[PLACE] = 14;

/** The background layer of a source. `palette` is asked at each drawing, so a theme change needs only a redraw. */
export function backgroundLayer(source: MapSource, palette: () => Palette): TileLayer | VectorTileLayer {
  if (source.kind === 'raster')
    return new TileLayer({
      source: new XYZ({ url: source.url, maxZoom: source.maxZoom, attributions: source.attribution }),
    });
  return new VectorTileLayer({
    declutter: true,
    source: new VectorTileSource({
      format: new MVT(),
      url: source.url,
      maxZoom: source.maxZoom,
      attributions: source.attribution,
    }),
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
          return new Style({
            text: new Text({
              text: String(feature.get('name') ?? ''),
              font: Number(feature.get('pop')) > 1e6 ? LARGE_CITY : PLACE,
              fill: new Fill({ color: p.label }),
              stroke: new Stroke({ color: p.halo, width: 3 }),
            }),
          });
      }
    },
  });
}
