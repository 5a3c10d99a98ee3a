import { styles } from '../theme/styles.ts';

styles(`
.wm-progress{height:8px;border-radius:4px;overflow:hidden;background:var(--wm-sunken);
box-shadow:inset 0 0 0 1px var(--wm-hairline)}
.wm-progress>div{height:100%;border-radius:4px;background:var(--wm-blaze);transition:width var(--wm-slow) var(--wm-ease)}
.wm-progress>div[data-done]{background:var(--wm-moss)}
.wm-progress>div[data-unknown]{width:40%;animation:wm-breathe 1.6s ease-in-out infinite}
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
    <div
      className="wm-progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      aria-valuetext={valueText}
    >
      <div
        data-done={share === 1 ? '' : undefined}
        data-unknown={share === undefined ? '' : undefined}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  );
}
