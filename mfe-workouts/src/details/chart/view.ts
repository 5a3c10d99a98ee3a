import type { Axis } from './axis.ts';
import type { Part } from '../selection/recording-selection.ts';

/** Room left of each strip for its scale, and right of it, in pixels. */
export const GUTTER = 46;
export const RIGHT = 10;
export const STRIP = 84;
export const BELOW = 26;
/** Room below for the fields of a part and the table. */
export const REST = 166;

/** The part of the recording in sight, and where its samples stand between left and right. */
export interface View {
  axis: Axis;
  /** First and last sample in sight. */
  from: number;
  to: number;
  /** Pixels between left and right. */
  width: number;
}

export const rangeOf = ({ axis, from, to }: View): [number, number] => {
  const [low, high] = [axis.values[from]!, axis.values[to]!];
  return [low, high > low ? high : low + 1];
};

/** Pixels from the left at which a value of the axis stands. */
export function pixelAt(view: View, value: number): number {
  const [low, high] = rangeOf(view);
  return ((value - low) / (high - low)) * view.width;
}

export function valueAt(view: View, pixel: number): number {
  const [low, high] = rangeOf(view);
  return low + (Math.min(Math.max(pixel, 0), view.width) / view.width) * (high - low);
}

/** The whole samples of a part. */
export const wholePart = ({ from, to }: Part): Part => ({ from: Math.round(from), to: Math.round(to) });
