import { Map as GlMap } from 'maplibre-gl';
import Feature from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import LineString from 'ol/geom/LineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';

const URL_OF_TILES = `${location.origin}/basemap/{z}/{x}/{y}.pbf`;

export interface Shown {
  drawn: Promise<void>;
  destroy(): void;
}

const pairs = (line: Float64Array): [number, number][] =>
  Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i]!, line[2 * i + 1]!]);
const extentOf = (line: Float64Array): [number, number, number, number] => {
  const places = pairs(line);
  const side = (k: 0 | 1, pick: (a: number, b: number) => number) =>
    places.reduce((value, place) => pick(value, place[k]), places[0]![k]);
  return [side(0, Math.min), side(1, Math.min), side(0, Math.max), side(1, Math.max)];
};

/** What a page would be that used OpenLayers by itself. */
export function plainOpenLayers(element: HTMLElement, line: Float64Array): Shown {
  const geometry = new LineString(pairs(line).map((place) => fromLonLat(place)));
  const stroke = (color: string, width: number) =>
    new Style({ stroke: new Stroke({ color, width, lineCap: 'round', lineJoin: 'round' }) });
  const map = new OlMap({
    target: element,
    controls: [],
    layers: [
      new VectorTileLayer({
        source: new VectorTileSource({ format: new MVT(), url: URL_OF_TILES, maxZoom: 6 }),
        style: new Style({ fill: new Fill({ color: '#f4f1ea' }) }),
      }),
      new VectorLayer({
        source: new VectorSource({ features: [new Feature(geometry)] }),
        style: [stroke('#fff', 7), stroke('#d6451b', 4)],
        updateWhileAnimating: true,
        updateWhileInteracting: true,
      }),
    ],
    view: new View({ center: [0, 0], zoom: 2 }),
  });
  map.getView().fit(geometry, { padding: [36, 36, 36, 36] });
  return {
    drawn: new Promise((resolve) => void map.once('rendercomplete', () => resolve())),
    destroy: () => map.dispose(),
  };
}

/** What a page would be that used MapLibre by itself. */
export function plainMapLibre(element: HTMLElement, line: Float64Array): Shown {
  const [west, south, east, north] = extentOf(line);
  const map = new GlMap({
    container: element,
    attributionControl: false,
    fadeDuration: 0,
    bounds: [west, south, east, north],
    fitBoundsOptions: { padding: 36 },
    style: {
      version: 8,
      sources: {
        base: { type: 'vector', tiles: [URL_OF_TILES], maxzoom: 6 },
        line: {
          type: 'geojson',
          data: {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: pairs(line) },
          },
        },
      },
      layers: [
        {
          id: 'land',
          type: 'fill',
          source: 'base',
          'source-layer': 'land',
          paint: { 'fill-color': '#f4f1ea' },
        },
        ...[
          { id: 'casing', color: '#fff', width: 7 },
          { id: 'track', color: '#d6451b', width: 4 },
        ].map(({ id, color, width }) => ({
          id,
          type: 'line' as const,
          source: 'line',
          layout: { 'line-cap': 'round' as const, 'line-join': 'round' as const },
          paint: { 'line-color': color, 'line-width': width },
        })),
      ],
    },
  });
  Object.assign(map.getCanvas().style, { position: 'absolute', left: '0', top: '0' });
  return {
    drawn: new Promise((resolve) => {
      map.once('idle', () => resolve());
    }),
    destroy: () => map.remove(),
  };
}
