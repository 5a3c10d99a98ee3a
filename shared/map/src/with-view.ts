import type { MeasurementSystem } from '@waymark/units';
import { makeMapView } from './load.ts';
import type { MapSource } from './types.ts';
import type { MapView, MapViewOptions } from './view.ts';

/** What every map of the product is made with. */
export interface MapBasics {
  /** The library that draws it. */
  variant: MapView['variant'];
  source: MapSource;
  /** Units of its scale. */
  system: MeasurementSystem;
  /** Says what the picture shows, for those who cannot see it. */
  label: string;
  /** The library could not be loaded: there will be no map. */
  onFail?: (() => void) | undefined;
}

export interface ComingView {
  /** Null until the library is there. */
  get: () => MapView | null;
  destroy: () => void;
}

/** Makes a view in its own time and calls back with it, unless it is not wanted any more. */
export function withView(
  element: HTMLElement,
  { variant, source, system, label, onFail }: MapBasics,
  role: NonNullable<MapViewOptions['role']>,
  onReady: (view: MapView) => void,
): ComingView {
  let view: MapView | null = null;
  let over = false;
  makeMapView(variant, element, { source, system, label, role }).then(
    (made) => {
      if (over) {
        made.destroy();
        return;
      }
      view = made;
      onReady(made);
    },
    () => {
      if (!over) onFail?.();
    },
  );
  return {
    get: () => view,
    destroy() {
      over = true;
      view?.destroy();
      view = null;
    },
  };
}

/** The dot that follows a pointer over a chart, in the colours of the page. */
export function cursorDot(): HTMLElement {
  const dot = document.createElement('div');
  dot.dataset.part = 'cursor';
  dot.hidden = true;
  dot.style.cssText =
    'width:18px;height:18px;box-sizing:border-box;border-radius:50%;pointer-events:none;background:var(--wm-sky);border:2px solid var(--wm-paper)';
  return dot;
}
