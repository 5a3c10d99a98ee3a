import { invalid } from '../../kernel/server/errors.ts';
import type { Spot } from './places.ts';

const NUMBER = String.raw`\d{1,3}(?:\.\d+)?`;
/** Degrees, with minutes and seconds if there are any, and a letter before or behind. */
const ANGLE = String.raw`(?:([NSEW])\s*)?([-+−]?)(${NUMBER})\s*(?:(?:°|º|d\b)\s*)?(?:(${NUMBER})\s*['’′]\s*)?(?:(${NUMBER})\s*(?:["”″]|'')\s*)?(?:([NSEW])\s*)?`;
const PAIR = new RegExp(String.raw`^\s*(?:\(\s*)?${ANGLE}(?:[,;]\s*|(?<=\s))${ANGLE}(?:\)\s*)?$`, 'i');
const PARTS = 6;

interface Angle {
  degrees: number;
  /** N, S, E, W or empty. */
  letter: string;
}

function angleOf([before, sign, degrees, minutes, seconds, behind]: (string | undefined)[]): Angle | null {
  if (before && behind) return null;
  const letter = (before ?? behind ?? '').toUpperCase();
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  if (m >= 60 || s >= 60 || (sign && letter)) return null;
  const value = Number(degrees) + m / 60 + s / 3600;
  const negative = sign === '-' || sign === '−' || letter === 'S' || letter === 'W';
  return { degrees: negative ? -value : value, letter };
}

/**
 * A place typed as coordinates: `48.1, 11.5`, `48.1 N 11.5 E`, `48°8′N 11°30′E`, `11.5E 48.1N`.
 * @returns null for a text of another kind
 * @throws ApiProblem 400 when the numbers are no place on earth
 */
export function readCoordinates(text: string): Spot | null {
  const found = PAIR.exec(text);
  if (!found) return null;
  let first = angleOf(found.slice(1, 1 + PARTS));
  let second = angleOf(found.slice(1 + PARTS));
  if (!first || !second) return null;
  if (/[EW]/.test(first.letter) || /[NS]/.test(second.letter)) [first, second] = [second, first];
  if (/[EW]/.test(first.letter) || /[NS]/.test(second.letter)) return null;
  if (Math.abs(first.degrees) > 90 || Math.abs(second.degrees) > 180)
    throw invalid({
      q: [
        'These coordinates are no place on earth: latitude is between -90 and 90, longitude between -180 and 180.',
      ],
    });
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
  return { lat: rounded(first.degrees), lng: rounded(second.degrees) };
}
