import { cleanName, cleanText } from '@waymark/api-contract/clean-text';

/** Longest names and notes, in characters. */
export const NAME_LENGTH = 200;
export const NOTES_LENGTH = 10_000;

/** Why a lap ended, in one word. */
export const TRIGGER_LENGTH = 40;

const FIRST_HALF = /[\uD800-\uDBFF]$/;
const SECOND_HALF = /^[\uDC00-\uDFFF]/;

/** The beginning of a text. A character that is cut in two, such as an emoji, goes as a whole. */
export const truncate = (text: string, length: number): string =>
  text.length > length ? text.slice(0, length).replace(FIRST_HALF, '') : text;

/** The end of a text, cut in the same way. */
export const truncateStart = (text: string, length: number): string =>
  text.length > length ? text.slice(-length).replace(SECOND_HALF, '') : text;

/** A text of a file as members may write it: files hold controls, halves of a character, and what turns directions. */
export const toStorableText = (text: string, length: number): string => truncate(cleanText(text), length);

/** The same for a name, which is one line. */
export const toStorableName = (text: string, length: number): string => truncate(cleanName(text), length);

/** The last part of what the browser sends as name, without characters that no list can show. */
export const toFileName = (name: string | undefined): string =>
  truncateStart((name ?? '').split(/[/\\]/u).at(-1)!.replaceAll(/\p{C}/gu, '').trim(), NAME_LENGTH) || 'file';
