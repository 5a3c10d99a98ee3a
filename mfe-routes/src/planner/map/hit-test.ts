import type { MapPointer, MapView } from '@waymark/map';
import {
  type LineIndex,
  lineIndex,
  type Nearest,
  type Place,
  type PlanLine,
  waypoints,
} from '@waymark/routes';
import type { PlannerState } from '../planner.ts';
import { placeOf } from '../../shared/place-along.ts';
import { lngLatOf, metersPerPixel } from './map-geometry.ts';

/** Pixels around a waypoint or the line that still mean it; fingers are larger than arrows. */
const REACH = { point: { mouse: 11, touch: 22 }, line: { mouse: 12, touch: 22 } } as const;

/** What a pointer hits. */
export type Hit =
  | { kind: 'point'; waypoint: number; place: Place }
  | { kind: 'line'; near: Nearest }
  | { kind: 'ground'; place: Place };

/** Hit test of pointers on a course. The spatial index is built once for each course. */
export function createHitTest(map: MapView) {
  let of: PlanLine | null = null;
  let index: LineIndex | null = null;

  const indexOf = (whole: PlanLine): LineIndex => {
    if (!index || of !== whole) {
      of = whole;
      index = lineIndex(whole);
    }
    return index;
  };

  const pointAt = ({ plan }: PlannerState, { x, y, touch }: MapPointer): Hit | null => {
    const reach = REACH.point[touch ? 'touch' : 'mouse'];
    let best: Hit | null = null;
    let least = reach * reach;
    for (const [waypoint, place] of waypoints(plan).entries()) {
      const pixel = map.project(lngLatOf(place));
      if (!pixel) continue;
      const away = (pixel[0] - x) ** 2 + (pixel[1] - y) ** 2;
      // Of two at one place, as after the way back to the start, the later one is on top.
      if (away > least) continue;
      least = away;
      best = { kind: 'point', waypoint, place };
    }
    return best;
  };

  const lineAt = (state: PlannerState, pointer: MapPointer): Hit | null => {
    const place = placeOf(pointer.at);
    const reach = REACH.line[pointer.touch ? 'touch' : 'mouse'];
    const near = indexOf(state.whole).nearest(place, reach * metersPerPixel(map, place.lat));
    return near && { kind: 'line', near };
  };

  return {
    /** The waypoint, the place of the line or the ground below a pointer. */
    at: (state: PlannerState, pointer: MapPointer): Hit =>
      pointAt(state, pointer) ?? lineAt(state, pointer) ?? { kind: 'ground', place: placeOf(pointer.at) },
    /** The nearest place of the line, however far. */
    nearest: (state: PlannerState, place: Place) => indexOf(state.whole).nearest(place, 1e8),
  };
}
