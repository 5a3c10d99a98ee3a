import type Map from 'ol/Map.js';
import { toLonLat } from 'ol/proj.js';

const WIDEST_PIXELS = 110;

/** The longest round length (1, 2 or 5 times a power of ten) that is not longer than `meters`. */
export function roundLength(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(meters));
  const lead = meters / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

const inWords = (meters: number) => (meters >= 1000 ? `${meters / 1000} km` : `${meters} m`);

/**
 * Scale and credits at the lower edge of the map. The map library's own write markup into the page,
 * which the page's Trusted Types refuse.
 */
export function addCorner(map: Map, element: HTMLElement, credits: string): () => void {
  const corner = document.createElement('div');
  corner.style.cssText =
    'position:absolute;inset:auto 0 0 0;display:flex;justify-content:space-between;align-items:end;gap:12px;padding:6px 8px;pointer-events:none;font-size:11px;line-height:1.3;color:var(--wm-ink);z-index:1';
  const scale = document.createElement('span');
  scale.style.cssText =
    'border:1px solid currentColor;border-top:0;text-align:center;font-variant-numeric:tabular-nums';
  const credit = document.createElement('span');
  credit.textContent = credits;
  credit.style.cssText = 'background:var(--wm-paper);padding:1px 5px;border-radius:4px;opacity:.85';
  corner.append(scale, credit);
  element.append(corner);
  const draw = () => {
    const view = map.getView();
    const [, lat = 0] = toLonLat(view.getCenter() ?? [0, 0]);
    const metersPerPixel = (view.getResolution() ?? 1) * Math.cos((lat * Math.PI) / 180);
    const length = roundLength(metersPerPixel * WIDEST_PIXELS);
    scale.textContent = inWords(length);
    scale.style.width = `${Math.round(length / metersPerPixel)}px`;
  };
  map.on('moveend', draw);
  return () => corner.remove();
}
