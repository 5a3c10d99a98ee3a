import { createHeatPicture, unitsPerPixel } from './heat-picture.ts';
import {
  busiestBox,
  lngLatOf,
  planeX,
  planeY,
  type TrackMask,
  tracksAt,
  type TrackSet,
  tracksWithin,
  WORLD,
} from './track-set.ts';
import type { Bounds, MapView, LngLat } from './view.ts';
import { type BaseMapOptions, createDeferredMapView } from './deferred-map-view.ts';

const TAP_PIXELS = 10;
/** Two clicks within this time zoom in, and are no tap. */
const DOUBLE_MILLISECONDS = 250;
const FIT_ZOOM = 14;

export interface HeatMapOptions extends BaseMapOptions {
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
  setShown(shown: TrackMask): void;
  /** Brings the region with most of the shown tracks into view. */
  fit(): void;
  /** Takes the middle of the map for a tap: what a pointer does, for a key. */
  tapMiddle(): void;
  clearTap(): void;
  pan(right: number, down: number): void;
  zoom(steps: number): void;
  destroy(): void;
}

/** A box of the plane in degrees. */
export function boundsOfBox([west, south, east, north]: readonly [number, number, number, number]): Bounds {
  const [left, bottom] = lngLatOf(west, south);
  const [right, top] = lngLatOf(east, north);
  return [left, bottom, right, top];
}

/** The tracks in view, those on both sides of the date line among them. */
function tracksIn(set: TrackSet, shown: TrackMask, [west, south, east, north]: Bounds): number[] {
  const within = (left: number, right: number) =>
    tracksWithin(set, shown, [left, planeY(south), right, planeY(north)]);
  if (west <= east) return within(planeX(west), planeX(east));
  const both = new Set([...within(planeX(west), WORLD / 2), ...within(-WORLD / 2, planeX(east))]);
  return [...both].toSorted((a, b) => a - b);
}

/** Makes a heat map inside `element`, which needs a height of its own. What it is told before its library came is drawn then. */
export function createHeatMap(element: HTMLElement, options: HeatMapOptions): HeatMap {
  const { onTap, onView, onScale } = options;
  let tracks: TrackSet | null = null;
  let shown: TrackMask = null;
  let clicked: ReturnType<typeof setTimeout> | undefined;
  const heat = createHeatPicture(1, (most) => onScale?.(most));
  const draw = (view: MapView) => {
    heat.set(tracks, shown);
    heat.draw(view);
    if (tracks) onView?.(tracksIn(tracks, shown, view.bounds()));
  };
  const tap = (view: MapView, at: LngLat) => {
    if (!tracks) return;
    view.setDots('spot', [{ at, shape: 'ring', color: 'range', radius: TAP_PIXELS }]);
    const reach = unitsPerPixel(view) * TAP_PIXELS;
    onTap?.(tracksAt(tracks, shown, planeX(at[0]), planeY(at[1]), reach));
  };
  const clearTap = () => deferredView.get()?.setDots('spot', []);
  const fit = () => {
    const box = tracks && busiestBox(tracks, shown);
    if (box) deferredView.get()?.fit(boundsOfBox(box), { maxZoom: FIT_ZOOM });
  };
  const deferredView = createDeferredMapView(element, options, 'application', (view) => {
    view.on('moveend', () => draw(view));
    view.onPalette(() => heat.draw(view));
    view.on('click', ({ at }) => {
      const second = clicked !== undefined;
      clearTimeout(clicked);
      clicked = undefined;
      if (second) return;
      clicked = setTimeout(() => {
        clicked = undefined;
        tap(view, at);
      }, DOUBLE_MILLISECONDS);
    });
    fit();
    draw(view);
  });
  return {
    setTracks(next) {
      tracks = next;
      fit();
      const view = deferredView.get();
      if (view) draw(view);
    },
    setShown(next) {
      shown = next;
      clearTap();
      const view = deferredView.get();
      if (view) draw(view);
    },
    fit,
    tapMiddle() {
      const view = deferredView.get();
      if (view) tap(view, view.center());
    },
    clearTap,
    pan(right, down) {
      const view = deferredView.get();
      if (!view) return;
      const { clientWidth, clientHeight } = view.element;
      view.look(view.unproject([clientWidth / 2 + right, clientHeight / 2 + down]), undefined, false);
    },
    zoom: (steps) => deferredView.get()?.zoom(steps),
    destroy() {
      clearTimeout(clicked);
      deferredView.destroy();
    },
  };
}
