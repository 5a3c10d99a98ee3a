import { boundsOfBox } from './heat-map.ts';
import { createHeatPicture } from './heat-picture.ts';
import { lineBounds } from './plane/line-bounds.ts';
import { busiestBox, type TrackSet } from './track-set.ts';
import type { MapArea, MapLine, MapView, LngLat } from './view.ts';
import { type BaseMapOptions, createDeferredMapView } from './deferred-map-view.ts';

const GRAB_PIXELS = 22;
const CORNERS = 96;
/** Numbers in an edge, the first corner again at its end. */
const EDGE = 2 * (CORNERS + 1);
const EARTH_METERS = 6_371_008.8;
const FIT_ZOOM = { zones: 14, tracks: 13 };

export interface ZoneMapOptions extends BaseMapOptions {
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

/** The edge of a circle on the globe. */
export function outline({ lng, lat, radius }: Omit<ZoneCircle, 'id'>): Float64Array {
  const ring = new Float64Array(EDGE);
  const away = radius / EARTH_METERS;
  const from = (lat * Math.PI) / 180;
  for (let i = 0; i <= CORNERS; i++) {
    const bearing = (i / CORNERS) * 2 * Math.PI;
    const to = Math.asin(
      Math.sin(from) * Math.cos(away) + Math.cos(from) * Math.sin(away) * Math.cos(bearing),
    );
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(away) * Math.cos(from),
      Math.cos(away) - Math.sin(from) * Math.sin(to),
    );
    ring[2 * i] = lng + (east * 180) / Math.PI;
    ring[2 * i + 1] = (to * 180) / Math.PI;
  }
  return ring;
}

/** Makes a map of circles inside `element`, which needs a height of its own. What it is told before its library came is drawn then. */
export function createZoneMap(element: HTMLElement, options: ZoneMapOptions): ZoneMap {
  const { onPlace } = options;
  let tracks: TrackSet | null = null;
  let zones: readonly ZoneCircle[] = [];
  let chosen: ZoneCircle | null = null;
  let wanted: Omit<ZoneCircle, 'id'> | undefined;
  const heat = createHeatPicture(0.75);

  const draw = (view: MapView) => {
    const others = zones.filter(({ id }) => id !== chosen?.id).map(outline);
    const own = chosen && outline(chosen);
    view.setAreas('zones', [
      ...others.map((ring): MapArea => ({ ring, color: 'muted', opacity: 0.13 })),
      ...(own ? [{ ring: own, color: 'range', opacity: 0.2 } as const] : []),
    ]);
    view.setLines('zones', [
      ...others.map((line): MapLine => ({ line, color: 'muted', width: 2, dash: [6, 4], cased: false })),
      ...(own ? [{ line: own, color: 'range', width: 3, cased: false } as const] : []),
    ]);
    view.setDots(
      'zones',
      chosen ? [{ at: [chosen.lng, chosen.lat], shape: 'dot', color: 'range', radius: 8 }] : [],
    );
  };
  const look = (view: MapView) => {
    const shown = wanted ? [wanted] : zones;
    if (shown.length > 0) {
      const edges = new Float64Array(shown.length * EDGE);
      for (const [i, zone] of shown.entries()) edges.set(outline(zone), i * EDGE);
      view.fit(lineBounds(edges)!, { maxZoom: FIT_ZOOM.zones });
      return;
    }
    const box = tracks && busiestBox(tracks, null);
    if (box) view.fit(boundsOfBox(box), { maxZoom: FIT_ZOOM.tracks });
  };
  const deferredView = createDeferredMapView(element, options, 'application', (view) => {
    view.on('moveend', () => heat.draw(view));
    view.onPalette(() => heat.draw(view));
    view.on('grab', ({ x, y }) => {
      const at = chosen && view.project([chosen.lng, chosen.lat]);
      return !!at && Math.hypot(at[0] - x, at[1] - y) <= GRAB_PIXELS;
    });
    view.on('drag', ({ at }) => onPlace(at));
    view.on('click', ({ at }) => onPlace(at));
    draw(view);
    look(view);
    heat.draw(view);
  });

  return {
    setTracks(next) {
      tracks = next;
      heat.set(tracks, null);
      const view = deferredView.get();
      if (view) heat.draw(view);
    },
    setZones(nextZones, nextChosen) {
      zones = nextZones;
      chosen = nextChosen;
      const view = deferredView.get();
      if (view) draw(view);
    },
    fit(circle) {
      wanted = circle;
      const view = deferredView.get();
      if (view) look(view);
    },
    zoom: (steps) => deferredView.get()?.zoom(steps),
    destroy: deferredView.destroy,
  };
}
