import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 kB'],
  [400, '0.4 kB'],
  [6_254, '6.3 kB'],
  [812_000, '812 kB'],
  [1_500_000, '1.5 MB'],
  [46_200_000, '46 MB'],
  [8_000_000_000, '8 GB'],
])('a file of %d bytes is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('file sizes follow the locale', () => {
  expect(formatBytes(1_500_000, 'de')).toBe('1,5 MB');
});
