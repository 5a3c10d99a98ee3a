import { boundingExtent } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
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
import { createCursor } from './cursor.ts';
import { onPaletteChange, readPalette } from './palette.ts';
import { nearest, thinned } from './thinned.ts';
import type { LngLat, TrackMap, TrackMapOptions } from './types.ts';

const HOVER_PIXELS = 24;

/** Makes a map of one track inside `element`, drawn by OpenLayers. The element needs a height of its own. */
export function createTrackMap(
  element: HTMLElement,
  { source, label, onHover, onPick }: TrackMapOptions,
): TrackMap {
  let palette = readPalette(element);
  let points: readonly (LngLat | null)[] = [];
  let drawn: number[] = [];
  const line = new Feature<LineString>();
  const kept = new Feature<MultiLineString>();
  const range = new Feature<LineString>();
  const ends = [new Feature<Point>(), new Feature<Point>()];
  const stroke = (color: string, width: number) =>
    new Style({ stroke: new Stroke({ color, width, lineCap: 'round', lineJoin: 'round' }) });
  const dashed = (color: string) =>
    new Style({ stroke: new Stroke({ color, width: 2, lineDash: [2, 6], lineCap: 'round' }) });
  const dot = (color: string, radius: number) =>
    new Style({
      image: new Circle({
        radius,
        fill: new Fill({ color }),
        stroke: new Stroke({ color: palette.casing, width: 2 }),
      }),
      zIndex: 5,
    });
  const styleLine = () =>
    line.setStyle(
      kept.getGeometry()
        ? [stroke(palette.casing, 5), dashed(palette.label)]
        : [stroke(palette.casing, 7), stroke(palette.track, 4)],
    );
  const restyle = () => {
    palette = readPalette(element);
    element.style.backgroundColor = palette.sea;
    styleLine();
    kept.setStyle([stroke(palette.casing, 7), stroke(palette.track, 4)]);
    range.setStyle([stroke(palette.casing, 8), stroke(palette.range, 5)]);
    cursor.colour(palette.range, palette.casing);
    ends[0]!.setStyle(dot(palette.track, 6));
    ends[1]!.setStyle(dot(palette.label, 5));
    background.changed();
  };
  const background = backgroundLayer(source, () => palette);
  const layer = new VectorLayer({
    source: new VectorSource({ features: [line, kept, ...ends, range] }),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const map = new Map({
    target: element,
    layers: [background, layer],
    controls: [],
    view: new View({ center: [0, 0], zoom: 2, maxZoom: 19 }),
  });
  const cursor = createCursor(map);
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  restyle();
  const endPalette = onPaletteChange(restyle);
  const removeCorner = addCorner(map, element, source.attribution);

  const lineOf = (indices: readonly number[]) =>
    indices.length > 1 ? new LineString(indices.map((i) => fromLonLat(points[i]!))) : undefined;
  const indicesOf = (part: { from: number; to: number }) =>
    [part.from, ...drawn.filter((i) => i > part.from && i < part.to), part.to].filter((i) => points[i]);
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

  /** The index of the track within reach of a pixel. */
  const indexNear = ({ coordinate, pixel }: { coordinate: number[]; pixel: number[] }): number | null => {
    const place = toLonLat(coordinate) as LngLat;
    const near = nearest(points, place, drawn);
    if (near === null) return null;
    // Among the points that were left out between the drawn neighbours there may be a nearer one.
    const at = drawn.indexOf(near);
    const from = drawn[Math.max(0, at - 1)]!;
    const to = drawn[Math.min(drawn.length - 1, at + 1)]!;
    const between = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const index = nearest(points, place, between) ?? near;
    const there = map.getPixelFromCoordinate(fromLonLat(points[index]!));
    return Math.hypot(there[0]! - pixel[0]!, there[1]! - pixel[1]!) <= HOVER_PIXELS ? index : null;
  };
  map.on('pointermove', (event) => {
    if (onHover && !event.dragging && drawn.length > 0) onHover(indexNear(event));
  });
  map.on('click', (event) => {
    const index = onPick && drawn.length > 0 ? indexNear(event) : null;
    if (index !== null) onPick!(index);
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
      range.setGeometry(part ? lineOf(indicesOf(part)) : undefined);
    },
    setKept(parts) {
      const lines = parts?.map((part) => lineOf(indicesOf(part))).filter((one) => one !== undefined);
      kept.setGeometry(lines && new MultiLineString(lines));
      styleLine();
      const stops = lines?.length
        ? [lines[0]!.getFirstCoordinate(), lines.at(-1)!.getLastCoordinate()]
        : [drawn[0], drawn.at(-1)].map((i) => (i === undefined ? undefined : fromLonLat(points[i]!)));
      for (const [i, stop] of stops.entries()) ends[i]!.setGeometry(stop && new Point(stop));
    },
    setCursor(index) {
      const place = index === null ? null : points[index];
      cursor.moveTo(place ? fromLonLat(place) : null);
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
