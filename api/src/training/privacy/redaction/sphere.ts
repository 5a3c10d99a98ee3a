/** Mean radius of the earth in metres. */
const EARTH = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** A place as a unit vector: no trouble at the poles and at the date line. */
export type Vector = readonly [x: number, y: number, z: number];

/** A circle on the ground: degrees and metres, and what a test of a point needs. */
export interface Circle {
  lat: number;
  lng: number;
  radius: number;
  centre: Vector;
  /** Square of the straight line from the centre to the edge, through the unit sphere. */
  reach: number;
  /** Sine of the angle from the centre to the edge. */
  sine: number;
}

export function vectorOf(lat: number, lng: number): Vector {
  const flat = Math.cos(lat * RADIANS);
  return [flat * Math.cos(lng * RADIANS), flat * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}

export function circleOf({ lat, lng, radius }: Pick<Circle, 'lat' | 'lng' | 'radius'>): Circle {
  return {
    lat,
    lng,
    radius,
    centre: vectorOf(lat, lng),
    reach: (2 * Math.sin(radius / (2 * EARTH))) ** 2,
    sine: Math.sin(radius / EARTH),
  };
}

/** The edge belongs to the circle. */
export function isInside({ centre: [x, y, z], reach }: Circle, [px, py, pz]: Vector): boolean {
  const dx = px - x;
  const dy = py - y;
  const dz = pz - z;
  return dx * dx + dy * dy + dz * dz <= reach;
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The way between two places outside the circle leads through it. */
export function passesThrough(circle: Circle, from: Vector, to: Vector): boolean {
  const normal = cross(from, to);
  const long = Math.hypot(normal[0], normal[1], normal[2]);
  // The same place twice, or opposite ones: no way between them is the way.
  if (long < 1e-15) return false;
  const away = dot(circle.centre, normal) / long;
  if (Math.abs(away) > circle.sine) return false;
  // The point of the great circle that is nearest to the centre has to lie between the two.
  const side = cross(normal, circle.centre);
  return dot(side, from) <= 0 && dot(side, to) >= 0;
}

/** Metres between two places. */
export function metersBetween(a: Vector, b: Vector): number {
  return 2 * EARTH * Math.asin(Math.min(1, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / 2));
}

/** The place `meters` from another one, `bearing` radians from north. */
export function placeFrom(lat: number, lng: number, bearing: number, meters: number) {
  const angle = meters / EARTH;
  const sine =
    Math.sin(lat * RADIANS) * Math.cos(angle) + Math.cos(lat * RADIANS) * Math.sin(angle) * Math.cos(bearing);
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat * RADIANS),
    Math.cos(angle) - Math.sin(lat * RADIANS) * sine,
  );
  const far = lng + turn / RADIANS;
  return { lat: Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS, lng: ((far + 540) % 360) - 180 };
}
