import { joinLines, lineBounds } from './plane/line-bounds.ts';
import type { MapDot, MapLine, MapPointer, MapView, LngLat } from './view.ts';
import { createCursorDot, createDeferredMapView, type BaseMapOptions } from './deferred-map-view.ts';

export interface TrackMapOptions extends BaseMapOptions {
  /** Called with the nearest index of the track below the pointer, or null when it leaves the line. */
  onHover?: (index: number | null) => void;
  /** Called with the nearest index of the track when it is clicked or tapped. */
  onPick?: (index: number) => void;
}

/** A map of one track. Indices are those of the points handed to `setTrack`. */
export interface TrackMap {
  /**
   * Draws the track and brings it into view. Any number of points: what is drawn is thinned.
   * @param breaks the points before which the recording was paused, in rising order: no line leads there
   */
  setTrack(points: readonly (LngLat | null)[], breaks?: readonly number[]): void;
  /** Emphasises the part between two indices; null removes the emphasis. */
  setRange(range: { from: number; to: number } | null): void;
  /** Only these parts stay: the rest of the track is dimmed. Null shows all of it as it is. */
  setKept(parts: readonly { from: number; to: number }[] | null): void;
  /** Distance marks along the track, by the index of their point; the finish has its own. */
  setMarks(marks: readonly { index: number; text: string }[]): void;
  /** Colors the parts of the track by a measure, of another track too once that is set; null draws it in one color. */
  setShades(shades: TrackShades | null): void;
  /** Puts the cursor on a point of the track; null removes it. */
  setCursor(index: number | null): void;
  /** Brings the track, or the emphasised part, into view. */
  fit(): void;
  zoom(steps: number): void;
  destroy(): void;
}

/** Parts of a track with the number of their color. */
export interface TrackShades {
  parts: readonly { from: number; to: number; shade: number }[];
  colors: readonly string[];
}

const HOVER_PIXELS = 24;

interface Part {
  from: number;
  to: number;
}

