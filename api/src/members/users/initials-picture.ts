import { createHash } from 'node:crypto';

/** Ground colours that white letters stand out on by at least 4.5 : 1, in light and dark pages. */
const GROUNDS = ['#8A3A1C', '#2F6B4F', '#1F5F92', '#6B4A86', '#7A5310', '#3D5A63', '#8C2F4B', '#4A5B1E'];

/** A picture for members without one: initials on a colour that stays theirs. */
export function initialsPicture(username: string, name: string): string {
  const ground = GROUNDS[(createHash('sha256').update(username).digest()[0] ?? 0) % GROUNDS.length];
  const letters = initialsOf(name || username);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${ground}"/><text x="48" y="50" fill="#fff" font-family="Barlow Condensed, Roboto Condensed, Arial Narrow, sans-serif" font-size="40" font-weight="600" text-anchor="middle" dominant-baseline="central">${escape(letters)}</text></svg>`;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return chosen
    .map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase();
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
