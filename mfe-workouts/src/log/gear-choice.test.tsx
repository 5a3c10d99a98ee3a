import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleGear, sampleWorkout } from '../testing/samples.ts';
import { installLogHost, renderCopyPage, renderEditPage } from './test-form.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const gear = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /^Gear/ });

it('[WORK-05] gear in use can be chosen for a recorded workout, and what is worn out is not offered', async () => {
  const host = installLogHost(() => sampleWorkout());
  renderEditPage();
  const offered = [...(await gear()).options].map((option) => option.text);
  await waitFor(async () => expect([...(await gear()).options]).toHaveLength(4));
  expect(offered).not.toContain('Worn shoes');
  await userEvent.selectOptions(await gear(), 'Trail shoes');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.find((c) => c.method === 'PUT')?.body).toMatchObject({ gear_id: 32 });
});

it('[WORK-05] a copy takes the gear along, and retired gear keeps its name', async () => {
  const workout = sampleWorkout({ gear: { id: 33, name: 'Worn shoes' }, has_time_series: false });
  const host = installLogHost(() => workout, { workout });
  renderCopyPage();
  await waitFor(async () => expect((await gear()).selectedOptions[0]?.text).toBe('Worn shoes'));
  await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.findLast((c) => c.path === '/workout/')?.body).toMatchObject({ gear_id: 33 });
});

it('[WORK-02] new gear is added in place and chosen', async () => {
  const host = installLogHost((call) =>
    call.path === '/usergear/' ? sampleGear({ id: 40, name: 'Red shoes' }) : sampleWorkout(),
  );
  renderEditPage();
  await userEvent.selectOptions(await gear(), 'Add new gear…');
  await userEvent.click(screen.getByRole('button', { name: 'Add gear' }));
  expect(await screen.findByText('Give it a name.')).toBeTruthy();
  await userEvent.type(
    within(screen.getByRole('group', { name: 'New gear' })).getByRole('textbox'),
    'Red shoes',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add gear' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'New gear' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.find((c) => c.path === '/usergear/' && c.method === 'POST')?.body).toEqual({
    name: 'Red shoes',
    kind: 'shoes',
  });
  expect(host.calls.find((c) => c.method === 'PUT')?.body).toMatchObject({ gear_id: 40 });
});
