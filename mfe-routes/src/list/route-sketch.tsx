import { decodePolyline } from '@waymark/streams';
import { useMemo } from 'react';

interface SketchProps {
  /** The route's preview, precision 5. */
  polyline: string;
  width: number;
  height: number;
}

const STROKE = 2;

/** The course as a single line, north up. Decoration: the row says everything else in words. */
export function RouteSketch({ polyline, width, height }: SketchProps) {
  const path = useMemo(() => sketchPath(polyline, width, height), [polyline, width, height]);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="var(--wm-blaze)"
        strokeWidth={STROKE}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Longitudes that run on across the date line, so that a course there is one line. */
export function unwrapped(points: readonly (readonly [number, number])[]): [number, number][] {
  let turns = 0;
  let before = points[0]?.[0] ?? 0;
  return points.map(([lng, lat]) => {
    if (lng - before > 180) turns -= 360;
    else if (before - lng > 180) turns += 360;
    before = lng;
    return [lng + turns, lat];
  });
}

/** An SVG path of the polyline that fits a box. Empty for fewer than two points. */
export function sketchPath(polyline: string, width: number, height: number): string {
  const points = unwrapped(decodePolyline(polyline));
  if (points.length < 2) return '';
  const margin = STROKE;
  const shrink = Math.cos((points[0]![1] * Math.PI) / 180);
  const x = points.map(([lng]) => lng * shrink);
  const y = points.map(([, lat]) => -lat);
  const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
  const scale = Math.min(
    (width - 2 * margin) / (right - left || 1e-9),
    (height - 2 * margin) / (bottom - top || 1e-9),
  );
  const dx = (width - (right - left) * scale) / 2;
  const dy = (height - (bottom - top) * scale) / 2;
  const place = (i: number) =>
    `${((x[i]! - left) * scale + dx).toFixed(1)} ${((y[i]! - top) * scale + dy).toFixed(1)}`;
  return points.map((_, i) => `${i ? 'L' : 'M'}${place(i)}`).join('');
}
