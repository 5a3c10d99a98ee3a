import type { Place, PlanLine } from './plan.ts';

const SPACINGS = [1, 2, 5, 10, 25] as const;
export type MarkerSpacing = (typeof SPACINGS)[number];
/** More than so many markers hide the line. */
const MOST = 20;

/** Units (kilometres or miles) between two markers of a course: the closest of 1, 2, 5, 10, 25 that gives at most 20; 25 beyond. */
export const markerSpacing = (units: number): MarkerSpacing =>
  SPACINGS.find((spacing) => units / spacing <= MOST) ?? 25;

export interface DistanceMarker extends Place {
  /** In units. */
  label: number;
}

/** The markers along a course. @param unit metres of one unit */
export function distanceMarkers(
  { line, along }: Pick<PlanLine, 'line' | 'along'>,
  unit: number,
): DistanceMarker[] {
  const total = along.at(-1) ?? 0;
  const step = markerSpacing(total / unit);
  const markers: DistanceMarker[] = [];
  let i = 1;
  for (let label = step; label * unit <= total; label += step) {
    const goal = label * unit;
    while (i < along.length - 1 && along[i]! < goal) i++;
    const part = along[i]! > along[i - 1]! ? (goal - along[i - 1]!) / (along[i]! - along[i - 1]!) : 0;
    const between = (a: number, b: number) => a + part * (b - a);
    const from = line[i * 2 - 2]!;
    // The short way round where a line crosses the date line.
    const to = line[i * 2]! + (line[i * 2]! - from > 180 ? -360 : line[i * 2]! - from < -180 ? 360 : 0);
    const lng = between(from, to);
    markers.push({
      lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
      lat: between(line[i * 2 - 1]!, line[i * 2 + 1]!),
      label,
    });
  }
  return markers;
}
