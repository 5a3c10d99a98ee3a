import { DEFAULT_LOCALE } from './numbers.ts';

const UNITS = [
  [1e3, 'kilobyte'],
  [1e6, 'megabyte'],
  [1e9, 'gigabyte'],
] as const;

/** A file size for people: '0.4 kB', '812 kB', '46 MB', '8 GB'. One decimal below ten. */
export function formatBytes(bytes: number, locale: string = DEFAULT_LOCALE): string {
  const [size, unit] = UNITS.findLast(([least]) => bytes >= least) ?? UNITS[0];
  const value = bytes / size;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
