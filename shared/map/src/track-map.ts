import { boundingExtent } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import Map from 'ol/Map.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import { backgroundLayer } from './basemap.ts';
import { addCorner } from './corner.ts';
import { onPaletteChange, readPalette } from './palette.ts';
import { nearest, thinned } from './thinned.ts';
import type { LngLat, TrackMap, TrackMapOptions } from './types.ts';

const HOVER_PIXELS = 24;

/** Makes a map of one track inside `element`, drawn by OpenLayers. The element needs a height of its own. */
export function createTrackMap(element: HTMLElement, { source, label, onHover }: TrackMapOptions): TrackMap {
  let palette = readPalette(element);
  let points: readonly (LngLat | null)[] = [];
  let drawn: number[] = [];
  const line = new Feature<LineString>();
  const range = new Feature<LineString>();
  const cursor = new Feature<Point>();
  const ends = [new Feature<Point>(), new Feature<Point>()];
  const stroke = (color: string, width: number) =>
    new Style({ stroke: new Stroke({ color, width, lineCap: 'round', lineJoin: 'round' }) });
  const dot = (color: string, radius: number) =>
    new Style({
      image: new Circle({
        radius,
        fill: new Fill({ color }),
        stroke: new Stroke({ color: palette.casing, width: 2 }),
      }),
      zIndex: 5,
    });
  const restyle = () => {
    palette = readPalette(element);
    element.style.backgroundColor = palette.sea;
    line.setStyle([stroke(palette.casing, 7), stroke(palette.track, 4)]);
    range.setStyle([stroke(palette.casing, 8), stroke(palette.range, 5)]);
    cursor.setStyle(dot(palette.range, 7));
    ends[0]!.setStyle(dot(palette.track, 6));
    ends[1]!.setStyle(dot(palette.label, 5));
    background.changed();
  };
  const background = backgroundLayer(source, () => palette);
  const layer = new VectorLayer({
    source: new VectorSource({ features: [line, ...ends, range, cursor] }),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const map = new Map({
    target: element,
    layers: [background, layer],
    controls: [],
    view: new View({ center: [0, 0], zoom: 2, maxZoom: 19 }),
  });
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  restyle();
  const endPalette = onPaletteChange(restyle);
  const removeCorner = addCorner(map, element, source.attribution);

  const lineOf = (indices: readonly number[]) =>
    indices.length > 1 ? new LineString(indices.map((i) => fromLonLat(points[i]!))) : undefined;
  const fitTo = (geometry: LineString | undefined) => {
    const size = map.getSize();
    if (geometry && size && size[0]! > 0)
      map.getView().fit(boundingExtent(geometry.getCoordinates()), {
        padding: [36, 36, 36, 36],
        maxZoom: 17,
        duration: 0,
      });
  };
  const fit = () => fitTo(range.getGeometry() ?? line.getGeometry());

  map.on('pointermove', (event) => {
    if (!onHover || event.dragging || drawn.length === 0) return;
    const place = toLonLat(event.coordinate) as LngLat;
    const near = nearest(points, place, drawn);
    if (near === null) return onHover(null);
    // Among the points that were left out between the drawn neighbours there may be a nearer one.
    const at = drawn.indexOf(near);
    const from = drawn[Math.max(0, at - 1)]!;
    const to = drawn[Math.min(drawn.length - 1, at + 1)]!;
    const index =
      nearest(
        points,
        place,
        Array.from({ length: to - from + 1 }, (_, i) => from + i),
      ) ?? near;
    const pixel = map.getPixelFromCoordinate(fromLonLat(points[index]!));
    const away = Math.hypot(pixel[0]! - event.pixel[0]!, pixel[1]! - event.pixel[1]!);
    onHover(away <= HOVER_PIXELS ? index : null);
  });
  const leave = () => onHover?.(null);
  element.addEventListener('pointerleave', leave);
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
    setTrack(next) {
      points = next;
      drawn = thinned(points);
      line.setGeometry(lineOf(drawn));
      ends[0]!.setGeometry(drawn.length > 0 ? new Point(fromLonLat(points[drawn[0]!]!)) : undefined);
      ends[1]!.setGeometry(drawn.length > 0 ? new Point(fromLonLat(points[drawn.at(-1)!]!)) : undefined);
      fitted = (map.getSize()?.[0] ?? 0) > 0;
      fit();
    },
    setRange(part) {
      range.setGeometry(
        part
          ? lineOf(
              [part.from, ...drawn.filter((i) => i > part.from && i < part.to), part.to].filter(
                (i) => points[i],
              ),
            )
          : undefined,
      );
    },
    setCursor(index) {
      const place = index === null ? null : points[index];
      cursor.setGeometry(place ? new Point(fromLonLat(place)) : undefined);
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
      element.removeEventListener('pointerleave', leave);
      map.setTarget(undefined);
      map.dispose();
    },
  };
}
