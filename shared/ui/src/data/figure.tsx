import type { ReactNode } from 'react';
import { Link } from '../actions/button.tsx';
import { styles } from '../theme/styles.ts';
import { FIGURE_CSS, TILE_CSS } from './figure-css.ts';

styles(FIGURE_CSS + TILE_CSS);

export interface FigureProps {
  /** The number, already formatted. */
  value: ReactNode;
  /** Smaller and lighter, never on another line. */
  unit?: ReactNode;
  /** Default: the size of the text around it. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

/** A number with its unit. */
export function Figure({ value, unit, size }: FigureProps) {
  return (
    <span className="wm-figure" data-size={size}>
      {value}
      {unit && (
        <>
          {'\u00a0'}
          <span className="wm-figure__unit">{unit}</span>
        </>
      )}
    </span>
  );
}

export interface StatTileProps extends Pick<FigureProps, 'unit'> {
  label: ReactNode;
  /** The number, formatted or not. 0, '0' and '00:00' hide the tile. */
  value: string | number | null | undefined;
  /** Shows zero as well. */
  forceZero?: boolean;
  /** `xl` for the one figure a page is about. Default lg: three times the label. */
  size?: 'lg' | 'xl';
  /** Where the figure leads. Default: nowhere. */
  href?: string;
  /** A short line below, as '+12 % on last week'. */
  note?: ReactNode;
}

const isZero = (value: string | number) => value === 0 || value === '0' || value === '00:00';

/** A label with its figure. Renders nothing without a value, or for zero unless told to. */
export function StatTile({ label, value, unit, forceZero = false, size = 'lg', href, note }: StatTileProps) {
  if (value === null || value === undefined || value === '' || (isZero(value) && !forceZero)) return null;
  const figure = <Figure value={value} unit={unit} size={size} />;
  return (
    <div className="wm-tile" role="group" aria-label={typeof label === 'string' ? label : undefined}>
      <span className="wm-tile__label">{label}</span>
      {href === undefined ? (
        figure
      ) : (
        <Link variant="quiet" href={href}>
          {figure}
        </Link>
      )}
      {note && <span className="wm-tile__note">{note}</span>}
    </div>
  );
}
