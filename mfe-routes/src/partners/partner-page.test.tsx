import type { Partner, RouteDetail, RouteSummary } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callAddress, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { Route, Routes } from 'react-router-dom';
import { standInDrawing } from '../profile/course.testing.ts';
import PartnerPage from './partner-page.tsx';

beforeEach(() => standInDrawing(400));

jest.mock('../map/use-map.ts', () => ({ useMap: () => ({ map: null, failed: false, retry: () => {} }) }));

const PARTNER: Partner = {
  code: 'wayside',
  name: 'Wayside Inns',
  radius: 5000,
  support_link: 'tel:+1',
  locations: [
    { id: 'gate', name: 'Park Gate', address: '12 11th Street', lat: 0.5, lng: -150 },
    { id: 'market', name: 'Market Circle', address: '', lat: 0.51, lng: -150 },
  ],
};
const route = (id: number, away: number): RouteSummary => ({
  id,
  name: `Route ${id}`,
  description: '',
  activity_type_id: 16,
  activity_name: 'Run',
  activity_group: 'run',
  distance: 5000,
  ascent: null,
  descent: null,
  privacy: 3,
  start: { lat: 0.5, lng: -150 },
  locality: '',
  region: '',
  country: '',
  preview: { polyline: '_p~iF~ps|U_ulLnnqC', bounds: [-150, 0.5, -149.99, 0.51] },
  date_created: '2026-01-01T00:00:00Z',
  date_updated: '2026-01-01T00:00:00Z',
  away,
  bookmark_id: null,
  user: { id: 1, display_name: 'Ann', username: 'ann' },
  can: { edit: false, delete: false },
  _links: {},
});
const DETAIL: RouteDetail = {
  ...route(7, 0),
  points: [
    { lat: 0.501, lng: -150, order: 1 },
    { lat: 0.505, lng: -150, order: 2, travel_mode: 1 },
  ],
};
const WALK = {
  trip: {
    locations: [],
    legs: [
      {
        // (0.5, -150) to (0.501, -150) with six decimals
        shape: '_sp]~cpn`H_|@?',
        summary: { length: 0.11, time: 80 },
        maneuvers: [
          {
            type: 1,
            instruction: 'Walk north on 11th Street.',
            length: 0.11,
            time: 80,
            begin_shape_index: 0,
            end_shape_index: 1,
          },
        ],
      },
    ],
    summary: { length: 0.11, time: 80 },
    status: 0,
    status_message: '',
    units: 'kilometers',
  },
};

function open(at: string, answers: (call: TestCall) => unknown = () => undefined) {
  const host = installTestHost((call) => {
    const own = answers(call);
    if (own !== undefined) return own;
    if (call.path === '/partner/wayside/') return PARTNER;
    if (call.path === '/route/')
      return { _links: {}, _embedded: { routes: [route(2, 100), route(1, 900)] }, total_count: 2 };
    if (call.path === '/route/7/') return DETAIL;
    if (call.path === '/route' && call.service === 'routing') return WALK;
    if (call.service === 'elevation') return { height: [10, 20], source: 'test' };
    throw new Error(`not planned: ${call.service} ${call.path}`);
  });
  const page = (view: Parameters<typeof PartnerPage>[0]['view']) => <PartnerPage view={view} />;
  renderPage(
    <Routes>
      <Route path="/mobile/:partner" element={page('nearby')} />
      <Route path="/mobile/:partner/details" element={page('details')} />
      <Route path="/mobile/:partner/location_error" element={page('location-error')} />
      <Route path="/mobile/:partner/not_found" element={page('not-found')} />
    </Routes>,
    { at },
  );
  return host;
}

it('[ROUTE-15] the routes around the house come the nearest first and lead to their pages in the app', async () => {
  const host = open('/mobile/wayside_routes?location=gate');
  expect(await screen.findByRole('link', { name: 'Route 2' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /Route/ }).map((link) => link.textContent)).toEqual([
    'Route 2',
    'Route 1',
  ]);
  expect(screen.getByRole('link', { name: 'Route 2' }).getAttribute('href')).toBe(
    '/mobile/wayside_routes/details?location=gate&route=2',
  );
  expect(screen.getByText('Park Gate')).toBeTruthy();
  const asked = new URLSearchParams(callAddress(host.calls.find(({ path }) => path === '/route/')!).slice(7));
  expect(Object.fromEntries(asked)).toEqual({
    close_to_location: '0.5,-150',
    search_radius: '5000',
    order_by: 'nearest',
    limit: '50',
  });
});

