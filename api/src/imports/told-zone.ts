import type { ToldFigures } from '../files/told.ts';
import { zoneWithOffset } from '../files/zone-offset.ts';

/** Where the figures' clock stood: by the place, else by its offset, else the member's own zone. */
export function zoneOfTold({ zone, offset, start }: ToldFigures, own: string): string {
  if (zone) return zone;
  return offset === null || offset === undefined ? own : zoneWithOffset(offset, new Date(start), own);
}
