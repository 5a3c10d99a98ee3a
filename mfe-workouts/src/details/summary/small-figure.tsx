import { Figure } from '@waymark/ui';
import type { Shown } from '@waymark/units';
import '../look.css';

/** A figure of the second rank: its name above, itself in the size of a heading. */
export function SmallFigure({ label, value, unit }: { label: string } & Shown) {
  return (
    <div className="wm-w-small" role="group" aria-label={label}>
      <div>{label}</div>
      <Figure value={value} unit={unit} size="md" />
    </div>
  );
}
