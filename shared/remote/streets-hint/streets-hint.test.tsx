import type { StartupSettings, User } from '@waymark/api-contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { MapStreetsHint } from './streets-hint.tsx';

const STREETS = /^No streets on this map yet/;
const TOWN = { name: 'town', bounds: [10, 50, 10.2, 50.2], demo: true, attribution: '' };
type Source = StartupSettings['appConfig']['mapSources'][number];
const COASTS: Source = { type: 'roadmap', kind: 'vector', url: '/b/{z}', maxZoom: 6, attribution: '' };
const TILES: Source = { ...COASTS, type: 'OSM', kind: 'raster' };
const ROBIN = { id: 77, display_name: 'Robin Trail' } as User;

function open({
  regions = [TOWN],
  sources = [COASTS],
  user = ROBIN,
  place = [13.4, 52.5] as [number, number],
}: { regions?: object[]; sources?: Source[]; user?: User | null; place?: [number, number] } = {}) {
  const host = installTestHost(() => ({ regions, provider: 'own', elevation: false }), {
    ...(user && { user }),
    settings: { appConfig: { services: {}, mapSources: sources } },
  });
  const page = renderPage(<MapStreetsHint place={place} />);
  return { host, page };
}

beforeEach(() => localStorage.clear());

it('[ROUTE-10] the first map without streets says to a member how they come in, and no later one asks', async () => {
  const { page } = open();
  expect(await screen.findByText(STREETS)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByText(STREETS)).toBeNull();
  page.unmount();
  const { host } = open();
  expect(screen.queryByText(STREETS)).toBeNull();
  expect(host.calls).toEqual([]);
});

it.each([
  ['in the invented town', { place: [10.1, 50.1] as [number, number] }],
  ['where a region was imported', { regions: [TOWN, { ...TOWN, demo: false }] }],
])('[ROUTE-10] a map %s has streets, and says nothing', async (_where, options) => {
  const { host } = open(options);
  await waitFor(() => expect(host.calls).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByText(STREETS)).toBeNull();
  expect(localStorage.length).toBe(0);
});

it.each([
  ['visitors', { user: null }],
  ['who sees the streets of a map service', { sources: [COASTS, TILES] }],
])('[ROUTE-10] nothing is said to %s, nor asked for them', (_who, options) => {
  const { host } = open(options);
  expect(screen.queryByText(STREETS)).toBeNull();
  expect(host.calls).toEqual([]);
});
