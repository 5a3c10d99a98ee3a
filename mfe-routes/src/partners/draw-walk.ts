import type { PartnerLocation } from '@waymark/api-contract';
import type { MapView } from '@waymark/map';
import type { PlanLine, Segment } from '@waymark/routes';
import type { ProfileFocus } from '../profile/focus.ts';
import { placeAt } from './place-at.ts';

interface Walk {
  house: PartnerLocation;
  whole: PlanLine;
  way: Segment | null;
  focus: ProfileFocus;
}

/** Draws a route, the way to it and the door. @returns the function that takes all of it away */
export function drawWalk(map: MapView, { house, whole, way, focus }: Walk): () => void {
  const { line } = whole;
  map.setLines('walk', way ? [{ line: way.line, color: 'range', width: 4, dash: [2, 7] }] : []);
  map.setLines('route', [{ line, color: 'track', width: 4, arrows: true }]);
  map.setDots('route', [
    { at: [line[0]!, line[1]!], shape: 'dot', color: 'track', radius: 7 },
    { at: [house.lng, house.lat], shape: 'pin', color: 'range', text: house.name },
  ]);
  const mark = () => {
    const { cursor } = focus.get();
    const at = cursor === null ? null : placeAt(whole, cursor);
    map.setDots('cursor', at ? [{ at, shape: 'dot', color: 'range', radius: 8 }] : []);
  };
  mark();
  const end = focus.subscribe(mark);
  return () => {
    end();
    map.setLines('walk', []);
    map.setLines('route', []);
    map.setDots('route', []);
    map.setDots('cursor', []);
  };
}
