import { decodePolyline } from '@waymark/streams';
import { useMemo } from 'react';

interface TrackSketchProps {
  polyline: string;
  width: number;
  height: number;
  /** Thickness of the line in pixels. */
  stroke?: number;
  /** What it shows; without a label it is decoration. */
  label?: string;
}

/** The course of a workout as a single line, drawn from its preview. */
export function TrackSketch({ polyline, width, height, stroke = 2, label }: TrackSketchProps) {
  const path = useMemo(
    () => sketchPath(polyline, width, height, stroke + 1),
    [polyline, width, height, stroke],
  );
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        d={path}
        fill="none"
        stroke="var(--wm-blaze)"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** An SVG path of the polyline that fits a box, north up, with `margin` on each side. */
export function sketchPath(polyline: string, width: number, height: number, margin: number): string {
  const points = decodePolyline(polyline);
  if (points.length < 2) return '';
  const middle = points[0]![1];
  const shrink = Math.cos((middle * Math.PI) / 180);
  const x = points.map(([lng]) => lng * shrink);
  const y = points.map(([, lat]) => -lat);
  const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
  const scale = Math.min(
    (width - 2 * margin) / (right - left || 1e-9),
    (height - 2 * margin) / (bottom - top || 1e-9),
  );
  const dx = (width - (right - left) * scale) / 2;
  const dy = (height - (bottom - top) * scale) / 2;
  return x
    .map(
      (value, i) =>
        `${i ? 'L' : 'M'}${((value - left) * scale + dx).toFixed(1)} ${((y[i]! - top) * scale + dy).toFixed(1)}`,
    )
    .join('');
}
