import type { Place, PlanLine } from './plan.ts';

/** Metres that a place may be nearer for each metre that it is further from the distance told, and at the most. */
const WORTH = 0.02;
const MOST_WORTH = 20;

/** A place on a line. */
export interface SpotOn extends Place {
  /** Metres from the line's start. */
  along: number;
  /** Metres between the place asked for and the line. */
  away: number;
  /** What it is chosen by: metres away, and some for being elsewhere than was told. */
  cost: number;
}

/**
 * The spot of a line that is nearest to a place. A line that comes by twice is met where it was told to be, about.
 * @param told metres along
 * @param first index of the point to begin at, and `last` of the one to end at
 */
export function spotOn(
  { line, along }: Pick<PlanLine, 'line' | 'along'>,
  { lat, lng }: Place,
  told: number,
  first = 0,
  last = along.length - 1,
): SpotOn {
  // Planar around the place, in metres.
  const high = 111_195;
  const wide = high * Math.cos((lat * Math.PI) / 180);
  const best: SpotOn = { lat, lng, along: told, away: Infinity, cost: Infinity };
  for (let i = first; i < last; i++) {
    const ax = (line[i * 2]! - lng) * wide;
    const ay = (line[i * 2 + 1]! - lat) * high;
    const vx = (line[i * 2 + 2]! - line[i * 2]!) * wide;
    const vy = (line[i * 2 + 3]! - line[i * 2 + 1]!) * high;
    const length = vx * vx + vy * vy;
    const part = length > 0 ? Math.min(1, Math.max(0, -(ax * vx + ay * vy) / length)) : 0;
    const away = Math.hypot(ax + part * vx, ay + part * vy);
    if (away >= best.cost) continue;
    const meters = along[i]! + part * (along[i + 1]! - along[i]!);
    const cost = away + Math.min(MOST_WORTH, WORTH * Math.abs(meters - told));
    if (cost >= best.cost) continue;
    best.cost = cost;
    best.away = away;
    best.along = meters;
    best.lat = line[i * 2 + 1]! + (part * vy) / high;
    best.lng = line[i * 2]! + (part * vx) / wide;
  }
  return best;
}
