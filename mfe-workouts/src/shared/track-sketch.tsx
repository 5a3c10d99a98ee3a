import { sketchPath } from '@waymark/streams';
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
