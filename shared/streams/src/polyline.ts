/**
 * Decodes an encoded polyline (Google's algorithm) into `[lng, lat]` pairs.
 * @param precision decimals: 5 for previews, 6 for routing
 */
export function decodePolyline(text: string, precision = 5): [number, number][] {
  const factor = 10 ** precision;
  const points: [number, number][] = [];
  let at = 0;
  let lat = 0;
  let lng = 0;
  const next = () => {
    let shift = 0;
    let value = 0;
    let byte: number;
    do {
      byte = text.charCodeAt(at++) - 63;
      value |= (byte & 31) << shift;
      shift += 5;
    } while (byte >= 32 && at <= text.length);
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (at < text.length) {
    lat += next();
    lng += next();
    points.push([lng / factor, lat / factor]);
  }
  return points;
}

/**
 * Stands in a preview where nothing was recorded between two points: no move, in a longer form than encoders write. Other
 * decoders read it as the same point again.
 */
export const PREVIEW_BREAK = '_?_?';

/** Decodes a preview: `[lng, lat]` pairs, and the points before which no line leads, in rising order. */
export function decodePreview(text: string): { points: [number, number][]; breaks: number[] } {
  let at = 0;
  const breaks = text
    .split(PREVIEW_BREAK)
    .slice(0, -1)
    // The last character of each number is below the others.
    .map((piece) => (at += piece.replaceAll(/[_-~]/g, '').length / 2));
  return { points: decodePolyline(text.replaceAll(PREVIEW_BREAK, '')), breaks };
}

/** An SVG path of the preview that fits a box, north up, with `margin` on each side. */
export function sketchPath(polyline: string, width: number, height: number, margin: number): string {
  const { points, breaks } = decodePreview(polyline);
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
        `${i > 0 && !breaks.includes(i) ? 'L' : 'M'}${((value - left) * scale + dx).toFixed(1)} ${((y[i]! - top) * scale + dy).toFixed(1)}`,
    )
    .join('');
}
