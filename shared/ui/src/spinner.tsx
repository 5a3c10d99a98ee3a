import { styles } from './theme/styles.ts';

styles(`
.wm-spinner{display:inline-block;width:var(--size);height:var(--size);flex:none;border:2px solid currentcolor;
border-inline-end-color:transparent;border-radius:50%;animation:wm-turn .7s linear infinite}
@media (prefers-reduced-motion:reduce){.wm-spinner{animation:wm-breathe 1.6s ease-in-out infinite!important}}
`);

export interface SpinnerProps {
  /** Any CSS length. Default 1.5rem. */
  size?: string;
  /** Read aloud. */
  label: string;
}

export function Spinner({ size = '1.5rem', label }: SpinnerProps) {
  return (
    <output aria-label={label} className="wm-spinner" style={{ '--size': size } as React.CSSProperties} />
  );
}
