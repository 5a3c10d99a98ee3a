import { el } from './elements.ts';

/** The room of an icon. Set through the CSSOM: the page's policy lets no `style` attribute through. */
export function iconRoom(size: string): HTMLElement {
  const room = el('span');
  room.style.flex = 'none';
  room.style.width = room.style.height = size;
  return room;
}

/** The room of a small button: it comes with the page, which can do what it says. */
export function buttonRoom(label: string, { hasIcon = true } = {}): HTMLElement {
  const room = el(
    'span',
    { class: 'wm-button', 'data-size': 'sm', 'aria-hidden': 'true' },
    hasIcon && iconRoom('1.25em'),
    label,
  );
  room.style.visibility = 'hidden';
  return room;
}