/** Makes a map of one track inside `element`, which needs a height of its own. What it is told before its library came is drawn then. */
export function createTrackMap(element: HTMLElement, options: TrackMapOptions): TrackMap {
  const { onHover, onPick } = options;
  let points: readonly (LngLat | null)[] = [];
  let line = new Float64Array();
  /** Places before each point. */
  let before = new Uint32Array(1);
  /** The known places before each break, in rising order. */
  let cuts: number[] = [];
  let whole: Float64Array[] = [];
  let range: Float64Array[] = [];
  let kept: Float64Array[] | null = null;
  let cursor: LngLat | null = null;
  let marks: readonly { index: number; text: string }[] = [];
  let shades: TrackShades | null = null;
  const dot = createCursorDot();

  const linesOf = (): MapLine[] => {
    const track = (part: Float64Array): MapLine => ({ line: part, color: 'track', width: 4 });
    // The band below the colors is dark on light maps and light on dark ones, so that each of them is seen.
    if (!kept && shades) return whole.map((part): MapLine => ({ line: part, color: 'label', width: 6 }));
    if (!kept) return whole.map(track);
    const dimmed = whole.map((part): MapLine => ({ line: part, color: 'muted', width: 2, dash: [2, 6] }));
    return [...dimmed, ...kept.map(track)];
  };
  const shadeLines = (): MapLine[] =>
    (shades?.parts ?? []).flatMap(({ shade, ...part }) => {
      const color = shades!.colors[shade]!;
      return linesBetween(part).map((piece): MapLine => ({
        line: piece,
        color: { light: color, dark: color },
        width: 4,
        cased: false,
      }));
    });
  const dotsOf = (): MapDot[] => {
    const first = kept?.[0] ?? line;
    const last = kept?.at(-1) ?? line;
    if (first.length < 2) return [];
    return [
      { at: [first[0]!, first[1]!], shape: 'dot', color: 'track', radius: 6 },
      { at: [last.at(-2)!, last.at(-1)!], shape: 'flag', color: 'label', radius: 5 },
      ...marks.flatMap(({ index, text }): MapDot[] => {
        const at = points[index];
        return at ? [{ at, shape: 'label', color: 'label', text }] : [];
      }),
    ];
  };
  const draw = (view: MapView) => {
    view.setLines('track', linesOf());
    view.setLines('track-shades', kept ? [] : shadeLines());
    view.setLines(
      'range',
      range.map((part): MapLine => ({ line: part, color: 'range', width: 5 })),
    );
    view.setDots('ends', dotsOf());
  };
  const redraw = () => {
    const view = deferredView.get();
    if (view) draw(view);
  };
  const fit = () => {
    const bounds = lineBounds(range.length > 0 ? joinLines(range) : line);
    if (bounds) deferredView.get()?.fit(bounds);
  };
  /** The lines of a part of the track, one between each two breaks. */
  const linesBetween = ({ from, to }: Part): Float64Array[] => {
    const first = before[from] ?? 0;
    const end = before[to + 1] ?? line.length / 2;
    const inside = cuts.filter((cut) => cut > first && cut < end);
    return [first, ...inside]
      .map((start, i) => line.subarray(2 * start, 2 * (inside[i] ?? end)))
      .filter((part) => part.length >= 4);
  };
  /** The index of the track within reach of a pointer. */
  const indexNear = (view: MapView, pointer: MapPointer): number | null => {
    const index = nearestPointIndex(points, pointer.at);
    const there = index !== null && view.project(points[index]!);
    return there && Math.hypot(there[0] - pointer.x, there[1] - pointer.y) <= HOVER_PIXELS ? index : null;
  };

  const deferredView = createDeferredMapView(element, options, 'img', (view) => {
    if (onHover) view.on('hover', (pointer) => onHover(pointer && indexNear(view, pointer)));
    if (onPick)
      view.on('click', (pointer) => {
        const index = indexNear(view, pointer);
        if (index !== null) onPick(index);
      });
    draw(view);
    view.follow(dot, cursor);
    fit();
  });

  return {
    setTrack(next, breaks = []) {
      points = next;
      before = new Uint32Array(points.length + 1);
      for (const [i, point] of points.entries()) before[i + 1] = before[i]! + (point ? 1 : 0);
      line = new Float64Array(2 * (before.at(-1) ?? 0));
      for (const [i, point] of points.entries()) if (point) line.set(point, 2 * before[i]!);
      cuts = breaks.map((at) => before[at]!);
      whole = linesBetween({ from: 0, to: points.length - 1 });
      range = [];
      marks = [];
      kept = null;
      redraw();
      fit();
    },
    setRange(part) {
      range = part ? linesBetween(part) : [];
      redraw();
    },
    setKept(parts) {
      kept = parts?.flatMap(linesBetween) ?? null;
      redraw();
    },
    setMarks(next) {
      marks = next;
      redraw();
    },
    setShades(next) {
      shades = next;
      redraw();
    },
    setCursor(index) {
      cursor = index === null ? null : (points[index] ?? null);
      deferredView.get()?.follow(dot, cursor);
    },
    fit,
    zoom: (steps) => deferredView.get()?.zoom(steps),
    destroy: deferredView.destroy,
  };
}

/** The index of the point nearest to a place, by a plane that shrinks with latitude; null when no point has a place. */
export function nearestPointIndex(points: readonly (LngLat | null)[], [lng, lat]: LngLat): number | null {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let best: number | null = null;
  let least = Infinity;
  for (const [i, point] of points.entries()) {
    if (!point) continue;
    const east = point[0] - lng;
    const away = ((east - 360 * Math.round(east / 360)) * shrink) ** 2 + (point[1] - lat) ** 2;
    if (away < least) [least, best] = [away, i];
  }
  return best;
}
