import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const START = 'wm_pat_';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^wm_pat_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

const base62 = (value: number): string => {
  let text = '';
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62)) text = LETTERS[rest % 62]! + text;
  return text;
};

/** A new token: a start that secret scanners know, 178 random bits, and a checksum against typing errors. */
export function newTokenText(): string {
  const secret = Array.from({ length: 30 }, () => LETTERS[randomInt(62)]).join('');
  return `${START}${secret}${base62(crc32(secret))}`;
}

/** Whether a text is a token, without a look into the database. */
export function isTokenText(text: string): boolean {
  const [, secret, checksum] = FORM.exec(text) ?? [];
  return secret !== undefined && base62(crc32(secret)) === checksum;
}

export const hashToken = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What lists show of a token. */
export const prefixOf = (text: string): string => text.slice(0, START.length + 4);
