import type { RouteDetail } from '@waymark/api-contract';
import { loadMapView } from '@waymark/map';
import type { StandaloneData } from '@waymark/remote/standalone';
import { encodePlan, staticPlan } from '@waymark/routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FakeView, fakeMapView } from '../map/testing.ts';
import { standInDrawing } from '../profile/course.testing.ts';
import { sampleRoute } from '../testing/routes.ts';
import { showRoute } from './show-route.ts';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  lineBounds: () => null,
  loadMapView: jest.fn(),
}));

const places = Array.from({ length: 40 }, (_, i) => ({ lat: 0.5 + i / 2000, lng: -150 }));
const saved = (heights: boolean): RouteDetail => ({
  ...sampleRoute({ name: 'Up the hill' }),
  points: encodePlan(staticPlan(places.map((one, i) => ({ ...one, elevation: heights ? i : null })))),
});
const DATA = {
  locale: 'en-us',
  country: 'DE',
  siteName: 'Waymark',
  mapSources: [{ type: 'roadmap', kind: 'vector', url: '/b/{z}/{x}/{y}.pbf', maxZoom: 6, attribution: 'N' }],
  services: { main: '/v7.1', elevation: '/services/elevation', routing: '/services/routing' },
  rollouts: {},
} as unknown as StandaloneData;

function open(route: RouteDetail | number, heights: (number | null)[] | null = null, data = DATA) {
  const asked: string[] = [];
  globalThis.fetch = jest.fn((url: string) => {
    asked.push(url);
    const [status, body] = url.endsWith('/height')
      ? [heights ? 200 : 503, { height: heights, source: 'test' }]
      : [typeof route === 'number' ? route : 200, route];
    return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(body) });
  }) as unknown as typeof fetch;
  jest.mocked(loadMapView).mockImplementation((_, element, options) => {
    const { view } = fakeMapView(element, options);
    views.push(view);
    return Promise.resolve(view);
  });
  standInDrawing(600);
  globalThis.history.replaceState(null, '', '/routes/view/embedded/501');
  showRoute(data, document.body);
  return asked;
}
const views: FakeView[] = [];
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  views.length = 0;
});

const TERRAIN = {
  type: 'terrain',
  kind: 'raster',
  url: 'https://hills.example/{z}/{x}/{y}.png',
  darkUrl: 'https://hills.example/dark/{z}/{x}/{y}.png',
  maxZoom: 15,
  attribution: 'H',
} as const;
const WITH_TERRAIN: StandaloneData = { ...DATA, mapSources: [TERRAIN, ...DATA.mapSources] };
const firstSource = () => jest.mocked(loadMapView).mock.lastCall![2].source;

it('[ROUTE-08] [ROUTE-10] the map in a frame has the switch of map types, and remembers the one chosen', async () => {
  const user = userEvent.setup();
  open(saved(true), null, WITH_TERRAIN);
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Map type' });
  expect([...select.options].map(({ text }) => text)).toEqual(['Roadmap', 'Terrain']);
  // Nobody chose yet: what is shown is the first of the site, and the switch says so.
  expect([firstSource().url, select.value]).toEqual([TERRAIN.url, 'terrain']);
  await user.selectOptions(select, 'Roadmap');
  expect(views[0]!.setSource).toHaveBeenLastCalledWith(
    expect.objectContaining({ url: '/b/{z}/{x}/{y}.pbf', roads: expect.anything() }),
  );
  await user.selectOptions(select, 'Terrain');
  const { type: _, ...terrain } = TERRAIN;
  expect(views[0]!.setSource).toHaveBeenLastCalledWith(terrain);
  await user.selectOptions(select, 'Roadmap');

  document.body.replaceChildren();
  open(saved(true), null, WITH_TERRAIN);
  expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('roadmap');
  expect(firstSource().url).toBe('/b/{z}/{x}/{y}.pbf');
});

it('[ROUTE-10] a site with one background has no switch in a frame', async () => {
  open(saved(true));
  await screen.findByRole('button', { name: 'Zoom in' });
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('[ROUTE-08] a route in a frame shows the heights that were saved', async () => {
  const asked = open(saved(true));
  expect(await screen.findByRole('slider', { name: /^Elevation profile of Up the hill/ })).toBeTruthy();
  expect(asked).toEqual(['/v7.1/route/501/']);
});

it('[ROUTE-08] heights that were not saved are asked for', async () => {
  const asked = open(
    saved(false),
    places.map((_, i) => 100 + i),
  );
  expect(await screen.findByRole('slider', { name: /^Elevation profile of Up the hill/ })).toBeTruthy();
  expect(asked).toEqual(['/v7.1/route/501/', '/services/elevation/height']);
});

it.each([
  ['nobody knows', places.map(() => null)],
  ['the service is down', null],
])('[ROUTE-08] heights that %s leave no gap below the map', async (_, heights) => {
  open(saved(false), heights);
  await screen.findByRole('link', { name: 'Up the hill' });
  await waitFor(() => expect(document.querySelector('.wm-embed__profile')).toBeNull());
  expect(screen.getByText('by Ada R.')).toBeTruthy();
});

it('[ROUTE-08] a route that is not public any more says so, with another way to go', async () => {
  open(404);
  expect((await screen.findByRole('alert')).textContent).toBe('This route is not public any more.');
  expect(screen.getByRole('link', { name: 'Browse other routes on Waymark' })).toBeTruthy();
});
