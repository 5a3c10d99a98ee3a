import { boundingExtent } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import Map from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import { backgroundLayer } from './basemap.ts';
import { addCorner } from './corner.ts';
import { onPaletteChange, readPalette } from './palette.ts';
import { thinned } from './thinned.ts';
import type { LngLat, MapSource } from './types.ts';

/** One of several tracks; `dash` are pixels of line and gap, none for a whole line. */
export interface ColouredTrack {
  points: readonly (LngLat | null)[];
  light: string;
  dark: string;
  dash: readonly number[];
}

/** A map of several tracks over one another. */
export interface TracksMap {
  /** Draws the tracks, the first on top, and brings them into view. */
  setTracks(tracks: readonly ColouredTrack[]): void;
  /** Puts a dot on each track, or takes it away. */
  setCursors(places: readonly (LngLat | null)[]): void;
  fit(): void;
  zoom(steps: number): void;
  destroy(): void;
}

/** Makes a map inside `element`, which needs a height of its own. Drawn by OpenLayers. */
export function createTracksMap(
  element: HTMLElement,
  { source, label }: { source: MapSource; label: string },
): TracksMap {
  let palette = readPalette(element);
  let tracks: readonly ColouredTrack[] = [];
  let lines: Feature<LineString>[] = [];
  let dots: Feature<Point>[] = [];
  const features = new VectorSource<Feature>();
  const background = backgroundLayer(source, () => palette);
  const map = new Map({
    target: element,
    layers: [background, new VectorLayer({ source: features, updateWhileAnimating: true })],
    controls: [],
    view: new View({ center: [0, 0], zoom: 2, maxZoom: 19 }),
  });
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  const restyle = () => {
    palette = readPalette(element);
    element.style.backgroundColor = palette.sea;
    for (const [i, { light, dark, dash }] of tracks.entries()) {
      const color = palette.dark ? dark : light;
      const zIndex = tracks.length - i;
      const round = { lineCap: 'round', lineJoin: 'round' } as const;
      lines[i]!.setStyle([
        new Style({ stroke: new Stroke({ color: palette.casing, width: 6, ...round }), zIndex }),
        new Style({ stroke: new Stroke({ color, width: 3.5, lineDash: [...dash], ...round }), zIndex }),
      ]);
      dots[i]!.setStyle(
        new Style({
          image: new Circle({
            radius: 7,
            fill: new Fill({ color }),
            stroke: new Stroke({ color: palette.casing, width: 2 }),
          }),
          zIndex: 10 + zIndex,
        }),
      );
    }
    background.changed();
  };
  restyle();
  const endPalette = onPaletteChange(restyle);
  const removeCorner = addCorner(map, element, source.attribution);
  const fit = () => {
    const places = lines.flatMap((line) => line.getGeometry()?.getCoordinates() ?? []);
    const size = map.getSize();
    if (places.length > 0 && size && size[0]! > 0) {
      map.getView().fit(boundingExtent(places), { padding: [36, 36, 36, 36], maxZoom: 17, duration: 0 });
    }
  };
  let fitted = false;
  const resize = new ResizeObserver(() => {
    map.updateSize();
    if (!fitted && (map.getSize()?.[0] ?? 0) > 0) {
      fitted = true;
      fit();
    }
  });
  resize.observe(element);
  return {
    setTracks(next) {
      tracks = next;
      lines = tracks.map(({ points }) => {
        const drawn = thinned(points);
        return new Feature(
          drawn.length > 1 ? new LineString(drawn.map((i) => fromLonLat(points[i]!))) : undefined,
        );
      });
      dots = tracks.map(() => new Feature<Point>());
      features.clear();
      features.addFeatures([...lines, ...dots]);
      restyle();
      fitted = (map.getSize()?.[0] ?? 0) > 0;
      fit();
    },
    setCursors(places) {
      for (const [i, dot] of dots.entries()) {
        const place = places[i];
        dot.setGeometry(place ? new Point(fromLonLat(place)) : undefined);
      }
    },
    fit,
    zoom: (steps) =>
      map.getView().animate({
        zoom: (map.getView().getZoom() ?? 2) + steps,
        duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
      }),
    destroy() {
      endPalette();
      removeCorner();
      resize.disconnect();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}
