import { circular } from 'ol/geom/Polygon.js';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import type Polygon from 'ol/geom/Polygon.js';
import Pointer from 'ol/interaction/Pointer.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { createBaseMap } from './base-map.ts';
import { createHeatLayer, PROJECTED } from './heat-layer.ts';
import { busiestBox, type TrackSet } from './track-set.ts';
import type { LngLat, MapSource } from './types.ts';

const GRAB_PIXELS = 22;
const CORNERS = 96;

export interface ZoneMapOptions {
  source: MapSource;
  /** Says what the picture shows, for those who cannot see it. */
  label: string;
  /** Called with a place that was tapped, or where the chosen circle's centre was dragged to. */
  onPlace: (place: LngLat) => void;
}

/** A circle on the ground: degrees and metres. */
export interface ZoneCircle {
  id: number | string;
  lat: number;
  lng: number;
  radius: number;
}

/** A map on which circles are put over places, with the own tracks below to find them by. */
export interface ZoneMap {
  setTracks(tracks: TrackSet | null): void;
  /** The circles that are there, and the one that is being placed. */
  setZones(zones: readonly ZoneCircle[], chosen: ZoneCircle | null): void;
  /** Brings a circle into view; without one all of them, else where most tracks are. */
  fit(circle?: Omit<ZoneCircle, 'id'>): void;
  zoom(steps: number): void;
  destroy(): void;
}

const outline = ({ lng, lat, radius }: Omit<ZoneCircle, 'id'>): Polygon =>
  circular([lng, lat], radius, CORNERS).transform('EPSG:4326', 'EPSG:3857');

/** Makes a map of circles inside `element`, drawn by OpenLayers. The element needs a height of its own. */
export function createZoneMap(element: HTMLElement, { source, label, onPlace }: ZoneMapOptions): ZoneMap {
  let tracks: TrackSet | null = null;
  let zones: readonly ZoneCircle[] = [];
  let chosen: ZoneCircle | null = null;
  const circles = new VectorSource();
  const heat = createHeatLayer(() => base.palette().dark);
  heat.layer.setOpacity(0.75);
  const base = createBaseMap(element, {
    source,
    label,
    role: 'application',
    layers: () => [
      heat.layer,
      new VectorLayer({ source: circles, updateWhileAnimating: true, updateWhileInteracting: true }),
    ],
    onPalette: () => draw(),
  });
  const { map } = base;

  function styleOf(isChosen: boolean): Style {
    const { range, label: quiet } = base.palette();
    const colour = isChosen ? range : quiet;
    return new Style({
      fill: new Fill({ color: `${colour}${isChosen ? '33' : '22'}` }),
      stroke: new Stroke({
        color: colour,
        width: isChosen ? 3 : 2,
        ...(isChosen ? {} : { lineDash: [6, 4] }),
      }),
    });
  }

  function draw() {
    circles.clear();
    for (const zone of zones) {
      if (zone.id === chosen?.id) continue;
      const feature = new Feature(outline(zone));
      feature.setStyle(styleOf(false));
      circles.addFeature(feature);
    }
    if (chosen) {
      const edge = new Feature(outline(chosen));
      edge.setStyle(styleOf(true));
      const centre = new Feature(new Point(fromLonLat([chosen.lng, chosen.lat])));
      const { range, casing } = base.palette();
      centre.setStyle(
        new Style({
          image: new CircleStyle({
            radius: 8,
            fill: new Fill({ color: range }),
            stroke: new Stroke({ color: casing, width: 3 }),
          }),
        }),
      );
      circles.addFeatures([edge, centre]);
    }
    heat.redraw();
  }

  map.addInteraction(
    new Pointer({
      handleDownEvent(event) {
        if (!chosen) return false;
        const [x = 0, y = 0] = map.getPixelFromCoordinate(fromLonLat([chosen.lng, chosen.lat])) ?? [];
        return Math.hypot(x - event.pixel[0]!, y - event.pixel[1]!) <= GRAB_PIXELS;
      },
      handleDragEvent: (event) => onPlace(toLonLat(event.coordinate) as LngLat),
    }),
  );
  map.on('click', (event) => onPlace(toLonLat(event.coordinate) as LngLat));

  return {
    setTracks(next) {
      tracks = next;
      heat.set(tracks, null);
    },
    setZones(nextZones, nextChosen) {
      zones = nextZones;
      chosen = nextChosen;
      draw();
    },
    fit(circle) {
      const shown = circle ? [circle] : zones;
      if (shown.length > 0) {
        const extents = shown.map((zone) => outline(zone).getExtent());
        const side = (k: number, pick: (...values: number[]) => number) =>
          pick(...extents.map((extent) => extent[k]!));
        base.show([side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)], 15);
        return;
      }
      const box = tracks && busiestBox(tracks, null);
      if (box)
        base.show(
          box.map((value) => value * PROJECTED),
          14,
        );
    },
    zoom: (steps) => base.zoom(steps),
    destroy: () => base.destroy(),
  };
}
