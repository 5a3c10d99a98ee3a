function push(out: string[], value: number): void {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  for (; rest >= 32; rest >>>= 5) out.push(String.fromCharCode((32 | (rest & 31)) + 63));
  out.push(String.fromCharCode(rest + 63));
}

/** An encoded polyline (Google's algorithm) with 6 decimals. @param line longitude and latitude in turns, degrees */
export function encodePolyline(line: Float64Array): string {
  const out: string[] = [];
  let lat = 0;
  let lng = 0;
  for (let i = 0; i < line.length; i += 2) {
    const nextLat = Math.round(line[i + 1]! * 1e6);
    const nextLng = Math.round(line[i]! * 1e6);
    push(out, nextLat - lat);
    push(out, nextLng - lng);
    lat = nextLat;
    lng = nextLng;
  }
  return out.join('');
}
