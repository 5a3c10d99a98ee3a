import { useLingui } from '@lingui/react/macro';
import '../look.css';
import type { Line, LineKey } from './lines.ts';

interface LineTogglesProps {
  lines: readonly Line[];
  shown: ReadonlySet<LineKey>;
  onChange: (shown: ReadonlySet<LineKey>) => void;
}

/** The legend: each series with its colour, to be shown or hidden. One at least stays. */
export function LineToggles({ lines, shown, onChange }: LineTogglesProps) {
  const { t } = useLingui();
  if (lines.length < 2) return null;
  const toggle = (key: LineKey) => {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    if (next.size > 0) onChange(next);
  };
  return (
    <div role="group" aria-label={t`Series shown`} className="wm-w-toggles">
      {lines.map(({ key, label, color }) => (
        <button
          key={key}
          type="button"
          className="wm-w-toggle"
          aria-pressed={shown.has(key)}
          onClick={() => toggle(key)}
        >
          <span style={{ color: `var(${color})` }} />
          {label}
        </button>
      ))}
    </div>
  );
}
