import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { planLength, waypoints } from '@waymark/routes';
import { straight } from '@waymark/routes/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Planner } from '../planner.ts';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting, refusal } from '../testing.ts';
import { CutOutDialog } from './cut-out-dialog.tsx';

function Page({ planner }: { planner: Planner }) {
  const [open, setOpen] = useState(true);
  return <CutOutDialog planner={planner} open={open} onClose={() => setOpen(false)} />;
}

async function open(prepare: (planner: Planner) => void = () => {}, answer?: (call: TestCall) => unknown) {
  const host = installTestHost((call) => answer?.(call) ?? playRouting(call), {
    settings: { country: 'PL' },
  });
  const planner = createPlanner();
  await act(async () => {
    planner.load(straight([0, 0], [0.01, 0], [0.02, 0], [0.03, 0]));
    prepare(planner);
  });
  renderPage(<Page planner={planner} />);
  return { planner, host, user: userEvent.setup({ delay: null }) };
}
const choose = (label: string, option: string) => {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  return userEvent.selectOptions(
    select,
    [...select.options].find(({ text }) => text.startsWith(option))!,
  );
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const lngs = (planner: Planner) => waypoints(planner.get().plan).map(({ lng }) => Number(lng.toFixed(3)));
it('[ROUTE-05] [ROUTE-06] without a mouse: a part between two points is cut out, and what stays is joined along roads', async () => {
  const { planner, host } = await open();
  await choose('From', 'Point B');
  await choose('To', 'Point C');
  expect(screen.getByRole('status').textContent).toMatch(
    /The part is 1\.11.km long\. It leaves about 2\.22.km\./,
  );
  await press('Remove it');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lngs(planner)).toEqual([0, 0.01, 0.02, 0.03]);
  expect(planner.get().plan.segments[1]!.travelMode).toBe(1);
  await act(async () => host.notifications[0]!.action!.run());
  expect(planner.get().plan.segments[1]!.travelMode).toBe(0);
});

it('[ROUTE-05] the part chosen on the profile is kept alone, in one step of the history', async () => {
  const { planner } = await open((made) => made.setRange({ from: 2500, to: 500 }));
  await userEvent.click(screen.getByRole('radio', { name: /Keep only this part/ }));
  await press('Keep only this part');
  await waitFor(() => expect(planLength(planner.get().plan)).toBeCloseTo(2000, 0));
  expect(planner.get().plan.start!.lng).toBeCloseTo(0.0045, 4);
  act(() => planner.undo());
  expect(lngs(planner)).toEqual([0, 0.01, 0.02, 0.03]);
});

it('[ROUTE-05] it begins with the way on from the chosen point, and never with the whole route', async () => {
  await open((planner) => planner.select(2));
  const shown = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]!.text;
  expect([shown('From'), shown('To')].map((text) => text.replace('\u00a0', ' '))).toEqual([
    'Point C · 2.22 km',
    'The end · 3.34 km',
  ]);
  cleanup();
  await open((planner) => planner.load(straight([0, 0], [0.02, 0])));
  expect(screen.getByLabelText('From the start of the route')).toHaveProperty('value', '1.11');
  await press('Remove it');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('[ROUTE-05] what is no part is said, and nothing drawn changes', async () => {
  let fails = false;
  const { planner, user } = await open(undefined, (call) => {
    if (fails && call.path === '/route') throw refusal('no_path');
    return undefined;
  });
  const { plan } = planner.get();
  await choose('To', 'The start');
  await press('Remove it');
  expect(await screen.findByText(/Both ends are at the same place/)).toBeTruthy();
  await choose('To', 'The end');
  await press('Remove it');
  expect(await screen.findByText(/This is the whole route/)).toBeTruthy();
  await choose('From', 'At a distance');
  const field = screen.getByLabelText('From the start of the route');
  await user.clear(field);
  await user.type(field, '99');
  expect(screen.getByText('The route is 3.34 km long.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove it' })).toHaveProperty('disabled', true);
  await user.clear(field);
  await user.type(field, '0.5');
  await choose('To', 'Point B');
  fails = true;
  await press('Remove it');
  await waitFor(() => expect(planner.get().problem).not.toBeNull());
  expect(planner.get().plan.segments.map(({ line }) => line)).toEqual(plan.segments.map(({ line }) => line));
});
