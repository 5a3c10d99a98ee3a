import { GROUP_ICONS, type ActivityGroupKey } from '@waymark/activities';
import type { IconProps } from './icon.tsx';

export interface ActivityIconProps extends IconProps {
  group: ActivityGroupKey;
  /** In the group's colour. Default true; false takes the colour of the text. */
  coloured?: boolean;
}

/** The drawing of an activity group. The name of the activity always stands beside it, or is its `label`. */
export function ActivityIcon({ group, size = '1.25em', coloured = true, label, ...rest }: ActivityIconProps) {
  const { viewBox, d } = GROUP_ICONS[group];
  return (
    <svg
      width={size}
      height={size}
      viewBox={viewBox}
      fill="none"
      stroke={coloured ? `var(--wm-group-${group})` : 'currentColor'}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...rest}
    >
      <path d={d} />
    </svg>
  );
}
