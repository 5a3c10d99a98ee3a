import type { CreateEngine, EngineOptions } from './engine.ts';
import { createMapViewFactory } from './create-map-view.ts';
import type { Camera } from './plane/plane.ts';
import type { MapViewOptions } from './view.ts';

const SIZE = { width: 800, height: 600 };

/** A library that draws its frames when it is told to, as in a busy browser. */
function lateEngine() {
  let camera: Camera = { x: 0.5, y: 0.5, zoom: 3 };
  let target: Camera | null = null;
  let told: EngineOptions | undefined;
  const end = () => {
    target = null;
    told?.onRest();
  };
  const create: CreateEngine = (_, options) => {
    told = options;
    ({ camera } = options);
    return {
      variant: 'openlayers',
      camera: () => camera,
      look(next, milliseconds) {
        // As MapLibre: a new move ends the one before, at once.
        if (target) end();
        if (milliseconds > 0) {
          target = next;
          return;
        }
        camera = next;
        end();
      },
      setSource() {},
      setPalette() {},
      resize() {},
      doubleClickZooms() {},
      idle: () => Promise.resolve(),
      drawOn() {},
      destroy() {},
    };
  };
  return {
    create,
    frame: () => told?.onFrame(),
    /** The last frame of a move. */
    arrive() {
      camera = target ?? camera;
      told?.onFrame();
      end();
    },
  };
}

function opened() {
  const late = lateEngine();
  const element = document.body.appendChild(document.createElement('div'));
  for (const [name, value] of [
    ['clientWidth', SIZE.width],
    ['clientHeight', SIZE.height],
  ] as const)
    Object.defineProperty(element, name, { value, configurable: true });
  const turn = (width: number, height: number) => {
    for (const [name, value] of [
      ['clientWidth', width],
      ['clientHeight', height],
    ] as const)
      Object.defineProperty(element, name, { value, configurable: true });
    for (const observed of observers) observed();
  };
  const options: MapViewOptions = {
    label: 'Map',
    system: 'metric',
    source: { id: 'plain', attribution: 'Natural Earth' } as unknown as MapViewOptions['source'],
    zoom: 3,
  };
  const view = createMapViewFactory(late.create)(element, options);
  late.frame();
  return { view, late, turn };
}

const observers = new Set<() => void>();

beforeEach(() => {
  globalThis.ResizeObserver = class {
    readonly #observed: () => void;
    constructor(observed: ResizeObserverCallback) {
      this.#observed = () => observed([], this);
    }
    observe() {
      observers.add(this.#observed);
    }
    unobserve() {}
    disconnect() {
      observers.delete(this.#observed);
    }
  };
  globalThis.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

it.each([0, 100, 900])(
  '[ROUTE-10] two steps of zoom are two, though the second comes %s ms after the first and no frame was drawn in between',
  (pause) => {
    const { view, late } = opened();
    view.zoom(1);
    jest.advanceTimersByTime(pause);
    view.zoom(1);
    late.arrive();
    expect(view.zoomLevel()).toBe(5);
    view.destroy();
  },
);

it('[ROUTE-10] a step counts from where the map came to rest, not from where it was to go', () => {
  const { view, late } = opened();
  view.zoom(2);
  late.arrive();
  // Moved by hand meanwhile.
  view.look([10, 20], 9, false);
  view.zoom(1);
  late.arrive();
  expect(view.zoomLevel()).toBe(10);
  expect(view.center()[0]).toBeCloseTo(10);
  // A move that was never ended does not count for ever.
  view.zoom(1);
  jest.advanceTimersByTime(60_000);
  view.zoom(1);
  late.arrive();
  expect(view.zoomLevel()).toBe(11);
  view.destroy();
});

const ACROSS_AFRICA = [-15, -30, 45, 35] as const;

it('[ROUTE-10] what was fitted is fitted again when the device is turned or a panel opens, until somebody looks elsewhere', () => {
  const { view, turn } = opened();
  const isWhole = () => {
    const [west, south, east, north] = view.bounds();
    const [w, s, e, n] = ACROSS_AFRICA;
    return west < w && south < s && east > e && north > n;
  };
  turn(800, 600);
  view.fit([...ACROSS_AFRICA]);
  const upright = view.zoomLevel();
  turn(200, 600);
  expect(view.zoomLevel()).toBeLessThan(upright);
  expect(isWhole()).toBe(true);
  turn(800, 600);
  expect(view.zoomLevel()).toBe(upright);
  view.zoom(2);
  const chosen = view.zoomLevel();
  turn(200, 600);
  expect(view.zoomLevel()).toBe(chosen);
  view.destroy();
});
