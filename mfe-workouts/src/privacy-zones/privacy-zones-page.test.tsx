import type { PrivacyZone, PrivacyZoneInput } from '@waymark/api-contract';
import { createZoneMap, type ZoneMap, type ZoneMapOptions } from '@waymark/map';
import { ApiError } from '@waymark/contract';
import {
  expectFailureAt,
  expectOneKey,
  installTestHost,
  renderPage,
  type TestCall,
} from '@waymark/remote/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleUser } from '../testing/samples.ts';
import { TRACKS } from '../testing/tracks.ts';
import PrivacyZonesPage from './privacy-zones-page.tsx';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/track-set.ts'),
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  createZoneMap: jest.fn(),
}));

const seen: { options: ZoneMapOptions; map: jest.Mocked<ZoneMap> } = { options: undefined!, map: undefined! };
beforeEach(() => {
  jest.mocked(createZoneMap).mockImplementation((_, options) => {
    seen.options = options;
    seen.map = {
      setTracks: jest.fn(),
      setZones: jest.fn(),
      fit: jest.fn(),
      zoom: jest.fn(),
      destroy: jest.fn(),
    };
    return seen.map;
  });
});

const HOME: PrivacyZone = {
  id: 51,
  name: 'Home',
  lat: 52,
  lng: 21,
  radius: 200,
  created_datetime: '2026-11-01T00:00:00.000Z',
};

/** The page over an API that keeps zones. */
function open(zones: PrivacyZone[], refuse: (call: TestCall) => void = () => {}) {
  let kept = zones;
  const host = installTestHost(
    (call) => {
      refuse(call);
      if (call.path.includes('heat_map')) return TRACKS;
      const id = Number(/\d+/.exec(call.path)?.[0]);
      const body = call.body as PrivacyZoneInput;
      if (call.method === 'POST') kept = [...kept, { ...HOME, ...body, id: 90 + kept.length }];
      if (call.method === 'PUT') kept = kept.map((zone) => (zone.id === id ? { ...zone, ...body } : zone));
      if (call.method === 'DELETE') kept = kept.filter((zone) => zone.id !== id);
      if (call.method === 'GET') return { _embedded: { privacy_zones: kept }, total_count: kept.length };
      return call.method === 'DELETE' ? undefined : kept.at(-1);
    },
    { user: sampleUser() },
  );
  renderPage(<PrivacyZonesPage />, { at: '/workouts/privacy_zones' });
  return { host, sent: () => host.calls.filter(({ method }) => method !== 'GET') };
}
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add a zone' }));
const fill = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

