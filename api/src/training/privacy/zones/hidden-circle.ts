import { createHmac } from 'node:crypto';
import { placeFrom } from '../redaction/sphere.ts';

/** How far the centre of the hidden circle may be from the member's, relative to the member's radius. */
export const MAX_SHIFT = 0.7;
const CELL_DECIMALS = 3;

interface Place {
  lat: number;
  lng: number;
  radius: number;
}

/**
 * The circle that is really hidden.
 *
 * Whoever sees where a few dozen tracks end can fit a circle to the ends, so the hidden circle is no secret and its
 * centre must not be the member's. It is moved by a random vector, even over a disc of 0.7 r, and its radius is
 * always 1.7 r: it covers the member's circle whatever the vector is, and the radius says nothing about how far it
 * was moved (with a radius of r + shift it would). All that a perfect fit yields is that the member's centre lies
 * somewhere in a disc of 0.7 r, every place in it as likely as the next.
 *
 * The vector is drawn from a key of the member's and the place, not anew each time: an edge that moved between two
 * looks would tell more with each look, and so would deleting a zone and adding it again. A nudge of the centre
 * within about a hundred metres keeps the vector; another radius takes one of its own, for two circles that share a
 * direction would have the member's centre on the line through theirs.
 */
export function hiddenCircle(key: Uint8Array, { lat, lng, radius }: Place): Place {
  const cell = `${lat.toFixed(CELL_DECIMALS)} ${lng.toFixed(CELL_DECIMALS)} ${radius}`;
  const random = createHmac('sha256', key).update(cell).digest();
  const fraction = (at: number) => random.readUIntBE(at, 6) / 2 ** 48;
  // The root spreads it evenly over the area: without it most centres would be near the member's.
  const shift = MAX_SHIFT * radius * Math.sqrt(fraction(0));
  return { ...placeFrom(lat, lng, fraction(6) * 2 * Math.PI, shift), radius: radius * (1 + MAX_SHIFT) };
}
