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
