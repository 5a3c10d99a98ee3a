import { stubLayout } from '@waymark/chart/testing';
import { makeSegment, type Plan, planLine, type PlanLine } from '@waymark/routes';

/** A course to the north from the equator with a point each 100 m. @param heights metres, one for each point, NaN for unknown */
export function north(heights: readonly number[]): PlanLine {
  return planLine(northPlan(heights));
}

export function northPlan(heights: readonly number[]): Plan {
  const degree = (Math.PI / 180) * 6_371_000;
  const line = Float64Array.from({ length: heights.length * 2 }, (_, i) =>
    i % 2 ? (((i - 1) / 2) * 100) / degree : 0,
  );
  return {
    start: { lat: 0, lng: 0 },
    segments: [makeSegment(line, 1, { elevation: Float64Array.from(heights) })],
  };
}

/** Up by five in a hundred to the middle, and down again. */
export const hill = (points = 101): number[] =>
  Array.from({ length: points }, (_, i) => 100 + 5 * Math.min(i, points - 1 - i));

/** jsdom has no canvas and no layout: every observed element gets this width. To be called before each test. */
export function standInDrawing(width: number): void {
  HTMLCanvasElement.prototype.getContext = () => null;
  stubLayout(width);
}
