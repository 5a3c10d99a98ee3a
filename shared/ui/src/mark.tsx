import type { SVGProps } from 'react';
import { BLAZE } from './mark-svg.ts';

export interface MarkProps extends SVGProps<SVGSVGElement> {
  /** Height in pixels or any CSS length. Default 24. */
  size?: number | string;
  /** Read aloud; without it the mark is decoration. */
  label?: string;
}

/** The logo mark, in the colour of the text around it. */
export function Mark({ size = 24, label, ...rest }: MarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...rest}
    >
      <path fillRule="evenodd" d={BLAZE} />
    </svg>
  );
}
