import { haversine } from '@waymark/units';
import type { Place, PlanLine } from './plan.ts';

/** Points of one box: few enough to look at each, many enough that there are not many boxes. */
const BOX = 64;

export interface Nearest extends Place {
  /** Index of the point before, and the share of the way to the next one. */
  index: number;
  part: number;
  /** Segment of the course. */
  segment: number;
  /** Metres between the place asked for and the line. */
  away: number;
  /** Metres from the start of the course. */
  along: number;
  /** What it is chosen by: metres away, and some for being elsewhere than it is told to be. */
  cost: number;
}

/** Finds places on a course of any length in the time of a pointer move. */
export interface LineIndex {
  /**
   * @param within metres; nothing further away is found
   * @param told metres along, where it is about: a line that comes by twice is met there
   */
  nearest(place: Place, within: number, told?: number): Nearest | null;
}

/** Metres that a place may be nearer for each metre that it is further from where it is told, and at the most. */
const WORTH = 0.02;
const MOST_WORTH = 30;
const METERS_PER_DEGREE = 111_195;

/** Boxes around each 64 points of a course, so that a search looks at few of them. */
export function lineIndex({ line, along, starts }: PlanLine): LineIndex {
  const n = along.length;
  const boxes = new Float64Array(Math.ceil(Math.max(0, n - 1) / BOX) * 4);
  for (let box = 0; box * BOX < n - 1; box++) {
    const at = box * 4;
    boxes[at] = boxes[at + 1] = Infinity;
    boxes[at + 2] = boxes[at + 3] = -Infinity;
    const end = Math.min(n - 1, (box + 1) * BOX);
    for (let i = box * BOX; i <= end; i++) {
      const lng = line[i * 2]!;
      const lat = line[i * 2 + 1]!;
      if (lng < boxes[at]) boxes[at] = lng;
      if (lat < boxes[at + 1]!) boxes[at + 1] = lat;
      if (lng > boxes[at + 2]!) boxes[at + 2] = lng;
      if (lat > boxes[at + 3]!) boxes[at + 3] = lat;
    }
  }
  const alongAt = (i: number, part: number) => along[i]! + part * (along[i + 1]! - along[i]!);
  return {
    nearest({ lat, lng }, within, told) {
      // Planar around the place: degrees of longitude shrink with the latitude.
      const shrink = Math.cos((lat * Math.PI) / 180);
      let best = within;
      let index = -1;
      let part = 0;
      for (let box = 0; box * 4 < boxes.length; box++) {
        const dx = Math.max(0, boxes[box * 4]! - lng, lng - boxes[box * 4 + 2]!) * shrink;
        const dy = Math.max(0, boxes[box * 4 + 1]! - lat, lat - boxes[box * 4 + 3]!);
        if (Math.sqrt(dx * dx + dy * dy) * METERS_PER_DEGREE > best) continue;
        for (let i = box * BOX; i < Math.min(n - 1, (box + 1) * BOX); i++) {
          const ax = (line[i * 2]! - lng) * shrink;
          const ay = line[i * 2 + 1]! - lat;
          const vx = (line[i * 2 + 2]! - line[i * 2]!) * shrink;
          const vy = line[i * 2 + 3]! - line[i * 2 + 1]!;
          const length = vx * vx + vy * vy;
          const t = length > 0 ? Math.min(1, Math.max(0, -(ax * vx + ay * vy) / length)) : 0;
          let cost = Math.sqrt((ax + t * vx) ** 2 + (ay + t * vy) ** 2) * METERS_PER_DEGREE;
          if (cost > best) continue;
          if (told !== undefined) cost += Math.min(MOST_WORTH, WORTH * Math.abs(alongAt(i, t) - told));
          if (cost > best) continue;
          best = cost;
          index = i;
          part = t;
        }
      }
      if (index < 0) return null;
      const place = {
        lng: line[index * 2]! + part * (line[index * 2 + 2]! - line[index * 2]!),
        lat: line[index * 2 + 1]! + part * (line[index * 2 + 3]! - line[index * 2 + 1]!),
      };
      return {
        ...place,
        index,
        part,
        segment: segmentOf(starts, index),
        away: haversine(lat, lng, place.lat, place.lng),
        along: alongAt(index, part),
        cost: best,
      };
    },
  };
}

function segmentOf(starts: Uint32Array, index: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
