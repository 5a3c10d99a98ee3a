import { lineBounds } from './plane/line-bounds.ts';
import type { LngLat } from './types.ts';
import type { MapDot, MapLine, MapView } from './view.ts';
import { type BaseMapOptions, createDeferredMapView } from './deferred-map-view.ts';

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

function lineOf(points: readonly (LngLat | null)[]): Float64Array {
  const known = points.filter((point) => point !== null);
  const line = new Float64Array(2 * known.length);
  for (const [i, point] of known.entries()) line.set(point, 2 * i);
  return line;
}

function joined(lines: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lines.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const line of lines) {
    all.set(line, at);
    at += line.length;
  }
  return all;
}

/** Makes a map inside `element`, which needs a height of its own. What it is told before its library came is drawn then. */
export function createTracksMap(element: HTMLElement, basics: BaseMapOptions): TracksMap {
  let tracks: readonly ColouredTrack[] = [];
  let lines: Float64Array[] = [];
  let cursors: readonly (LngLat | null)[] = [];
  const linesOf = (): MapLine[] =>
    tracks
      .map(({ light, dark, dash }, i): MapLine => ({
        line: lines[i]!,
        color: { light, dark },
        width: 3.5,
        dash,
      }))
      .toReversed();
  const drawCursors = (view: MapView) =>
    view.setDots(
      'cursors',
      tracks.flatMap(({ light, dark }, i): MapDot[] => {
        const at = cursors[i];
        return at ? [{ at, shape: 'dot', color: { light, dark }, radius: 7 }] : [];
      }),
    );
  const fit = () => {
    const bounds = lineBounds(joined(lines));
    if (bounds) deferredView.get()?.fit(bounds);
  };
  const draw = (view: MapView) => {
    view.setLines('tracks', linesOf());
    drawCursors(view);
    fit();
  };
  const deferredView = createDeferredMapView(element, basics, 'img', draw);
  return {
    setTracks(next) {
      tracks = next;
      lines = tracks.map(({ points }) => lineOf(points));
      cursors = [];
      const view = deferredView.get();
      if (view) draw(view);
    },
    setCursors(places) {
      cursors = places;
      const view = deferredView.get();
      if (view) drawCursors(view);
    },
    fit,
    zoom: (steps) => deferredView.get()?.zoom(steps),
    destroy: deferredView.destroy,
  };
}
