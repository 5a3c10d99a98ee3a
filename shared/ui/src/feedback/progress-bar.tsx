import { styles } from '../theme/styles.ts';

styles(`
.wm-progress{appearance:none;display:block;width:100%;height:8px;border:1px solid var(--wm-hairline);border-radius:4px;
overflow:hidden;background:var(--wm-sunken);--bar:var(--wm-blaze)}
.wm-progress[data-done]{--bar:var(--wm-moss)}
.wm-progress::-webkit-progress-bar{background:none}
.wm-progress::-webkit-progress-value{background:var(--bar);border-radius:4px;transition:width var(--wm-slow) var(--wm-ease)}
.wm-progress::-moz-progress-bar{background:var(--bar);border-radius:4px}
.wm-progress:indeterminate{background:var(--bar);animation:wm-breathe 1.6s ease-in-out infinite}
.wm-progress:indeterminate::-moz-progress-bar{background:none}
`);

export interface ProgressBarProps {
  /** Read aloud: what progresses. */
  label: string;
  /** Undefined: under way, no telling how far. */
  value?: number;
  /** Default 1. */
  max?: number;
  /** Read aloud instead of the percentage, as '12 of 20 km'. */
  valueText?: string;
}

export function ProgressBar({ label, value, max = 1, valueText }: ProgressBarProps) {
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <progress
      className="wm-progress"
      aria-label={label}
      aria-valuetext={valueText}
      value={share}
      data-done={share === 1 ? '' : undefined}
    />
  );
}
