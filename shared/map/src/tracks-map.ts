import { joinLines, lineBounds } from './plane/line-bounds.ts';
import type { MapDot, MapLine, MapView, LngLat } from './view.ts';
import { type BaseMapOptions, createDeferredMapView } from './deferred-map-view.ts';

/** One of several tracks; `dash` are pixels of line and gap, none for a whole line. */
export interface ColouredTrack {
  points: readonly (LngLat | null)[];
  /** The points before which the recording was paused, in rising order: no line leads there. */
  breaks: readonly number[];
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

/** The lines of a track, one between each two breaks. */
function linesOfTrack({ points, breaks }: ColouredTrack): Float64Array[] {
  return [0, ...breaks].map((from, i) => {
    const known = points.slice(from, breaks[i]).filter((point) => point !== null);
    const line = new Float64Array(2 * known.length);
    for (const [at, point] of known.entries()) line.set(point, 2 * at);
    return line;
  });
}

/** Makes a map inside `element`, which needs a height of its own. What it is told before its library came is drawn then. */
export function createTracksMap(element: HTMLElement, basics: BaseMapOptions): TracksMap {
  let tracks: readonly ColouredTrack[] = [];
  let lines: Float64Array[][] = [];
  let cursors: readonly (LngLat | null)[] = [];
  const linesOf = (): MapLine[] =>
    tracks
      .flatMap(({ light, dark, dash }, i) =>
        lines[i]!.map((line): MapLine => ({ line, color: { light, dark }, width: 3.5, dash })),
      )
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
    const bounds = lineBounds(joinLines(lines.flat()));
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
      lines = tracks.map(linesOfTrack);
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
