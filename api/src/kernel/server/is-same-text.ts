import { timingSafeEqual } from 'node:crypto';

/** Compares a secret without telling by the time it takes how much of it is right. */
export function isSameText(given: string, expected: string): boolean {
  // By bytes: texts of one length may have different numbers of them.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
