import type { Extent } from 'ol/extent.js';
import type BaseLayer from 'ol/layer/Base.js';
import Map from 'ol/Map.js';
import View from 'ol/View.js';
import { backgroundLayer } from './basemap.ts';
import { addCorner } from './corner.ts';
import { onPaletteChange, type Palette, readPalette } from './palette.ts';
import type { MapSource } from './types.ts';

export interface BaseMapOptions {
  source: MapSource;
  /** Says what the picture shows, for those who cannot see it. */
  label: string;
  layers: (palette: () => Palette) => BaseLayer[];
  /** 'img' for a picture; 'application' where keys move something on it. Default 'img'. */
  role?: 'img' | 'application';
  /** Called after the page changed between light and dark. */
  onPalette?: () => void;
}

export interface BaseMap {
  map: Map;
  palette: () => Palette;
  /** Brings an extent of the map's projection into view, at once or as soon as the map has a size. */
  show(extent: Extent, maxZoom?: number): void;
  zoom(steps: number): void;
  destroy(): void;
}

export const stillMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Background, scale, credits, light and dark: what every map of the product has. The element needs a height of its own. */
export function createBaseMap(
  element: HTMLElement,
  { source, label, layers, role = 'img', onPalette }: BaseMapOptions,
): BaseMap {
  let palette = readPalette(element);
  const background = backgroundLayer(source, () => palette);
  const map = new Map({
    target: element,
    layers: [background, ...layers(() => palette)],
    controls: [],
    view: new View({ center: [0, 0], zoom: 2, maxZoom: 19 }),
  });
  element.setAttribute('role', role);
  element.setAttribute('aria-label', label);
  const recolour = () => {
    palette = readPalette(element);
    element.style.backgroundColor = palette.sea;
    background.changed();
    onPalette?.();
  };
  element.style.backgroundColor = palette.sea;
  const endPalette = onPaletteChange(recolour);
  const removeCorner = addCorner(map, element, source.attribution);
  let waiting: [Extent, number] | null = null;
  const fit = () => {
    if (!waiting || !((map.getSize()?.[0] ?? 0) > 0)) return;
    const [extent, maxZoom] = waiting;
    waiting = null;
    map.getView().fit(extent, { padding: [36, 36, 36, 36], maxZoom, duration: 0 });
  };
  const resize = new ResizeObserver(() => {
    map.updateSize();
    fit();
  });
  resize.observe(element);
  return {
    map,
    palette: () => palette,
    show(extent, maxZoom = 17) {
      waiting = [extent, maxZoom];
      fit();
    },
    zoom: (steps) =>
      map.getView().animate({
        zoom: (map.getView().getZoom() ?? 2) + steps,
        duration: stillMotion() ? 0 : 150,
      }),
    destroy() {
      endPalette();
      removeCorner();
      resize.disconnect();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}
