import { fakeMapView } from '../map/testing.ts';
import { sampleRoute } from '../testing/routes.ts';
import { drawRoutes } from './draw-routes.ts';
import { boundsOf, circleLine, lineAt, routeLine } from './route-lines.ts';
import { sketchPath } from './route-sketch.tsx';
import { createHoverSync } from './hover-sync.ts';
import { createResultViewport } from './result-viewport.ts';

const LAKE = routeLine(sampleRoute());
/** Due east along 30.3. */
const ROAD = routeLine(
  sampleRoute({ id: 502, preview: { polyline: '_~|wD~_isQ?_yF', bounds: [0, 0, 0, 0] } }),
);
/** From 179.99 east to 179.98 west. */
const DATELINE = routeLine(
  sampleRoute({ id: 503, preview: { polyline: '_t`Bohqia@?nsatcA', bounds: [0, 0, 0, 0] } }),
);

function open() {
  const element = document.createElement('div');
  const { view, tell } = fakeMapView(element, {
    source: { kind: 'vector', url: '', maxZoom: 6, attribution: '' },
    system: 'metric',
    label: 'Map',
  });
  // 10,000 pixels in a degree.
  view.unproject.mockImplementation(([x, y]) => [-98 + x / 10_000, 31 - y / 10_000]);
  view.bounds.mockReturnValue([-98, 30, -97, 31]);
  view.center.mockReturnValue([-97.5, 30.5]);
  return { element, view, tell };
}
const pointer = (lng: number, lat: number, touch = false) => ({
  at: [lng, lat] as [number, number],
  x: (lng + 98) * 10_000,
  y: (31 - lat) * 10_000,
  touch,
  shift: false,
  alt: false,
  ctrl: false,
});
const litOn = (view: ReturnType<typeof open>['view']) =>
  view.setLines.mock.calls.findLast(([layer]) => layer === 'routes-highlighted')![1].map(({ line }) => line);

it('[ROUTE-04] the line below the pointer lights up its row, and the row its line', () => {
  const { view, tell } = open();
  const hoverSync = createHoverSync();
  const end = drawRoutes(view, [LAKE, ROAD], hoverSync);
  tell('hover', pointer(-97.68, 30.3005));
  expect(hoverSync.get().hovered).toBe(502);
  expect(litOn(view)).toEqual([ROAD.line]);
  expect(view.pointer).toHaveBeenLastCalledWith('pointer');
  tell('hover', pointer(-97.68, 30.31));
  expect(hoverSync.get().hovered).toBeNull();
  expect(litOn(view)).toEqual([]);
  hoverSync.patch({ hovered: 501 });
  expect(litOn(view)).toEqual([LAKE.line]);
  tell('hover', null);
  expect(hoverSync.get().hovered).toBeNull();
  end();
  hoverSync.patch({ hovered: 502 });
  expect(litOn(view)).toEqual([]);
});

it('[ROUTE-04] a click chooses a route, a tap from further away too; beside all it chooses none', () => {
  const { view, tell } = open();
  const hoverSync = createHoverSync();
  drawRoutes(view, [LAKE, ROAD], hoverSync);
  tell('click', pointer(-97.68, 30.3016, true));
  expect(hoverSync.get().selected).toBe(502);
  tell('click', pointer(-97.68, 30.3016));
  expect(hoverSync.get().selected).toBeNull();
});

it('lines over the date line are one piece, on the map, in a sketch and below the pointer', () => {
  expect(Array.from(DATELINE.line)).toEqual([179.99, 0.5, 180.02, 0.5]);
  expect(boundsOf([DATELINE])!.map((edge) => Number(edge.toFixed(5)))).toEqual([179.99, 0.5, -179.98, 0.5]);
  expect(lineAt([DATELINE], [-179.99, 0.5], 0.0001, 10)).toBe(503);
  expect(sketchPath('_t`Bohqia@?nsatcA', 72, 56)).toBe('M2.0 28.0L70.0 28.0');
  expect(sketchPath('', 72, 56)).toBe('');
});

it('a circle is as wide as its radius', () => {
  const line = circleLine({ lat: 60, lng: 10 }, 111_195);
  expect(line[0]! - 10).toBeCloseTo(2, 5);
  const top = Math.max(...line.filter((_, i) => i % 2 === 1));
  expect(top).toBeCloseTo(61, 5);
});

it('[ROUTE-04] what was found comes into view, but not when it was searched from the view', () => {
  const { element, view, tell } = open();
  const moved = jest.fn();
  const keeper = createResultViewport(view, element, moved);
  keeper.show([], null, { lat: 37.09, lng: -95.71, zoom: 3 });
  expect(view.look).toHaveBeenLastCalledWith([-95.71, 37.09], 3, false);
  keeper.show([ROAD], { lat: 30.3, lng: -97.7, radius: 5000 }, null);
  expect(view.fit.mock.lastCall![0].map((edge) => Number(edge.toFixed(5)))).toEqual([
    -97.7, 30.3, -97.66, 30.3,
  ]);
  tell('moveend');
  expect(moved).not.toHaveBeenCalledWith(true);

  element.dispatchEvent(new Event('wheel'));
  tell('moveend');
  expect(moved).toHaveBeenLastCalledWith(true);
  const { lat, lng, radius } = keeper.area();
  expect([lat, lng, Math.round(radius / 100)]).toEqual([30.5, -97.5, 479]);
  view.fit.mockClear();
  keeper.show([ROAD], { lat, lng, radius }, null);
  keeper.show([LAKE], { lat, lng, radius }, null);
  expect(view.fit).not.toHaveBeenCalled();
  keeper.all([LAKE]);
  expect(view.fit).toHaveBeenCalledTimes(1);
  keeper.show([LAKE], { lat: 30.3, lng: -97.7, radius: 5000 }, null);
  expect(view.fit).toHaveBeenCalledTimes(2);
  keeper.end();
});
