import { installTestHost, renderPage } from '@waymark/remote/testing';
import { decodePlan, encodePlan } from '@waymark/routes';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { NotesPanel } from './notes-panel.tsx';

async function open(at: number | null = null) {
  const host = installTestHost(playRouting, { settings: { country: 'PL' } });
  const planner = createPlanner();
  // Two legs along roads of 2.2 km each, with the router's turns.
  for (const [lat, lng] of [
    [0, 0],
    [0.01, 0.01],
    [0.02, 0.02],
  ] as const)
    await planner.append({ lat, lng });
  const onPlaced = jest.fn();
  const view = renderPage(<NotesPanel planner={planner} at={at} onPlaced={onPlaced} />);
  const user = userEvent.setup({ delay: null });
  const add = async (text: string, where?: string) => {
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }));
    if (text) await user.type(screen.getByRole('textbox', { name: 'Note' }), text);
    if (where !== undefined) {
      await user.clear(screen.getByRole('textbox', { name: 'From the start' }));
      await user.type(screen.getByRole('textbox', { name: 'From the start' }), where);
    }
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
  };
  const own = () =>
    planner
      .get()
      .plan.segments.flatMap(({ notes }, segment) =>
        notes
          .filter(({ isCustomNote }) => isCustomNote)
          .map(({ instructions, distance }) => [segment, instructions, Math.round(distance / 10) * 10]),
      );
  return { host, planner, user, add, own, onPlaced, view };
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Along the route' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent?.replaceAll('\u00a0', ' '));

it('[ROUTE-05] [ROUTE-07] a note with every mark of the saved form is written, kept apart from the turns, and comes back', async () => {
  const { add, own, planner } = await open();
  const text = String.raw`Spring: left ~ 20\30 m`;
  await add(text, '3');
  expect(own()).toEqual([[1, text, 780]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a note' }));
  expect(rows()).toEqual([
    'Turn:Set off0.00 km',
    'Turn:Turn left1.11 km',
    'Turn:Set off2.22 km',
    `Your note:${text}3.00 km`,
    'Turn:Turn left3.34 km',
  ]);
  expect(screen.getByText('The note at 3.00 km is added.')).toBeTruthy();
  const { plan } = planner.get();
  const points = encodePlan(plan);
  expect(points.filter(({ _links }) => _links?.icon)).toMatchObject([
    { order: 0, notes: expect.any(String) },
  ]);
  expect(decodePlan(points).segments.map(({ notes }) => notes)).toEqual(
    plan.segments.map(({ notes }) =>
      [...notes].sort((a, b) => Number(a.isCustomNote) - Number(b.isCustomNote)),
    ),
  );
  await userEvent.click(screen.getByRole('switch', { name: 'Show turn instructions' }));
  expect(rows()).toEqual([`Your note:${text}3.00 km`]);
});

it('[ROUTE-05] a note is changed and moved in one step, deleted, and comes back by undo', async () => {
  const { add, own, planner, user, host } = await open();
  await add('Gate', '1');
  await user.click(screen.getByRole('button', { name: 'Change note: Gate' }));
  await user.type(screen.getByRole('textbox', { name: 'Note' }), ' closed');
  await user.clear(screen.getByRole('textbox', { name: 'From the start' }));
  await user.type(screen.getByRole('textbox', { name: 'From the start' }), '4');
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  expect(own()).toEqual([[1, 'Gate closed', 1780]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change note: Gate closed' }));
  await act(async () => planner.undo());
  expect(own()).toEqual([[0, 'Gate', 1000]]);
  await user.click(screen.getByRole('button', { name: 'Delete note: Gate' }));
  expect(own()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a note' }));
  await act(async () => host.notifications[0]!.action!.run());
  expect(own()).toEqual([[0, 'Gate', 1000]]);
});

it('[ROUTE-05] what no note can be is said, and what was typed stays', async () => {
  const { add, own, user } = await open();
  await add('', '9');
  expect(screen.getByText('Enter the note.')).toBeTruthy();
  expect(screen.getByText('Give a distance from 0 to 4.45.')).toBeTruthy();
  const text = screen.getByRole('textbox', { name: 'Note' });
  await user.click(text);
  await user.paste('x'.repeat(501));
  expect(screen.getByText(/below 500 characters; it has 501/)).toBeTruthy();
  expect((text as HTMLTextAreaElement).value).toHaveLength(501);
  expect(own()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a note' }));
});

it('[ROUTE-05] a click on the line opens the form there; a chosen point can take the note', async () => {
  const { own, user, onPlaced, planner } = await open(1500);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Bench');
  await act(async () => planner.select(1));
  await user.click(screen.getByRole('button', { name: 'At point B' }));
  await user.click(screen.getByRole('button', { name: 'Add the note' }));
  expect(own()).toEqual([[0, 'Bench', 2220]]);
  expect(onPlaced).toHaveBeenCalled();
});
