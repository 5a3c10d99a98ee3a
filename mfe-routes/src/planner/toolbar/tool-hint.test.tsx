import type { StartupSettings } from '@waymark/api-contract';
import type { MapView } from '@waymark/map';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPlanner } from '../store/create-planner.ts';
import { straight } from '@waymark/routes/testing';
import { playRouting } from '../testing.ts';
import { DemoTownHelp, ToolHint } from './tool-hint.tsx';

const STREETS = /^No streets on this map yet/;
const TOWN = { name: 'town', bounds: [10, 50, 10.2, 50.2], demo: true, attribution: '' };
const BERLIN = { ...TOWN, name: 'berlin', demo: false };
type Source = StartupSettings['appConfig']['mapSources'][number];
const COASTS: Source = { type: 'roadmap', kind: 'vector', url: '/b/{z}', maxZoom: 6, attribution: '' };
const TILES: Source = { ...COASTS, type: 'OSM', kind: 'raster' };

function open({ regions = [TOWN], sources = [COASTS] }: { regions?: object[]; sources?: Source[] } = {}) {
  const look = jest.fn();
  const answer = (call: TestCall) =>
    call.path === '/coverage' ? { regions, provider: 'own', elevation: false } : playRouting(call);
  installTestHost(answer, { settings: { appConfig: { services: {}, mapSources: sources } } });
  const planner = createPlanner();
  const page = renderPage(<DemoTownHelp map={{ look } as unknown as MapView} planner={planner} />);
  return { look, planner, page };
}

beforeEach(() => localStorage.clear());

it('[ROUTE-10] a map without streets says once how they come in, and leads to the demo town', async () => {
  const { look, page } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Try it in the demo town' }));
  expect(look).toHaveBeenCalledWith([10.1, 50.1], 14, false);
  expect(await screen.findByText(STREETS)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByText(STREETS)).toBeNull();
  page.unmount();
  open();
  await screen.findByRole('button', { name: 'Try it in the demo town' });
  expect(screen.queryByText(STREETS)).toBeNull();
});

it('[ROUTE-10] a map with streets of a service offers the demo town alone', async () => {
  open({ sources: [COASTS, TILES] });
  await screen.findByRole('button', { name: 'Try it in the demo town' });
  expect(screen.queryByText(STREETS)).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('[ROUTE-10] an imported region, or a course that is begun, needs neither', async () => {
  const { planner, page } = open();
  await screen.findByRole('button', { name: 'Try it in the demo town' });
  await act(async () => planner.load(straight([0, 0], [0.01, 0])));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  page.unmount();
  open({ regions: [TOWN, BERLIN] });
  await act(async () => {});
  expect(screen.queryByText(STREETS)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('[ROUTE-10] who drew elsewhere and took it back is not sent to the demo town', async () => {
  const { planner } = open();
  await screen.findByRole('button', { name: 'Try it in the demo town' });
  await act(async () => planner.load(straight([0, 0], [0.01, 0])));
  act(() => planner.undo());
  expect(planner.get().plan.start).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('[ROUTE-05] a tool says what a tap does, and is put down without a keyboard', async () => {
  installTestHost(playRouting);
  const planner = createPlanner();
  renderPage(<ToolHint planner={planner} />);
  expect(screen.getByRole('status').textContent).toBe('Set a start point on the map.');
  act(() => planner.setTool('avoid'));
  expect(screen.getByRole('status').textContent).toMatch(/^Draw along a street to avoid it\./);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(planner.get().tool).toBe('draw');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});
