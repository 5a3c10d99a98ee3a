import {
  METERS_PER_FOOT,
  METERS_PER_KILOMETER,
  METERS_PER_MILE,
  type MeasurementSystem,
} from '@waymark/units';
import { type Camera, latOf, scaleAt } from './plane/plane.ts';

const WIDEST_PIXELS = 110;
const AROUND_METERS = 40_075_016.685_578_49;

/** The large and the small unit of each system: its metres and its name. */
const UNITS = {
  metric: [
    [METERS_PER_KILOMETER, 'km'],
    [1, 'm'],
  ],
  imperial: [
    [METERS_PER_MILE, 'mi'],
    [METERS_PER_FOOT, 'ft'],
  ],
} as const;

/** Length of a scale. */
export interface ScaleLength {
  meters: number;
  /** '500 m', '2 mi'. */
  text: string;
}

/** The longest round length (1, 2 or 5 times a power of ten, of miles or feet, kilometres or metres) that is not longer than `meters`. */
export function roundLength(meters: number, system: MeasurementSystem): ScaleLength {
  const [large, small] = UNITS[system];
  const [unit, name] = meters < large[0] ? small : large;
  const power = 10 ** Math.floor(Math.log10(meters / unit));
  const lead = meters / unit / power;
  const length = (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
  return { meters: length * unit, text: `${Number(length.toPrecision(3))} ${name}` };
}

export interface MapFooter {
  element: HTMLElement;
  /** Fits the scale to where the map looks. */
  draw(camera: Camera): void;
  setCredit(text: string): void;
}

/**
 * Scale and credits at the lower edge of the map. The map libraries' own write markup into the page,
 * which the page's Trusted Types refuse.
 */
export function createMapFooter(system: MeasurementSystem): MapFooter {
  const element = document.createElement('div');
  element.style.cssText =
    'position:absolute;inset:auto 0 0 0;display:flex;justify-content:space-between;align-items:end;gap:12px;padding:6px 8px;pointer-events:none;font-size:11px;line-height:1.3;color:var(--wm-ink);z-index:1';
  const scale = document.createElement('span');
  scale.style.cssText =
    'border:1px solid currentColor;border-top:0;text-align:center;font-variant-numeric:tabular-nums';
  const credit = document.createElement('span');
  credit.style.cssText = 'background:var(--wm-paper);padding:1px 5px;border-radius:4px;opacity:.85';
  // The words of those whose data it is, in their language.
  credit.dataset.untranslated = '';
  element.append(scale, credit);
  return {
    element,
    draw({ y, zoom }) {
      const metersPerPixel = (AROUND_METERS / scaleAt(zoom)) * Math.cos((latOf(y) * Math.PI) / 180);
      const { meters, text } = roundLength(metersPerPixel * WIDEST_PIXELS, system);
      scale.textContent = text;
      scale.style.width = `${Math.round(meters / metersPerPixel)}px`;
    },
    setCredit(text) {
      credit.textContent = text;
    },
  };
}
