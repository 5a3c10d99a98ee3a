import type { FileFormat } from '../model/parsed-workout.ts';

/** What file systems refuse or read as something else: separators, wild cards, controls, marks that turn the text around. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
const LONGEST = 80;

/** '2026-05-01 Morning run.fit'. */
export function exportFileName(
  day: string,
  name: string,
  format: FileFormat | 'csv' | 'kml' | 'zwo',
): string {
  const fit = Array.from(name.normalize('NFC').replaceAll(UNFIT, ' ')).slice(0, LONGEST).join('');
  const words = fit
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.+$/, '');
  return `${[day, words].filter((part) => part !== '').join(' ')}.${format}`;
}

/** The header that has a browser save an answer under a name, also one that keeps to ASCII. */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, '_')
    .replaceAll('%', '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
