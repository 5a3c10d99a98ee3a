/** A winding course of so many points around the demo town: 100,000 of them are as long as a day's ride. */
export function course(points: number): Float64Array {
  const line = new Float64Array(points * 2);
  let [lng, lat, heading] = [-150, 0.5, 0];
  const step = 0.9 / points;
  for (let i = 0; i < points; i++) {
    heading += Math.sin(i * 0.013) * 0.09 + Math.sin(i * 0.71) * 0.35 + Math.sin(i * 0.00021) * 0.004;
    lng += Math.cos(heading) * step;
    lat += Math.sin(heading) * step;
    line[2 * i] = lng;
    line[2 * i + 1] = lat;
  }
  return line;
}
