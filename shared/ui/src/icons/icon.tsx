import type { SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'path'> {
  /** CSS length or pixels. Default 1.25em: follows the text. */
  size?: number | string;
  /** Read aloud; without it the icon is decoration and hidden from screen readers. */
  label?: string;
}

/** Makes a stroke icon from path data on a 24 px grid. */
export const icon =
  (path: string) =>
  ({ size = '1.25em', label, ...rest }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...rest}
    >
      <path d={path} />
    </svg>
  );
