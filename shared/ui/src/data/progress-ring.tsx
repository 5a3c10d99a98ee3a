import type { ReactNode } from 'react';
import { styles } from '../theme/styles.ts';

styles(`
.wm-ring{position:relative;display:inline-grid;place-items:center;flex:none;width:var(--size);height:var(--size)}
.wm-ring svg{position:absolute;inset:0;width:100%;height:100%;rotate:-90deg;fill:none;stroke-width:9}
.wm-ring circle{stroke:var(--wm-hairline)}
.wm-ring circle[data-bar]{stroke:var(--wm-blaze);stroke-linecap:round;
transition:stroke-dasharray var(--wm-slow) var(--wm-ease)}
.wm-ring[data-done] circle[data-bar]{stroke:var(--wm-moss)}
.wm-ring__text{position:relative;font-family:var(--wm-font-figure);font-weight:600;font-variant-numeric:tabular-nums}
@media (forced-colors:active){.wm-ring circle{stroke:GrayText}.wm-ring circle[data-bar]{stroke:Highlight}}
`);

export interface ProgressRingProps {
  /** Read aloud: what progresses. */
  label: string;
  /** From 0; what is above 1 fills the ring. */
  share: number;
  /** Read aloud instead of the percentage, as '12 of 20 km'. */
  valueText: string;
  /** Of the ring, in pixels. */
  size: number;
  /** In the middle. */
  children?: ReactNode;
}

/** How far something is, as a ring that fills. A little is in sight as a dot; green once it is full. */
export function ProgressRing({ label, share, valueText, size, children }: ProgressRingProps) {
  const filled = Math.min(1, Math.max(0, share));
  return (
    <div
      className="wm-ring"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(filled * 100)}
      aria-valuetext={valueText}
      data-done={share >= 1 ? '' : undefined}
      style={{ '--size': `${size}px`, fontSize: `${size / 4}px` } as object}
    >
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle cx="50" cy="50" r="45" />
        {filled > 0 && (
          <circle
            data-bar=""
            cx="50"
            cy="50"
            r="45"
            pathLength="100"
            strokeDasharray={`${filled * 100} 100`}
          />
        )}
      </svg>
      <span className="wm-ring__text" aria-hidden>
        {children}
      </span>
    </div>
  );
}
