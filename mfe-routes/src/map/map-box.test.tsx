import { loadMapView, type MapView } from '@waymark/map';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MapBox, type MapBoxProps } from './map-box.tsx';
import { fakeMapView } from './testing.ts';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  loadMapView: jest.fn(),
}));

const ROADMAP = {
  type: 'roadmap',
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth',
} as const;
const TOPO = {
  type: 'USA_TOPO',
  kind: 'raster',
  url: 'https://topo.example/{z}/{x}/{y}.png',
  maxZoom: 15,
  attribution: 'Survey',
} as const;

let made: ReturnType<typeof fakeMapView>[] = [];
beforeEach(() => {
  made = [];
  localStorage.clear();
  jest.mocked(loadMapView).mockImplementation((_, element, options) => {
    const one = fakeMapView(element, options);
    made.push(one);
    return Promise.resolve(one.view);
  });
});

function open(props: Partial<MapBoxProps> = {}, mapSources: readonly object[] = [ROADMAP, TOPO]) {
  const host = installTestHost(() => ({}), {
    settings: {
      appConfig: { mapSources, services: { routing: '/services/routing' } },
    } as unknown as NonNullable<Parameters<typeof installTestHost>[1]>['settings'],
  });
  renderPage(<MapBox label="Map of the course" {...props} />);
  return host;
}

it('[ROUTE-10] shows the map types that are configured, changes the background, and keeps the choice', async () => {
  const onMapType = jest.fn();
  const host = open({ onMapType });
  await userEvent.click(await screen.findByRole('button', { name: 'Map type: Roadmap' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Roadmap',
    'US topo',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'US topo' }));
  expect(made[0]!.view.setSource).toHaveBeenCalledWith({
    kind: 'raster',
    url: TOPO.url,
    maxZoom: 15,
    attribution: 'Survey',
  });
  expect(onMapType).toHaveBeenCalledWith('USA_TOPO');
  expect(host.events).toContainEqual({ name: 'edit_map_type_tapped', properties: { map_type: 'USA_TOPO' } });
  expect(made).toHaveLength(1);
  open();
  expect(await screen.findByRole('button', { name: 'Map type: US topo' })).toBeTruthy();
  expect(made.at(-1)!.options.source.url).toBe(TOPO.url);
});

it('[ROUTE-10] one source needs no menu; roads of imported regions lie over coasts and borders', async () => {
  open({}, [ROADMAP]);
  await screen.findByRole('button', { name: 'Zoom in' });
  expect(screen.queryByRole('button', { name: /Map type/ })).toBeNull();
  expect(made[0]!.options.source.roads?.url).toBe('/services/routing/tiles/{z}/{x}/{y}.pbf');
});

it('[ROUTE-10] the buttons and keys move the map, and the caller gets it once', async () => {
  const cleanUp = jest.fn();
  const onMap = jest.fn<() => void, [MapView]>(() => cleanUp);
  open({ onMap, fitTo: [1, 2, 3, 4] });
  await userEvent.click(await screen.findByRole('button', { name: 'Zoom in' }));
  const { view } = made[0]!;
  expect(view.zoom).toHaveBeenCalledWith(1);
  expect(view.fit).toHaveBeenCalledWith([1, 2, 3, 4], { animate: false, padding: 64 });
  await userEvent.click(screen.getByRole('button', { name: 'Show the whole route' }));
  expect(view.fit).toHaveBeenLastCalledWith([1, 2, 3, 4], { animate: true, padding: 64 });
  screen.getByRole('application', { name: 'Map of the course' }).focus();
  await userEvent.keyboard('-{ArrowRight}');
  expect(view.zoom).toHaveBeenLastCalledWith(-1);
  expect(view.look).toHaveBeenCalledTimes(1);
  expect(onMap).toHaveBeenCalledTimes(1);
  expect(onMap).toHaveBeenCalledWith(view);
});

it('[ROUTE-10] a library that does not load says so and is asked for again', async () => {
  jest.mocked(loadMapView).mockRejectedValueOnce(new Error('no network'));
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The map could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('[ROUTE-13] the own place is shown; a refusal is told in a notification', async () => {
  const ask = jest.fn<void, Parameters<Geolocation['getCurrentPosition']>>();
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: ask },
  });
  const host = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show where I am' }));
  act(() => ask.mock.calls[0]![0]({ coords: { latitude: 52, longitude: 21 } } as GeolocationPosition));
  expect(made[0]!.view.look).toHaveBeenCalledWith([21, 52], 14);
  await userEvent.click(screen.getByRole('button', { name: 'Show where I am' }));
  act(() => ask.mock.calls[1]![1]!({ code: 1 } as GeolocationPositionError));
  expect(host.notifications.map(({ text }) => text)).toEqual([
    expect.stringContaining('is blocking your location'),
  ]);
});

it('[ROUTE-16] full screen fills the window where the browser has none, and Escape leaves', async () => {
  const onFullScreen = jest.fn();
  const host = open({ onFullScreen });
  await userEvent.click(await screen.findByRole('button', { name: 'Full screen' }));
  expect(host.events).toContainEqual({ name: 'route_fullscreen_clicked', properties: {} });
  expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Full screen' })).toBeTruthy();
  expect(onFullScreen.mock.calls).toEqual([[true], [false]]);
});
