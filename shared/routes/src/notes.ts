import type { RouteNote } from './plan.ts';

const escape = (text: string) => text.replaceAll(/[\\~:]/g, String.raw`\$&`);
const unescape = (text: string) => text.replaceAll(/\\(.)/gs, '$1');

/** Splits at a mark that has no backslash before it. */
function splitAt(text: string, mark: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '\\' && i + 1 < text.length) part += char + text[++i]!;
    else if (char === mark) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part];
}

/**
 * Notes of a segment in the saved form: joined by '~', each as `instructions:lat:lng:distance`. The three marks
 * (and the backslash) inside instructions are written with a backslash before them.
 */
export const encodeNotes = (notes: readonly Omit<RouteNote, 'isCustomNote'>[]): string =>
  notes
    .map(({ instructions, lat, lng, distance }) => [escape(instructions), lat, lng, distance].join(':'))
    .join('~');

function decodeNote(text: string, isCustomNote: boolean): RouteNote | null {
  const parts = splitAt(text, ':');
  const [lat, lng, distance] = parts.slice(-3).map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (parts.length < 4 || ![lat, lng, distance].every(Number.isFinite)) return null;
  const instructions = unescape(parts.slice(0, -3).join(':'));
  return { instructions, lat: lat!, lng: lng!, distance: distance!, isCustomNote };
}

/** The notes of a saved point. What `findMalformedNote` finds is passed over. */
export function decodeNotes(text: string, isCustomNote = false): RouteNote[] {
  if (text === '') return [];
  return splitAt(text, '~').flatMap((part) => decodeNote(part, isCustomNote) ?? []);
}

/** The first part of a saved point's notes that has no `lat:lng:distance` at its end; undefined where all have. */
export const findMalformedNote = (text: string): string | undefined =>
  text === '' ? undefined : splitAt(text, '~').find((part) => decodeNote(part, false) === null);
