import { TILE_CSS } from '@waymark/ui/figure-css';
import { styles } from '@waymark/ui/styles';
import { el, figure } from './elements.ts';

styles(TILE_CSS);

/** `StatTile` of the design system. */
export const statTile = (label: string, value: string, unit: string): HTMLElement =>
  el(
    'div',
    { class: 'wm-tile', role: 'group', 'aria-label': label },
    el('span', { class: 'wm-tile__label' }, label),
    figure(value, unit, 'lg'),
  );
