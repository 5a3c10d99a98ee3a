import type { MeasurementSystem } from '@waymark/units';
import { loadMapView } from './load-map-view.ts';
import type { MapView, MapViewOptions, MapSource } from './view.ts';

/** Options of every map of the product. */
export interface BaseMapOptions {
  /** The library that draws it. */
  variant: MapView['variant'];
  source: MapSource;
  /** Units of its scale. */
  system: MeasurementSystem;
  /** The accessible name: what the map shows. */
  label: string;
  /** Called when the library cannot be loaded; there is no map then. */
  onFail?: (() => void) | undefined;
}

/** A map whose library is still loading. */
export interface DeferredMapView {
  /** Null until the library has loaded. */
  get: () => MapView | null;
  destroy: () => void;
}

/** Creates a view once its library has loaded, and passes it to `onReady` unless it was destroyed before. */
export function createDeferredMapView(
  element: HTMLElement,
  { variant, source, system, label, onFail }: BaseMapOptions,
  role: NonNullable<MapViewOptions['role']>,
  onReady: (view: MapView) => void,
): DeferredMapView {
  let view: MapView | null = null;
  let isDestroyed = false;
  loadMapView(variant, element, { source, system, label, role }).then(
    (created) => {
      if (isDestroyed) {
        created.destroy();
        return;
      }
      view = created;
      onReady(created);
    },
    () => {
      if (!isDestroyed) onFail?.();
    },
  );
  return {
    get: () => view,
    destroy() {
      isDestroyed = true;
      view?.destroy();
      view = null;
    },
  };
}

/** The dot that marks the cursor of a chart on the map. */
export function createCursorDot(): HTMLElement {
  const dot = document.createElement('div');
  dot.dataset.part = 'cursor';
  dot.hidden = true;
  dot.style.cssText =
    'width:18px;height:18px;box-sizing:border-box;border-radius:50%;pointer-events:none;background:var(--wm-sky);border:2px solid var(--wm-paper)';
  return dot;
}
