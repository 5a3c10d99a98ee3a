import type { LngLat } from './view.ts';

export interface FollowedElements {
  box: HTMLElement;
  follow(element: HTMLElement, at: LngLat | null): void;
  place(pixelOf: (at: LngLat) => [x: number, y: number] | null): void;
}

/**
 * Elements of the caller over the map, their middles on places. Elements and not drawings: each step of a cursor
 * would draw lines and labels anew.
 */
export function createFollowedElements(): FollowedElements {
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;inset:0;pointer-events:none;overflow:hidden';
  const places = new Map<HTMLElement, LngLat>();
  return {
    box,
    follow(element, at) {
      if (!at) {
        places.delete(element);
        element.hidden = true;
        return;
      }
      places.set(element, at);
      if (element.parentElement === box) return;
      Object.assign(element.style, { position: 'absolute', top: '0', left: '0', willChange: 'transform' });
      element.hidden = true;
      box.append(element);
    },
    place(pixelOf) {
      for (const [element, at] of places) {
        // Before the map is first drawn there is no pixel yet.
        const pixel = pixelOf(at);
        element.hidden = !pixel;
        if (pixel)
          element.style.transform = `translate(${pixel[0].toFixed(1)}px, ${pixel[1].toFixed(1)}px) translate(-50%, -50%)`;
      }
    },
  };
}
