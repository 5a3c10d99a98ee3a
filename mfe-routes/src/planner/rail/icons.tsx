import type { SVGProps } from 'react';
import * as paths from './paths.ts';

const glyph = (path: string) => (props: SVGProps<SVGSVGElement>) => (
  <svg
    width="1.375em"
    height="1.375em"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    {...props}
  >
    <path d={path} />
  </svg>
);

export const FootIcon = glyph(paths.FOOT);
export const BikeIcon = glyph(paths.BIKE);
export const CarIcon = glyph(paths.CAR);
export const StraightIcon = glyph(paths.STRAIGHT);
export const NoteIcon = glyph(paths.NOTE);
export const SplitIcon = glyph(paths.SPLIT);
export const ShapeIcon = glyph(paths.SHAPE);
export const KeyboardIcon = glyph(paths.KEYBOARD);
