import type { MapEvents, MapView, MapViewOptions } from '@waymark/map';

export type FakeView = {
  [K in keyof MapView]: MapView[K] extends (...about: infer A) => infer R
    ? jest.Mock<R, A> & MapView[K]
    : MapView[K];
};

/** A map that draws nothing and remembers what it was told; `tell` plays what happens on it. */
export function fakeMapView(element: HTMLElement, options: MapViewOptions) {
  const listeners = new Map<keyof MapEvents, Set<(...about: never[]) => unknown>>();
  element.setAttribute('role', options.role ?? 'img');
  element.setAttribute('aria-label', options.label);
  const view = {
    element,
    variant: 'openlayers',
    setLines: jest.fn(),
    setDots: jest.fn(),
    setAreas: jest.fn(),
    setPicture: jest.fn(),
    follow: jest.fn(),
    setSource: jest.fn(),
    fit: jest.fn(),
    look: jest.fn(),
    zoom: jest.fn(),
    center: jest.fn(() => options.center ?? [0, 0]),
    zoomLevel: jest.fn(() => options.zoom ?? 1),
    bounds: jest.fn(() => [-1, -1, 1, 1]),
    project: jest.fn(([lng, lat]) => [lng * 100, -lat * 100]),
    unproject: jest.fn(([x, y]) => [x / 100, -y / 100]),
    on: jest.fn((event: keyof MapEvents, listener: (...about: never[]) => unknown) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return () => void listeners.get(event)?.delete(listener);
    }),
    pointer: jest.fn(),
    idle: jest.fn(() => Promise.resolve()),
    picture: jest.fn(() => Promise.resolve(null)),
    onPalette: jest.fn(() => () => {}),
    destroy: jest.fn(),
  } as unknown as FakeView;
  const tell = <K extends keyof MapEvents>(event: K, ...about: Parameters<MapEvents[K]>): unknown[] =>
    [...(listeners.get(event) ?? [])].map((listener) => listener(...(about as never[])));
  return { view, options, tell };
}
