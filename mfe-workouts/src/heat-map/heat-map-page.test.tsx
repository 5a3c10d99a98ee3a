import { createHeatMap, type HeatMap, type HeatMapOptions } from '@waymark/map';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { sampleUser } from '../testing/samples.ts';
import { packedTracks, TRACKS } from '../testing/tracks.ts';
import HeatMapPage from './heat-map-page.tsx';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/track-set.ts'),
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  createHeatMap: jest.fn(),
}));

const seen: { options: HeatMapOptions; map: jest.Mocked<HeatMap> } = { options: undefined!, map: undefined! };
beforeEach(() => {
  // The hint how streets come in has tests of its own.
  localStorage.setItem('waymark.streets_hint', 'seen');
  jest.mocked(createHeatMap).mockImplementation((_, options) => {
    seen.options = options;
    seen.map = {
      setTracks: jest.fn(),
      setShown: jest.fn(),
      fit: jest.fn(),
      tapMiddle: jest.fn(),
      clearTap: jest.fn(),
      pan: jest.fn(),
      zoom: jest.fn(),
      destroy: jest.fn(),
    };
    return seen.map;
  });
});

function Address() {
  return <output aria-label="address">{useLocation().search}</output>;
}

function open(at = '/workouts/dashboard/map', answer: (call: TestCall) => unknown = () => TRACKS) {
  const host = installTestHost(answer, { user: sampleUser() });
  renderPage(
    <>
      <HeatMapPage />
      <Address />
    </>,
    { at },
  );
  return host;
}
const address = () => screen.getByLabelText('address').textContent;
async function mapShown() {
  await screen.findByRole('button', { name: 'Zoom in' });
  await waitFor(() => expect(seen.map.setShown.mock.calls).not.toEqual([]));
}

it('[WORK-08] the own tracks are drawn; a spot lists the workouts that lead past it, newest first', async () => {
  const host = open();
  await mapShown();
  expect(host.calls.map(({ path }) => path)).toEqual(['/user_stats/7/heat_map/']);
  expect(seen.map.setTracks.mock.calls[0]![0].starts).toHaveLength(5);
  expect(screen.getByText('4 workouts')).toBeTruthy();
  act(() => seen.options.onScale!(3));
  expect(screen.getByText('1 workout')).toBeTruthy();
  act(() => seen.options.onTap!([0, 1]));
  const spot = screen.getByRole('region', { name: 'Workouts at a spot' });
  expect(within(spot).getByRole('heading').textContent).toBe('2 workouts here');
  expect(
    within(spot)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Long ride', '/workout/4'],
    ['Morning run', '/workout/3'],
  ]);
  act(() => seen.options.onTap!([]));
  expect(within(spot).getByRole('heading').textContent).toBe('No workout here');
});

it('[WORK-08] activity and span are in the address, and only what they name is shown', async () => {
  open('/workouts/dashboard/map?group=run');
  await mapShown();
  const user = userEvent.setup({ delay: null });
  const shown = () => seen.map.setShown.mock.lastCall![0];
  expect(shown()).toEqual(Uint8Array.of(0, 1, 1, 1));
  await user.selectOptions(screen.getByLabelText('When'), '2026');
  expect(address()).toBe('?group=run&from=2026-01-01&to=2026-12-31');
  expect(shown()).toEqual(Uint8Array.of(0, 1, 1, 0));
  await user.selectOptions(screen.getByLabelText('Activity'), 'All activities');
  await user.selectOptions(screen.getByLabelText('When'), 'All time');
  expect(address()).toBe('');
  expect(shown()).toBeNull();
  await user.selectOptions(screen.getByLabelText('When'), 'Custom dates');
  expect(screen.getByText('From')).toBeTruthy();
});

it('[WORK-08] by keyboard: arrows move the map, plus and minus zoom, Enter takes its middle', async () => {
  open();
  await mapShown();
  const user = userEvent.setup({ delay: null });
  // The map library names the element; here the one that takes the keys is the one with a tab stop.
  const element = jest.mocked(createHeatMap).mock.lastCall![0];
  element.focus();
  await user.keyboard('{ArrowLeft}{ArrowDown}+-{Enter}');
  expect(seen.map.pan.mock.calls).toEqual([
    [-80, 0],
    [0, 80],
  ]);
  expect(seen.map.zoom.mock.calls).toEqual([[1], [-1]]);
  expect(seen.map.tapMiddle.mock.calls).toHaveLength(1);
});

it('[WORK-08] the same as a table: workouts by month, and which, also of the part that was looked at', async () => {
  open('/workouts/dashboard/map?from=2026-01-01');
  await mapShown();
  const user = userEvent.setup({ delay: null });
  act(() => seen.options.onView!([1, 2]));
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(address()).toBe('?from=2026-01-01&view=table');
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toEqual(['October 202615', 'September 2026210']);
  await user.click(screen.getByRole('switch', { name: /part of the map/ }));
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Evening run' })).toBeTruthy();
});

it('[WORK-08] without a track there is the one thing to do', async () => {
  open(undefined, () => packedTracks([]));
  expect((await screen.findByRole('link', { name: 'Upload a file' })).getAttribute('href')).toBe(
    '/workout/import',
  );
});

it('[WORK-08] a failure says that nothing was lost, and another try brings the map', async () => {
  let fails = true;
  open(undefined, () => {
    if (fails) throw new ApiError(503, 'Service Unavailable', null);
    return TRACKS;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText(/Nothing was lost/)).toBeTruthy();
  fails = false;
  await userEvent.click(again);
  await mapShown();
});
