import { FIGURE_CSS } from '@waymark/ui/figure-css';

/** Adds a style sheet of the design system to the page before the design system is there. */
export function addSheet(css: string): void {
  if (!('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer wm{${css}}`);
  document.adoptedStyleSheets.push(sheet);
}

addSheet(FIGURE_CSS);

type Attributes = Readonly<Record<string, string | undefined>>;
type Child = Node | string | false | null | undefined;

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== false && child !== null && child !== undefined));
  return element;
}

/** An HTML element with attributes (an undefined one is left out) and children; text is only ever text. */
export const el = (tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement =>
  filled(document.createElement(tag), attributes, children);

/** The same for a drawing. */
export const svg = (tag: string, attributes: Attributes, ...children: Child[]): SVGElement =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

/** `Figure` of the design system. */
export const figure = (value: string, unit: string, size: 'sm' | 'md' | 'lg' | 'xl'): HTMLElement =>
  el(
    'span',
    { class: 'wm-figure', 'data-size': size },
    value,
    unit && '\u00a0',
    unit && el('span', { class: 'wm-figure__unit' }, unit),
  );

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
