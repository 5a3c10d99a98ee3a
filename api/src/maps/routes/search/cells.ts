/** Squares of a tenth of a degree, counted from the south pole and the date line: 1801 rows of 3600. */
const PER_DEGREE = 10;
const COLUMNS = 360 * PER_DEGREE;
const ROWS = 180 * PER_DEGREE;
/** Metres; that of `haversine`. */
const EARTH = 6_371_000;

const rowOf = (lat: number): number => Math.min(ROWS, Math.max(0, Math.floor((lat + 90) * PER_DEGREE)));
const columnOf = (lng: number): number => Math.min(COLUMNS - 1, Math.floor((lng + 180) * PER_DEGREE));

/** The square that a place lies in. 180 degrees east is the same line as 180 west. */
export const cellOf = (lat: number, lng: number): number =>
  rowOf(lat) * COLUMNS + (lng >= 180 ? 0 : columnOf(lng));

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A place as a point of the unit sphere: two of them multiplied give the cosine of the angle between. */
export function onSphere(lat: number, lng: number): [x: number, y: number, z: number] {
  const [phi, lambda] = [radians(lat), radians(lng)];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Places no farther apart than so many metres have at least this product. */
export const leastProduct = (meters: number): number => Math.cos(meters / EARTH);

/** The middle of a square, as a point of the unit sphere. */
export const middleOf = (cell: number): [x: number, y: number, z: number] =>
  onSphere(
    Math.min(90, (Math.floor(cell / COLUMNS) + 0.5) / PER_DEGREE - 90),
    ((cell % COLUMNS) + 0.5) / PER_DEGREE - 180,
  );

/** A whole side, though no corner is farther from the middle than three quarters of it. */
const SIDE = radians(1 / PER_DEGREE);

/** Of squares within or around so many metres: the products of their middles that leave no route to be looked at. */
export const wholeSquares = (meters: number): { allInside: number; allOutside: number } => ({
  allInside: meters / EARTH > SIDE ? Math.cos(meters / EARTH - SIDE) : Number.POSITIVE_INFINITY,
  allOutside: meters / EARTH + SIDE < Math.PI ? Math.cos(meters / EARTH + SIDE) : Number.NEGATIVE_INFINITY,
});

/** More than rounding takes away. */
const SLACK = 1e-6;

/** Runs of squares that hold every place within so many metres, for one look-up each. No square is in two. */
export function cellsWithin(lat: number, lng: number, meters: number): { from: number[]; to: number[] } {
  const angle = meters / EARTH;
  const degrees = (angle * 180) / Math.PI + SLACK;
  // The meridians that a circle touches; around a pole it touches all.
  const touched = Math.sin(angle) / Math.cos(radians(lat));
  const half = Math.abs(lat) + degrees >= 90 ? 180 : (Math.asin(Math.min(1, touched)) * 180) / Math.PI;
  const spans = spansOf(lng - half - SLACK, lng + half + SLACK);
  const from: number[] = [];
  const to: number[] = [];
  for (let row = rowOf(lat - degrees); row <= rowOf(lat + degrees); row++) {
    for (const [first, last] of spans) {
      from.push(row * COLUMNS + first);
      to.push(row * COLUMNS + last);
    }
  }
  return { from, to };
}

/** Columns between two longitudes; across the date line in two pieces. */
function spansOf(west: number, east: number): [first: number, last: number][] {
  const first = Math.floor((west + 180) * PER_DEGREE);
  const last = Math.floor((east + 180) * PER_DEGREE);
  if (last - first + 1 >= COLUMNS) return [[0, COLUMNS - 1]];
  if (first < 0)
    return [
      [first + COLUMNS, COLUMNS - 1],
      [0, last],
    ];
  if (last >= COLUMNS)
    return [
      [first, COLUMNS - 1],
      [0, last - COLUMNS],
    ];
  return [[first, last]];
}
