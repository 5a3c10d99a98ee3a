import type { Leg, Segment } from '@waymark/routes';
import { takesMotorways } from './motorways.ts';

/** Legs that are remembered. */
const MOST = 500;

// Six decimals are ten centimetres: the precision of the router's answers.
const keyOf = ({ from, to, travelMode }: Leg) =>
  [
    travelMode === 3 && takesMotorways() ? 'motorways' : travelMode,
    ...[from.lat, from.lng, to.lat, to.lng].map((degrees) => degrees.toFixed(6)),
  ].join(' ');

/** The legs that were routed last, so that trying a mode or going back and forth asks nobody. */
export class LegCache {
  #legs = new Map<string, Segment>();

  get(leg: Leg): Segment | undefined {
    const key = keyOf(leg);
    const found = this.#legs.get(key);
    if (!found) return undefined;
    this.#legs.delete(key);
    this.#legs.set(key, found);
    return found;
  }

  set(leg: Leg, segment: Segment): void {
    const key = keyOf(leg);
    this.#legs.delete(key);
    this.#legs.set(key, segment);
    if (this.#legs.size > MOST) this.#legs.delete(this.#legs.keys().next().value!);
  }
}
