/**
 * How steep a place is, from steep down to steep up. Down is blue and up is orange, which no colour blindness mixes
 * up, and the steeper the further from the paper in brightness.
 */
export interface SlopeClass {
  /** Metres of rise in a hundred from which on it holds. */
  from: number;
  light: string;
  dark: string;
}

export const SLOPES: readonly SlopeClass[] = [
  { from: -Infinity, light: '#2c5f8a', dark: '#7cbcf0' },
  { from: -8, light: '#9cc3e0', dark: '#31587a' },
  { from: -3, light: '#dedace', dark: '#37423d' },
  { from: 3, light: '#f5cb85', dark: '#6f5222' },
  { from: 6, light: '#dd8430', dark: '#bd762c' },
  { from: 10, light: '#93380f', dark: '#ffb877' },
];

/** The number of a slope's class, -1 for a slope that nobody knows. */
export function slopeClass(slope: number): number {
  if (Number.isNaN(slope)) return -1;
  // At exactly three downhill it is level still, as at a hair below three uphill.
  return SLOPES.findLastIndex(({ from }) => (from < 0 ? slope > from : slope >= from));
}
