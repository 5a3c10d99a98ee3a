import { GROUP_ICONS } from '@waymark/activities';
import { groupKey } from '@waymark/ui/group-key';
import { svg } from './elements.ts';

/** Attributes of a drawing in lines. */
export const LINE = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

/** An icon of the design system, by its path (`@waymark/ui/icon-paths`). @param label is read aloud; without one it is decoration */
export const lineIcon = (path: string, pixels: number, label?: string): SVGElement =>
  square(path, { pixels, stroke: 'currentColor', width: '1.75', label });

/** `ActivityIcon` of the design system. */
export function activityIcon(group: string, pixels: number, label?: string): SVGElement {
  const key = groupKey(group);
  return square(GROUP_ICONS[key].d, { pixels, stroke: `var(--wm-group-${key})`, width: '2', label });
}

interface Look {
  pixels: number;
  stroke: string;
  width: string;
  label: string | undefined;
}

function square(path: string, { pixels, stroke, width, label }: Look): SVGElement {
  const size = String(pixels);
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
  const drawing = svg(
    'svg',
    { ...LINE, ...spoken, width: size, height: size, viewBox: '0 0 24 24', stroke, 'stroke-width': width },
    svg('path', { d: path }),
  );
  drawing.style.flex = 'none';
  return drawing;
}
