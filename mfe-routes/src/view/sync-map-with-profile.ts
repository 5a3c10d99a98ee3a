import type { LngLat, MapView } from '@waymark/map';
import { lineIndex, type Place, type PlanLine } from '@waymark/routes';
import { drawRoute, routeCursor } from '../map/draw-route.ts';
import { coursePositionAt } from '../planner/notes/note-position.ts';
import type { ProfileFocus, Range } from '../profile/profile-focus.ts';

/** A pointer this near to the course is on it. */
const HOVER_PIXELS = 24;
const EQUATOR = 40_075_017;

interface Tied {
  whole: PlanLine;
  waypoints: readonly Place[];
  /** Metres between two distance markers' labels of 1. */
  unit: number;
  focus: ProfileFocus;
}

/** Draws a course on a map and syncs it with the profile: the cursor both ways, the selected part onto the map. */
export function syncMapWithProfile(map: MapView, { whole, waypoints, unit, focus }: Tied): () => void {
  const remove = drawRoute(map, { whole, waypoints, unit, arrows: true });
  const dot = routeCursor(map);
  const index = lineIndex(whole);
  let shown: Range | null = null;
  const follow = () => {
    const { cursor, range } = focus.get();
    const spot = cursor === null ? null : coursePositionAt(whole, cursor);
    dot.moveTo(spot && [spot.place.lng, spot.place.lat]);
    if (range === shown) return;
    shown = range;
    map.setLines('range', range ? [{ line: partOf(whole, range), color: 'range', width: 6 }] : []);
  };
  const end = focus.subscribe(follow);
  const endHover = map.on('hover', (pointer) => {
    const within = pointer ? HOVER_PIXELS * metresOfPixel(map, pointer.at) : 0;
    const near = pointer && index.nearest({ lng: pointer.at[0], lat: pointer.at[1] }, within);
    focus.setCursor(near ? near.along : null);
  });
  follow();
  return () => {
    endHover();
    end();
    dot.remove();
    map.setLines('range', []);
    remove();
  };
}

/** On tiles of 512 pixels. */
const metresOfPixel = (map: MapView, [, lat]: LngLat): number =>
  (EQUATOR * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** map.zoomLevel());

/** The line of a part of a course, in metres from its start. */
function partOf(whole: PlanLine, { from, to }: Range): Float64Array {
  const { along, line } = whole;
  const [first, last] = [coursePositionAt(whole, from), coursePositionAt(whole, to)];
  if (!first || !last) return new Float64Array();
  let low = 0;
  while (low < along.length && along[low]! <= from) low++;
  let high = low;
  while (high < along.length && along[high]! < to) high++;
  const part = new Float64Array((high - low + 2) * 2);
  part.set([first.place.lng, first.place.lat]);
  part.set(line.subarray(low * 2, high * 2), 2);
  part.set([last.place.lng, last.place.lat], part.length - 2);
  return part;
}
