import { courseClimb, type Plan, planLine, type PlanLine } from '@waymark/routes';
import { createPreview } from '../../../recordings/streams/preview.ts';
import { invalid } from '../../../kernel/server/errors.ts';

/** Metres between two places whose heights are asked for, and the most that are. */
const STEP = 30;
const MAX_HEIGHTS = 2000;

/** What the points of a route come to. Metres, degrees. */
export interface Course {
  distance: number;
  climb: Climb;
  /** Where to ask for heights, latitude and longitude in turns; null when the points tell them. */
  placesWithoutHeight: Float64Array | null;
  start: { lat: number; lng: number };
  polyline: string;
  bounds: number[];
}

export interface Climb {
  ascent: number | null;
  descent: number | null;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Metres up and down along heights; null without two of them. @param along metres from the start, one for each height */
export function climbOf(elevation: ArrayLike<number | null> | null, along: ArrayLike<number>): Climb {
  const climbed = courseClimb({ along, elevation });
  if (!climbed) return { ascent: null, descent: null };
  return { ascent: tenth(climbed.ascent.at(-1)!), descent: tenth(climbed.descent.at(-1)!) };
}

/** Places at even steps along a course. */
function placesAlong({ line, along }: PlanLine): Float64Array {
  const length = along.at(-1)!;
  const steps = Math.max(1, Math.min(MAX_HEIGHTS - 1, Math.ceil(length / STEP)));
  const places = new Float64Array((steps + 1) * 2);
  let i = 0;
  for (let step = 0; step <= steps; step++) {
    const at = (length * step) / steps;
    while (i < along.length - 2 && along[i + 1]! < at) i++;
    const span = along[i + 1]! - along[i]!;
    const part = span > 0 ? Math.min(1, (at - along[i]!) / span) : 0;
    const east = line[i * 2 + 2]! - line[i * 2]!;
    // Across the date line the short way round.
    const lng = line[i * 2]! + part * (east - Math.round(east / 360) * 360);
    places.set(
      [line[i * 2 + 1]! + part * (line[i * 2 + 3]! - line[i * 2 + 1]!), lng - Math.round(lng / 360) * 360],
      step * 2,
    );
  }
  return places;
}

/** Measures a course. @throws ApiProblem when notes leave fewer than two points */
export function measurePlan(plan: Plan): Course {
  const whole = planLine(plan);
  const { line, along, elevation } = whole;
  if (along.length < 2) throw invalid({ points: ['A route needs at least two points.'] });
  const n = along.length;
  const lat = new Int32Array(n);
  const lng = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    lng[i] = Math.round(line[i * 2]! * 1e7);
    lat[i] = Math.round(line[i * 2 + 1]! * 1e7);
  }
  const { polyline, bounds } = createPreview({ n, columns: { lat, lng } });
  const climbed = climbOf(elevation, along);
  return {
    distance: tenth(along.at(-1)!),
    climb: climbed,
    placesWithoutHeight: climbed.ascent === null ? placesAlong(whole) : null,
    start: { lng: line[0]!, lat: line[1]! },
    polyline: polyline!,
    bounds: bounds!.map((degrees) => Math.round(degrees * 1e5) / 1e5),
  };
}
