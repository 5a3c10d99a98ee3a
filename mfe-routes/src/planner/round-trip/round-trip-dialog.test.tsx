import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Planner } from '../planner.ts';
import { createPlanner } from '../store/create-planner.ts';
import { encodePolyline } from '../../shared/encode-polyline.ts';
import { playRouting, refusal } from '../testing.ts';
import { waypoints } from '@waymark/routes';
import { straight } from '@waymark/routes/testing';
import { RoundTripDialog } from './round-trip-dialog.tsx';

/** A triangle that grows with the seed. */
function playRoundTrip({ options }: TestCall): unknown {
  const { lat, lng, seed } = options!.params as Record<string, number>;
  const size = 0.01 * (1 + seed!);
  const shape = encodePolyline(
    Float64Array.of(lng!, lat!, lng! + size, lat!, lng! + size, lat! + size, lng!, lat!),
  );
  const leg = { shape, summary: { length: 1, time: 1 }, maneuvers: [] };
  return { trip: { legs: [leg], locations: [], summary: { length: 1, time: 1 }, status: 0 } };
}

function Page({ planner }: { planner: Planner }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {open && <RoundTripDialog planner={planner} open onClose={() => setOpen(false)} />}
    </>
  );
}

function open(answer: (call: TestCall) => unknown = () => undefined) {
  const host = installTestHost(
    (call) => answer(call) ?? (call.path === '/round_trip' ? playRoundTrip(call) : playRouting(call)),
    { settings: { country: 'PL' } },
  );
  const planner = createPlanner();
  renderPage(<Page planner={planner} />);
  const user = userEvent.setup({ delay: null });
  const length = () => screen.getByRole('textbox', { name: 'How long?' });
  const asked = () =>
    host.calls.filter(({ path }) => path === '/round_trip').map(({ options }) => options!.params);
  return { host, planner, user, length, asked };
}
const draw = (name = 'Draw it') => userEvent.click(screen.getByRole('button', { name }));

it('[ROUTE-05] on an empty map it asks where to begin, and draws a loop of the wished length and direction', async () => {
  const { planner, user, length, asked, host } = open();
  await draw();
  expect(screen.getByText(/Set a start point/)).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: 'Start point' }), '0.5, -150{Enter}');
  expect(await screen.findByText('From 0.50000, -150.00000')).toBeTruthy();
  await user.clear(length());
  await user.type(length(), '7.5');
  await user.selectOptions(screen.getByLabelText('Which direction first?'), 'East');
  await draw();
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(1));
  expect(asked()).toEqual([
    { lat: 0.5, lng: -150, length: 7500, costing: 'pedestrian', heading: 90, seed: 0 },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.notifications[0]!.text).toMatch(/^A round trip of 3\.\d+\u00a0km is drawn\.$/);
});

it('[ROUTE-05] a round trip keeps off the avoided streets that it may come to', async () => {
  const { planner, user, length, asked } = open();
  try {
    await act(async () => planner.load(straight([1, 1], [1.001, 1])));
    await planner.avoidStreet(Float64Array.of(1.04, 1));
    await planner.avoidStreet(Float64Array.of(1.2, 1));
    await user.clear(length());
    await user.type(length(), '7');
    await draw();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]!['exclude_locations']).toBe(encodePolyline(Float64Array.of(1.04, 1)));
  } finally {
    planner.allowAllStreets();
  }
});

it('[ROUTE-05] another one takes the place of the one before, from the message and from the dialog', async () => {
  const { planner, user, asked, host } = open();
  await act(async () => planner.load(straight([1, 1], [2, 1])));
  await draw();
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(2));
  const first = planner.get().plan.segments[1]!.distance;
  await act(async () => host.notifications[0]!.action!.run());
  await waitFor(() => expect(planner.get().plan.segments[1]!.distance).toBeGreaterThan(first * 1.5));
  expect(planner.get().plan.segments).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await draw('Try another one');
  await waitFor(() => expect(asked().map((params) => params!['seed'])).toEqual([0, 1, 2]));
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(2));
  // Only what was drawn before is left after one step back.
  await act(async () => planner.undo());
  expect(planner.get().plan.segments).toHaveLength(1);
});

it('[ROUTE-05] a length that no round trip has is said at the field; a failing service keeps what is drawn', async () => {
  let fails = false;
  const { planner, user, length, asked } = open((call) => {
    if (fails && call.path === '/round_trip') throw refusal('no_path');
    return undefined;
  });
  await act(async () => planner.load(straight([1, 1], [2, 1])));
  for (const text of ['0.2', '900', 'far', '']) {
    await user.clear(length());
    if (text) await user.type(length(), text);
    await draw();
    expect(screen.getByText('A round trip is 0.5 to 200.0 km long.')).toBeTruthy();
  }
  expect(asked()).toEqual([]);
  fails = true;
  await user.clear(length());
  await user.type(length(), '5');
  await draw();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect([planner.get().plan.segments.length, planner.get().problem]).toEqual([1, null]);
});

it('[ROUTE-05] on a drawn course it begins at the chosen point, at the start, or elsewhere as a route of its own', async () => {
  const { planner, user, asked } = open();
  await act(async () => planner.load(straight([1, 1], [2, 1], [3, 1])));
  act(() => planner.select(1));
  const begins = () => screen.getByLabelText('Start point');
  await user.selectOptions(begins(), 'At point B');
  await draw();
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(3));
  expect(asked().at(-1)).toMatchObject({ lat: 1, lng: 2 });
  const lngs = () => waypoints(planner.get().plan).map(({ lng }) => lng);
  expect(lngs()).toEqual([1, 2, 2, 3]);
  act(() => planner.undo());

  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.selectOptions(begins(), 'At the start');
  await draw();
  await waitFor(() => expect(lngs()).toEqual([1, 1, 2, 3]));
  act(() => planner.undo());

  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.selectOptions(begins(), 'Somewhere else, as a new route');
  await draw();
  expect(screen.getByText(/Set a start point/)).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: 'Place' }), '5, 6{Enter}');
  await screen.findByText('From 5.00000, 6.00000');
  await draw();
  await waitFor(() => expect(lngs()).toEqual([6, 6]));
  act(() => planner.undo());
  expect(lngs()).toEqual([1, 2, 3]);
});
