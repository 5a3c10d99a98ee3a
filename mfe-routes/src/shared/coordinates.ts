import type { Place } from '@waymark/routes';

/** Nobody writes a place with more characters. */
const LONGEST = 100;
const NUMBER = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
/** Degrees, with minutes and seconds if there are any, marked or only set apart. */
const ANGLE = new RegExp(
  String.raw`^${NUMBER}\s*(?:(?:°|º|deg|d)\s*)?(?:${NUMBER}\s*(?:(?:['’′]|m(?:in)?)\s*)?(?:${NUMBER}\s*(?:["”″]|''|s(?:ec)?)?)?)?$`,
  'i',
);
const BEFORE = /^([NSEW])([^NSEW]+)([NSEW])([^NSEW]+)$/i;
const BEHIND = /^([^NSEW]+)([NSEW])([^NSEW]+)([NSEW])$/i;
/** Signed degrees with a degree sign each. */
// unchecked expression: blanks can be divided in several ways; the text has at most LONGEST characters.
const MARKED = /^([-+]?[^-+°º]+[°º][^-+°º]*?)[\s,;]+([-+]?\d[^-+°º]*[°º].*)$/;
const DECIMAL = /^([-+]?\d{1,3}(?:\.\d+)?)(?:\s*[,;]\s*|\s+)([-+]?\d{1,3}(?:\.\d+)?)$/;
const WITH_COMMA = /^([-+]?\d{1,3},\d+)(?:\s*;\s*|\s+)([-+]?\d{1,3},\d+)$/;

const numberOf = (text: string | undefined) => Number((text ?? '0').replace(',', '.'));

function angle(text: string): number | null {
  const bare = text.replaceAll(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '');
  const sign = bare.startsWith('-') ? -1 : 1;
  const found = ANGLE.exec(bare.replace(/^[-+]\s*/, ''));
  if (!found) return null;
  const [degrees, minutes, seconds] = found.slice(1).map(numberOf) as [number, number, number];
  return minutes < 60 && seconds < 60 ? sign * (degrees + minutes / 60 + seconds / 3600) : null;
}

type Turned = [letter: string, angle: number | null];

/** Both angles with their letters; null for a text without letters. */
function lettered(text: string): [Turned, Turned] | null {
  const before = BEFORE.exec(text);
  if (before) {
    const [, a, x, b, y] = before as unknown as [string, string, string, string, string];
    return [
      [a.toUpperCase(), angle(x)],
      [b.toUpperCase(), angle(y)],
    ];
  }
  const behind = BEHIND.exec(text);
  if (!behind) return null;
  const [, x, a, y, b] = behind as unknown as [string, string, string, string, string];
  return [
    [a.toUpperCase(), angle(x)],
    [b.toUpperCase(), angle(y)],
  ];
}

function ofLetters([first, second]: [Turned, Turned]): [lat: number, lng: number] | null {
  const [[a, x], [b, y]] = 'EW'.includes(first[0]) ? [second, first] : [first, second];
  if (!'NS'.includes(a) || !'EW'.includes(b) || x === null || y === null || x < 0 || y < 0) return null;
  return [a === 'S' ? -x : x, b === 'W' ? -y : y];
}

function pairOf(text: string): [lat: number, lng: number] | null {
  const letters = lettered(text);
  if (letters) return ofLetters(letters);
  const found = DECIMAL.exec(text) ?? WITH_COMMA.exec(text) ?? MARKED.exec(text);
  if (!found) return null;
  const [lat, lng] = [angle(found[1]!), angle(found[2]!)];
  return lat === null || lng === null ? null : [lat, lng];
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/**
 * A place typed as coordinates: `12.34, -56.78`, `12.34 N 56.78 W`, `12°20.4'N 56°46.8'W`, `12 20 24 S, 56 46 48 E`.
 * @returns 'nowhere' for numbers that are no place on earth, null for a text of another kind
 */
export function readCoordinates(text: string): Place | 'nowhere' | null {
  const plain = text
    .trim()
    .replace(/^geo:/i, '')
    .replaceAll('−', '-')
    .replaceAll(/^\(|\)$/g, '')
    .trim();
  const pair = plain.length > LONGEST ? null : pairOf(plain);
  if (!pair) return null;
  const [lat, lng] = pair;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return 'nowhere';
  return { lat: rounded(lat), lng: rounded(lng) };
}

/** A place as two numbers: to a metre, or as exact as there is room for. */
export const placeText = ({ lat, lng }: Place, digits = 5): string =>
  `${lat.toFixed(digits)}, ${lng.toFixed(digits)}`;
