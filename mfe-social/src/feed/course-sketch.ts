import { sketchPath } from '@waymark/streams';

export const SKETCH_WIDTH = 640;
export const SKETCH_HEIGHT = 300;
const MARGIN = 28;

export interface CourseSketch {
  path: string;
  start: readonly [x: string, y: string];
  end: readonly [x: string, y: string];
}

/** A course as a drawing, north up; null for what is no line. */
export function courseSketch(polyline: string): CourseSketch | null {
  const path = sketchPath(polyline, SKETCH_WIDTH, SKETCH_HEIGHT, MARGIN);
  if (!path) return null;
  const points = path.slice(1).split(/[LM]/);
  return { path, start: placeOf(points[0]), end: placeOf(points.at(-1)) };
}

function placeOf(point = ''): readonly [x: string, y: string] {
  const [x = '', y = ''] = point.split(' ');
  return [x, y];
}