it('[DATA-03] a zone is added by coordinates alone, with what others will see said in metres', async () => {
  const { host, sent } = open([]);
  await add();
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Flat');
  await user.type(screen.getByRole('textbox', { name: /^Latitude/ }), '52.2297');
  await user.type(screen.getByRole('textbox', { name: /^Longitude/ }), '-21.0122');
  fireEvent.change(screen.getByRole('slider', { name: 'Radius' }), { target: { value: '500' } });
  expect(screen.getByText(/begin and end 500 m to 1,200 m from this place/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save zone' }));
  await screen.findByRole('button', { name: 'Change Flat' });
  expect(sent()[0]).toMatchObject({
    method: 'POST',
    path: '/privacy_zones/',
    body: { name: 'Flat', lat: 52.2297, lng: -21.0122, radius: 500 },
  });
  expect(host.notifications[0]!.text).toMatch(/hidden from others, in old workouts too/);
});

it('[DATA-03] what is missing is said beside its field, and nothing is sent', async () => {
  const { sent } = open([]);
  await add();
  fill('Latitude', '91');
  fireEvent.change(screen.getByLabelText('Radius as a number'), { target: { value: '50' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save zone' }));
  for (const text of [
    'Give the zone a name.',
    'Latitude is between -90 and 90.',
    'Longitude is between -180 and 180.',
    'The radius is between 100 and 5,000 meters.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('[DATA-03] a tap on the map places a zone, a drag moves it, arrows too; the usual start is one button', async () => {
  open([]);
  await screen.findByRole('button', { name: 'Zoom in' });
  act(() => seen.options.onPlace([21.5, 52.5]));
  expect(screen.getByRole('heading', { name: 'New zone' })).toBeTruthy();
  const places = () =>
    [/^Latitude/, /^Longitude/].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value);
  expect(places()).toEqual(['52.5', '21.5']);
  expect(seen.map.setZones.mock.lastCall![1]).toMatchObject({ id: 'new', lat: 52.5, lng: 21.5, radius: 200 });
  jest.mocked(createZoneMap).mock.lastCall![0].focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(places()).toEqual(['52.50018', '21.5']);
  // Three of four workouts begin within some metres of each other.
  await userEvent.click(await screen.findByRole('button', { name: /My usual start \(3 workouts\)/ }));
  expect(Math.abs(Number(places()[0]) - 52.0001)).toBeLessThan(1e-4);
});

it('[DATA-03] a position that the browser does not tell is no dead end', async () => {
  open([]);
  await add();
  const getCurrentPosition = jest.fn((_found, failed: (problem: { code: number }) => void) =>
    failed({ code: 1 }),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  await userEvent.click(screen.getByRole('button', { name: 'My current location' }));
  expect(screen.getByText(/Allow it in the address bar, or choose the place on the map/)).toBeTruthy();
  getCurrentPosition.mockImplementation((found: (p: object) => void) =>
    found({ coords: { latitude: 1.5, longitude: 2.5 } }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'My current location' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Latitude/ }).value).toBe('1.5');
});

it('[DATA-03] a deleted zone comes back by undo with the same place and size; a changed one is put', async () => {
  const { host, sent } = open([HOME]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Home' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Home' })).toBeNull());
  expect(host.notifications[0]!.text).toBe('“Home” is deleted. Others see these places again.');
  await act(async () => host.notifications[0]!.action!.run());
  await screen.findByRole('button', { name: 'Delete Home' });
  expect(sent().at(-1)).toMatchObject({
    method: 'POST',
    body: { name: 'Home', lat: 52, lng: 21, radius: 200 },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change Home' }));
  fireEvent.change(screen.getByLabelText('Radius as a number'), { target: { value: '350' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save zone' }));
  const list = await screen.findByRole('list', { name: 'Your privacy zones' });
  expect(within(list).getByText('350 m')).toBeTruthy();
  expect(sent().at(-1)).toMatchObject({ method: 'PUT', path: '/privacy_zones/90/', body: { radius: 350 } });
});

it('[DATA-03] twenty zones are the most; a refusal keeps what was typed', async () => {
  open(Array.from({ length: 20 }, (_, i) => ({ ...HOME, id: i + 1, name: `Zone ${i}` })));
  const button = await screen.findByRole('button', { name: 'Add a zone' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText(/20 zones at most/)).toBeTruthy();
});

it('[DATA-03] a refusal of the server is shown in its words, and the form stays', async () => {
  open([], (call) => {
    if (call.method === 'POST')
      throw new ApiError(409, 'Conflict', {
        status: 409,
        error: 'too_many_zones',
        error_description: 'There are 20 privacy zones at most. Delete one to add another.',
        request_id: 'r',
      });
  });
  await add();
  for (const [label, text] of [
    ['Name', 'Work'],
    ['Latitude', '1'],
    ['Longitude', '2'],
  ] as const)
    fill(label, text);
  await userEvent.click(screen.getByRole('button', { name: 'Save zone' }));
  expect(await screen.findByText(/Delete one to add another/)).toBeTruthy();
  expect(screen.getByDisplayValue('Work')).toBeTruthy();
});

it('[DATA-03] a zone that lacks something leads to it', async () => {
  open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a zone' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save zone' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
});

/** Loses the answers to the first saves of a zone. */
const losing = (lost: number) => {
  let left = lost;
  return ({ method }: TestCall) => {
    if (method === 'POST' && left-- > 0) throw new ApiError(0, '', null);
  };
};

it('[SESS-06] [DATA-03] a zone without an answer is saved again under the same key', async () => {
  const { sent } = open([], losing(1));
  await add();
  for (const [label, text] of [
    ['Name', 'Work'],
    ['Latitude', '1'],
    ['Longitude', '2'],
  ] as const)
    fill(label, text);
  await userEvent.click(screen.getByRole('button', { name: 'Save zone' }));
  await expectFailureAt('Save zone', /couldn’t reach Waymark/);
  await userEvent.click(screen.getByRole('button', { name: 'Save zone' }));
  await screen.findByRole('button', { name: 'Change Work' });
  expectOneKey(sent());
});

it('[SESS-06] [DATA-03] a deleted zone is brought back under one key until it is there', async () => {
  const { host, sent } = open([HOME], losing(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Home' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  await act(async () => host.notifications[0]!.action!.run());
  await waitFor(() => expect(host.notifications).toHaveLength(2));
  await act(async () => host.notifications[1]!.action!.run());
  await screen.findByRole('button', { name: 'Delete Home' });
  expectOneKey(sent().filter(({ method }) => method === 'POST'));
});
