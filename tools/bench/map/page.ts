import { createMapView as mapLibre } from '@waymark/map/maplibre';
import { createMapView as openLayers } from '@waymark/map/openlayers';
import type { Bounds, MapView } from '@waymark/map';
import { plainMapLibre, plainOpenLayers, type Shown } from './plain.ts';

/** A winding course of so many points around the demo town: 100,000 of them are as long as a day's ride. */
function course(points: number): Float64Array {
  const line = new Float64Array(points * 2);
  let [lng, lat, heading] = [-150, 0.5, 0];
  const step = 0.9 / points;
  for (let i = 0; i < points; i++) {
    heading += Math.sin(i * 0.013) * 0.09 + Math.sin(i * 0.71) * 0.35 + Math.sin(i * 0.00021) * 0.004;
    lng += Math.cos(heading) * step;
    lat += Math.sin(heading) * step;
    line[2 * i] = lng;
    line[2 * i + 1] = lat;
  }
  return line;
}

export type Variant = 'openlayers' | 'maplibre';
export type Kind = Variant | `plain ${Variant}`;
export interface Measured {
  /** Milliseconds until the line stands on the map. */
  opened: number;
  /** Milliseconds of each frame while the map is dragged. */
  frames: number[];
  /** Bytes. */
  heap: number;
}

declare global {
  interface Window {
    measure?: (kind: Kind, points: number) => Promise<Measured>;
    measureBackground?: (variant: Variant, hasStreets: boolean) => Promise<Measured>;
    gc?: () => void;
    map?: MapView;
  }
}

const FRAMES = 90;
const STEP = 5;
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const SOURCE = {
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth',
} as const;

/** Streets of the imported town, over the background. */
const STREETS = { url: '/streets/{z}/{x}/{y}.pbf', credits: '/streets/credits' } as const;
/** A quarter of the town, at the zoom at which a route is planned. */
const QUARTER: Bounds = [-150.02, 0.488, -149.98, 0.512];

function boundsOf(line: Float64Array): Bounds {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < line.length; i += 2) {
    bounds[0] = Math.min(bounds[0], line[i]!);
    bounds[1] = Math.min(bounds[1], line[i + 1]!);
    bounds[2] = Math.max(bounds[2], line[i]!);
    bounds[3] = Math.max(bounds[3], line[i + 1]!);
  }
  return bounds;
}

function ours(create: typeof openLayers, element: HTMLElement, line: Float64Array): Shown {
  const map = create(element, { source: SOURCE, system: 'metric', label: 'Course' });
  window.map = map;
  map.setLines('course', [{ line, color: 'track', width: 4 }]);
  map.fit(boundsOf(line));
  return { drawn: map.idle(), destroy: () => map.destroy() };
}

const MAKERS: Readonly<Record<Kind, (element: HTMLElement, line: Float64Array) => Shown>> = {
  openlayers: (element, line) => ours(openLayers, element, line),
  maplibre: (element, line) => ours(mapLibre, element, line),
  'plain openlayers': plainOpenLayers,
  'plain maplibre': plainMapLibre,
};

/** What a hand does: presses, and moves a little in each frame. */
async function drag(element: HTMLElement): Promise<number[]> {
  const target = element.querySelector('canvas')!;
  const box = element.getBoundingClientRect();
  let x = box.left + box.width * 0.75;
  const y = box.top + box.height / 2;
  const fire = (kind: 'down' | 'move' | 'up') => {
    const about = {
      bubbles: true,
      cancelable: true,
      clientX: x,
      clientY: y,
      button: kind === 'move' ? -1 : 0,
      buttons: kind === 'up' ? 0 : 1,
    };
    target.dispatchEvent(
      new PointerEvent(`pointer${kind}`, { ...about, isPrimary: true, pointerId: 1, pointerType: 'mouse' }),
    );
    target.dispatchEvent(new MouseEvent(`mouse${kind}`, { ...about, button: 0 }));
  };
  fire('down');
  const frames: number[] = [];
  let before = await nextFrame();
  for (let i = 0; i < FRAMES; i++) {
    x += i % 60 < 30 ? -STEP : STEP;
    fire('move');
    const now = await nextFrame();
    frames.push(now - before);
    before = now;
  }
  fire('up');
  return frames;
}

async function measureShown(show: (element: HTMLElement) => Shown): Promise<Measured> {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0';
  document.body.append(element);
  window.gc?.();
  const memory = () =>
    (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
  const empty = memory();
  const begun = performance.now();
  const shown = show(element);
  await shown.drawn;
  const opened = performance.now() - begun;
  const frames = await drag(element);
  window.gc?.();
  const heap = memory() - empty;
  shown.destroy();
  element.remove();
  return { opened, frames, heap };
}

window.measure = (kind, points) => {
  const line = course(points);
  return measureShown((element) => MAKERS[kind](element, line));
};

window.measureBackground = (variant, hasStreets) =>
  measureShown((element) => {
    const create = variant === 'openlayers' ? openLayers : mapLibre;
    const source = hasStreets ? { ...SOURCE, roads: STREETS } : SOURCE;
    const map = create(element, { source, system: 'metric', label: 'Town' });
    map.fit(QUARTER);
    return { drawn: map.idle(), destroy: () => map.destroy() };
  });