it('[ROUTE-15] where more routes begin than fit on a page one goes on to those farther away, and back', async () => {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const asked = 'close_to_location=0.5%2C-150&search_radius=5000&order_by=nearest&limit=50';
  const link = (offset: number) => [{ href: `/v7.1/route/?${asked}&offset=${offset}` }];
  const host = open('/mobile/wayside_routes?location=gate', (call) => {
    if (!callAddress(call).startsWith('/route/?')) return undefined;
    const second = callAddress(call).includes('offset=50');
    return {
      _links: second ? { prev: link(0) } : { next: link(50) },
      _embedded: { routes: second ? [route(51, 4000)] : [route(2, 100)] },
      total_count: 51,
    };
  });
  const user = userEvent.setup({ delay: null });
  expect(await screen.findByText('1 to 1 of 51')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const far = await screen.findByRole('link', { name: 'Route 51' });
  // Still in the app, at the same house.
  expect(far.getAttribute('href')).toBe('/mobile/wayside_routes/details?location=gate&route=51');
  expect(screen.getByText('51 to 51 of 51')).toBeTruthy();
  expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  const lists = host.calls.map(callAddress).filter((address) => address.startsWith('/route/?'));
  expect(lists.at(-1)).toBe(`/route/?${asked}&offset=50`);
  await user.click(screen.getByRole('button', { name: 'Prev' }));
  expect(await screen.findByRole('link', { name: 'Route 2' })).toBeTruthy();
});

it('[ROUTE-15] past the last page there is a way back, and nobody is told that there are no routes', async () => {
  open('/mobile/wayside_routes?location=gate&from=100', ({ path }) =>
    path === '/route/'
      ? {
          _links: { prev: [{ href: '/v7.1/route/?limit=50&offset=50' }] },
          _embedded: { routes: [] },
          total_count: 60,
        }
      : undefined,
  );
  expect(await screen.findByRole('button', { name: 'Prev' })).toBeTruthy();
  expect(screen.queryByText('No routes around here yet')).toBeNull();
});

it.each(['/mobile/wayside_routes', '/mobile/wayside_routes?location=attic'])(
  '[ROUTE-15] %s: without a known house the guest chooses one',
  async (at) => {
    open(at);
    expect(await screen.findByRole('heading', { name: 'Where are you staying?' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Market Circle' }).getAttribute('href')).toBe(
      '/mobile/wayside_routes?location=market',
    );
    expect(screen.getByRole('link', { name: 'Ask the front desk' }).getAttribute('href')).toBe('tel:+1');
  },
);

it('[ROUTE-15] a route is shown with the way to it from the door', async () => {
  const host = open('/mobile/wayside_routes/details?location=gate&route=7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Route 7' })).toBeTruthy();
  expect(await screen.findByText('Walk north on 11th Street.')).toBeTruthy();
  expect(await screen.findByRole('slider', { name: /^Elevation profile of Route 7/ })).toBeTruthy();
  const question = JSON.parse(
    String(host.calls.find(({ service }) => service === 'routing')!.options!.params!['json']),
  ) as { locations: unknown; costing: string };
  expect(question.locations).toEqual([
    { lat: 0.5, lon: -150 },
    { lat: 0.501, lon: -150 },
  ]);
  expect(question.costing).toBe('pedestrian');
  expect(host.events.map(({ name }) => name)).toEqual(['route_viewed']);
});

it('[ROUTE-15] where no walk is known the page says so and shows the route all the same', async () => {
  open('/mobile/wayside_routes/details?location=gate&route=7', ({ service }) => {
    if (service === 'routing') throw new ApiError(422, 'Unprocessable', null);
    return undefined;
  });
  expect(await screen.findByText(/No walking route to the start/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Route 7' })).toBeTruthy();
});

it.each(['8', 'x', ''])(
  '[ROUTE-15] the route "%s" that is not there leads to the not-found page',
  async (id) => {
    open(`/mobile/wayside_routes/details?location=gate&route=${id}`, ({ path }) => {
      if (path === '/route/8/') throw new ApiError(404, 'Not Found', null);
      return undefined;
    });
    expect(await screen.findByText('This route is private or does not exist')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Routes nearby' }).getAttribute('href')).toBe(
      '/mobile/wayside_routes?location=gate',
    );
  },
);

it('[PLAT-11] a partner that cannot be loaded can be tried again', async () => {
  open('/mobile/wayside_routes', ({ path }) => {
    if (path.startsWith('/partner/')) throw new ApiError(503, 'Unavailable', null);
    return undefined;
  });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
