export type ImageKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic';

const HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const AVIF = new Set(['avif', 'avis']);

/** Four letters of an ISO base media file, its own brand first and then those it is compatible with. */
function brands(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length - (head.length % 4));
  const found = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(head.toString('latin1', at, at + 4));
  return found;
}

/** What a file is by its first bytes; names and declared types can say anything. Null for everything we take no pictures from. */
export function imageKind(head: Buffer): ImageKind | null {
  if (head.length < 12) return null;
  if (head.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a/.test(head.toString('latin1', 0, 6))) return 'gif';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const found = brands(head);
  if (found.some((brand) => AVIF.has(brand))) return 'avif';
  return found.some((brand) => HEIC.has(brand)) ? 'heic' : null;
}

/** A small file may hold a huge picture: so many pixels are decoded at most, in about 300 MB of memory. */
export const MAX_PIXELS = 64_000_000;

/** Pixels of the longer side. */
export const SIDES = { small: 320, medium: 1024, large: 2048 } as const;
export type ImageSize = keyof typeof SIDES;
export const IMAGE_SIZES = Object.keys(SIDES) as ImageSize[];
