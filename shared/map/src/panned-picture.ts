import { type Camera, scaleAt } from './plane/plane.ts';

/** What is drawn reaches this far beyond the map on each side, in pixels. */
export const DRAWN_MARGIN = 96;

/**
 * The CSS transform that puts a picture drawn for one camera where it belongs for another; null when it has to be drawn
 * anew, because the zoom is another or its edge would come into view.
 */
export function panTransform(drawn: Camera | null, camera: Camera): string | null {
  if (drawn?.zoom !== camera.zoom) return null;
  const scale = scaleAt(camera.zoom);
  const [left, up] = [(drawn.x - camera.x) * scale, (drawn.y - camera.y) * scale];
  if (Math.abs(left) > DRAWN_MARGIN || Math.abs(up) > DRAWN_MARGIN) return null;
  return left || up ? `translate(${left}px, ${up}px)` : '';
}

/** An element for a library to draw in, which reaches so many pixels beyond its parent. */
export function createDrawingElement(parent: HTMLElement, margin: number): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = `position:absolute;inset:-${margin}px`;
  parent.append(element);
  return element;
}
