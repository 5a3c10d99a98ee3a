const SIZES = [
  [1e3, 'kilobyte'],
  [1e6, 'megabyte'],
  [1e9, 'gigabyte'],
] as const;

/** A file size for people: '812 kB', '46 MB', '8 GB'. */
export function formatBytes(bytes: number, locale = 'en-US'): string {
  const [size, unit] = SIZES.findLast(([least]) => bytes >= least) ?? SIZES[0];
  const value = bytes / size;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
