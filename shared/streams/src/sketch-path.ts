import { decodePolyline } from './polyline.ts';

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
