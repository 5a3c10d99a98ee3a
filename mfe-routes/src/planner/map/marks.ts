import type { MapView } from '@waymark/map';
import type { Place, PlanLine } from '@waymark/routes';
import { lngLatOf } from './ground.ts';

/** The place of a course at a distance from its start; null on an empty one. */
export function placeAlong({ line, along }: PlanLine, meters: number): Place | null {
  if (along.length === 0) return null;
  let low = 0;
  let high = along.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along[middle]! < meters) low = middle + 1;
    else high = middle;
  }
  const i = Math.max(1, low);
  if (along.length === 1) return { lng: line[0]!, lat: line[1]! };
  const span = along[i]! - along[i - 1]!;
  const part = span > 0 ? Math.max(0, Math.min(1, (meters - along[i - 1]!) / span)) : 0;
  const east = line[i * 2]! - line[i * 2 - 2]!;
  return {
    lng: line[i * 2 - 2]! + part * (east - 360 * Math.round(east / 360)),
    lat: line[i * 2 - 1]! + part * (line[i * 2 + 1]! - line[i * 2 - 1]!),
  };
}

function mark(part: string, size: number, style: string): HTMLElement {
  const element = document.createElement('div');
  element.dataset['part'] = part;
  element.style.cssText = `width:${size}px;height:${size}px;box-sizing:border-box;border-radius:50%;pointer-events:none;${style}`;
  element.hidden = true;
  return element;
}

/** What moves over the map without it being drawn anew: the point to drag, and the cursor that the profile shares. */
export function createMarks(map: MapView) {
  const handle = mark('handle', 18, 'background:var(--wm-paper);border:4px solid var(--wm-blaze)');
  const cursor = mark('cursor', 16, 'background:var(--wm-sky);border:2px solid var(--wm-paper)');
  return {
    handle: (place: Place | null) => map.follow(handle, place && lngLatOf(place)),
    cursor: (place: Place | null) => map.follow(cursor, place && lngLatOf(place)),
    remove() {
      for (const element of [handle, cursor]) {
        map.follow(element, null);
        element.remove();
      }
    },
  };
}
