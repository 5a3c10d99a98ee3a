import { TILE_CSS } from '@waymark/ui/figure-css';
import { addSheet, el, figure } from './elements.ts';

addSheet(TILE_CSS);

/** `StatTile` of the design system. */
export const statTile = (label: string, value: string, unit: string): HTMLElement =>
  el(
    'div',
    { class: 'wm-tile', role: 'group', 'aria-label': label },
    el('span', { class: 'wm-tile__label' }, label),
    figure(value, unit, 'lg'),
  );
