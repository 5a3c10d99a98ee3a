import type { PlanLine } from '@waymark/routes';

/** Where a course is after so many metres: longitude, latitude. */
export function placeAt({ line, along }: Pick<PlanLine, 'line' | 'along'>, meters: number): [number, number] {
  let low = 0;
  let high = along.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along[middle]! < meters) low = middle + 1;
    else high = middle;
  }
  return [line[low * 2]!, line[low * 2 + 1]!];
}
