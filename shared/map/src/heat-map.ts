import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { createBaseMap } from './base-map.ts';
import { createHeatLayer, PROJECTED } from './heat-layer.ts';
import { busiestBox, type Shown, tracksAt, type TrackSet, tracksWithin } from './track-set.ts';
import type { MapSource } from './types.ts';

const TAP_PIXELS = 10;

export interface HeatMapOptions {
  source: MapSource;
  /** Says what the picture shows, for those who cannot see it. */
  label: string;
  /** Called with the tracks that pass a spot that was tapped, by their index; none when there are none. */
  onTap?: (tracks: number[]) => void;
  /** Called when the map rests, with the tracks in view. */
  onView?: (tracks: number[]) => void;
  /** Called after each drawing with the number of tracks at the busiest spot in view. */
  onScale?: (most: number) => void;
}

/** A map of where many tracks lead, by how many do. */
export interface HeatMap {
  setTracks(tracks: TrackSet): void;
  /** Shows some of the tracks. The view stays. */
  setShown(shown: Shown): void;
  /** Brings the region with most of the shown tracks into view. */
  fit(): void;
  /** Takes the middle of the map for a tap: what a pointer does, for a key. */
  tapMiddle(): void;
  clearTap(): void;
  pan(right: number, down: number): void;
  zoom(steps: number): void;
  destroy(): void;
}

/** Makes a heat map inside `element`, drawn by OpenLayers. The element needs a height of its own. */
export function createHeatMap(
  element: HTMLElement,
  { source, label, onTap, onView, onScale }: HeatMapOptions,
): HeatMap {
  let tracks: TrackSet | null = null;
  let shown: Shown = null;
  const spot = new Feature<Point>();
  const heat = createHeatLayer(
    () => base.palette().dark,
    (most) => onScale?.(most),
  );
  const restyle = () => {
    const { range, casing } = base.palette();
    const ring = (color: string, width: number) =>
      new Style({ image: new CircleStyle({ radius: TAP_PIXELS, stroke: new Stroke({ color, width }) }) });
    spot.setStyle([ring(casing, 6), ring(range, 3)]);
    heat.redraw();
  };
  const base = createBaseMap(element, {
    source,
    label,
    role: 'application',
    layers: () => [heat.layer, new VectorLayer({ source: new VectorSource({ features: [spot] }) })],
    onPalette: restyle,
  });
  restyle();
  const { map } = base;
  const view = () => map.getView();
  const tell = () => {
    if (!tracks || !map.getSize()) return;
    const box = view().calculateExtent(map.getSize());
    onView?.(
      tracksWithin(
        tracks,
        shown,
        box.map((side) => side / PROJECTED),
      ),
    );
  };
  const tap = (place: number[]) => {
    if (!tracks) return;
    spot.setGeometry(new Point(place));
    const reach = ((view().getResolution() ?? 1) * TAP_PIXELS) / PROJECTED;
    onTap?.(tracksAt(tracks, shown, place[0]! / PROJECTED, place[1]! / PROJECTED, reach));
  };
  map.on('singleclick', (event) => tap(event.coordinate));
  map.on('moveend', tell);
  const fit = () => {
    const box = tracks && busiestBox(tracks, shown);
    if (box)
      base.show(
        box.map((side) => side * PROJECTED),
        15,
      );
  };
  return {
    setTracks(next) {
      tracks = next;
      heat.set(tracks, shown);
      fit();
    },
    setShown(next) {
      shown = next;
      spot.setGeometry(undefined);
      heat.set(tracks, shown);
      tell();
    },
    fit,
    tapMiddle: () => tap(view().getCenter() ?? [0, 0]),
    clearTap: () => spot.setGeometry(undefined),
    pan(right, down) {
      const [x = 0, y = 0] = view().getCenter() ?? [];
      const step = view().getResolution() ?? 1;
      view().setCenter([x + right * step, y - down * step]);
    },
    zoom: (steps) => base.zoom(steps),
    destroy: () => base.destroy(),
  };
}
