// A page with the map library and one source of tiles, the roads that the planner shows there, and nothing else: what the
// planner's first visit is measured against.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import View from 'ol/View.js';

const map = new OlMap({
  target: document.body,
  layers: [
    new VectorTileLayer({
      source: new VectorTileSource({
        format: new MVT(),
        url: '/services/routing/tiles/{z}/{x}/{y}.pbf',
        minZoom: 10,
        maxZoom: 14,
      }),
    }),
  ],
  view: new View({ center: fromLonLat([-150, 0.5]), zoom: 14 }),
});
map.once('rendercomplete', () => document.body.setAttribute('data-usable', ''));
