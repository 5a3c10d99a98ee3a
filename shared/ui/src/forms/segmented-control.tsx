import { useId } from 'react';
import type { ReactNode } from 'react';
import { styles } from '../theme/styles.ts';

styles(`
.wm-segments{display:inline-flex;max-width:100%;overflow-x:auto;padding:3px;gap:2px;border-radius:var(--wm-radius);
background:var(--wm-sunken);border:1px solid var(--wm-hairline);scrollbar-width:none}
.wm-segments label{position:relative;display:flex;align-items:center;justify-content:center;gap:6px;
min-height:calc(var(--wm-height) - 10px);padding:2px 14px;border-radius:5px;font-size:var(--wm-text-sm);font-weight:600;
color:var(--wm-muted);cursor:pointer;white-space:nowrap;flex:1 0 auto}
.wm-segments label:has(:checked){background:var(--wm-surface);color:var(--wm-ink);outline:1px solid var(--wm-control)}
.wm-segments label:has(:focus-visible){outline:2px solid var(--wm-focus)}
.wm-segments label:has(:disabled){opacity:.5;cursor:not-allowed}
.wm-segments input{position:absolute;inset:0;opacity:0;cursor:inherit}
`);

export interface SegmentedControlProps<V extends string> {
  /** Read aloud. */
  label: string;
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of two to five short options, all in sight. */
export function SegmentedControl<V extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="wm-segments">
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
