import type { SVGProps } from 'react';

// A painted blaze: an upright rectangle with two stripes cut out, the lower one breaking into a path to the right.
const BLAZE =
  'M8 1h8a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zM5 6.500V9.500H19V6.500zM5 17.500V20.500H8.500C12 20.500 13 18.800 13.700 17 14.400 15.200 15 14.500 17 14.500H19V11.500H16.500C13 11.500 12 13.200 11.300 15 10.600 16.800 10 17.500 8 17.500z';

/** The mark as SVG text, for the icon in the browser's tab. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#d6451b}@media(prefers-color-scheme:dark){path{fill:#ff7a4d}}</style><path fill-rule="evenodd" d="${BLAZE}"/></svg>`;

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
