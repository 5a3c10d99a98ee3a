import { parseNumber } from '@waymark/units';
import type { Axis } from './axis.ts';

/** Reads '1:02:30', '12:30' or '45' as seconds, '2.5' as kilometres or miles; null when it is neither. */
export function readPlace(text: string, axis: Pick<Axis, 'kind'>): number | null {
  const plain = text.trim();
  if (axis.kind === 'distance') {
    const value = parseNumber(plain.replace(/(?<![a-z])[a-z]+$/i, ''));
    return value !== null && value >= 0 ? value : null;
  }
  if (!/^\d+(:[0-5]?\d){0,2}$/.test(plain)) return null;
  return plain.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
