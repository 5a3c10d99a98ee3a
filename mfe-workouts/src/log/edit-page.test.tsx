import type { Workout } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleUser, sampleWorkout } from '../testing/samples.ts';
import { installLogHost, renderEditPage } from './test-form.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('[WORK-05] editing a workout sends only what was changed', async () => {
  const host = installLogHost(() => sampleWorkout());
  renderEditPage();
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Hill repeats');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.find((c) => c.method === 'PUT')?.body).toEqual({ name: 'Hill repeats' });
});

/** What another service says of a workout without its recording, more exactly than the form shows it. */
const SUMMARY_ONLY = sampleWorkout({
  has_time_series: false,
  aggregates: {
    ...sampleWorkout().aggregates,
    distance_total: 10_543.21,
    active_time_total: 3600.4,
    elapsed_time_total: 3900,
    metabolic_energy_total: 2_721_692,
    heartrate_avg: 150.4,
  },
  // The second 1:30 of that night in New York.
  start_datetime: '2026-11-01T06:30:21.000Z',
});

/** Opens the form for a workout, and gives what is sent once `change` was typed. */
async function editAndSave(workout: Workout, change: () => Promise<void>) {
  const host = installLogHost(() => workout, { workout });
  renderEditPage();
  await screen.findByRole('textbox', { name: /Notes/ });
  await change();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  return host.calls.find((c) => c.method === 'PUT')?.body;
}

it('[WORK-05] figures that were not changed are not sent: the form shows them less exactly than they are', async () => {
  const notes = () => userEvent.type(screen.getByRole('textbox', { name: /Notes/ }), 'Windy.');
  expect(await editAndSave(SUMMARY_ONLY, notes)).toEqual({ notes: 'Windy.' });
});

const descriptionOf = (control: HTMLElement): string | null | undefined =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;

it('[WORK-05] under notes, mood, effort and gear it says who sees them; one choice shares them', async () => {
  const change = async () => {
    const fields = [
      screen.getByRole('textbox', { name: /Notes/ }),
      await screen.findByRole('combobox', { name: /How hard was it/ }),
      screen.getByRole('combobox', { name: /Gear/ }),
      screen.getByRole('group', { name: /How did you feel/ }),
    ];
    const audiences = () => fields.map(descriptionOf);
    expect(audiences()).toEqual(fields.map(() => 'Only you see this.'));
    await userEvent.click(screen.getByRole('checkbox', { name: /Show notes, mood, effort and gear/ }));
    expect(audiences()).toEqual(fields.map(() => 'Everyone who can see this workout sees this.'));
  };
  expect(await editAndSave(SUMMARY_ONLY, change)).toEqual({ are_notes_shared: true });
});

it('[WORK-05] nothing is sent when nothing was changed', async () => {
  expect(await editAndSave(SUMMARY_ONLY, () => Promise.resolve())).toBeUndefined();
});

it('[WORK-05] an estimate of the energy is no figure of the member: it follows what they change', async () => {
  const change = async () => {
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Calories/ }).value).toBe('');
    expect(await screen.findByText('Estimate: 612 kcal')).toBeTruthy();
    const distance = screen.getByRole('textbox', { name: /Distance/ });
    await userEvent.clear(distance);
    await userEvent.type(distance, '20');
  };
  expect(await editAndSave({ ...SUMMARY_ONLY, energy_estimated: true }, change)).toEqual({
    distance: 20_000,
  });
});

it('[WORK-05] the start of a workout that was not changed stays to the second, and in the hour that comes twice', async () => {
  const change = async () => {
    expect(await screen.findByText(/this time came twice/)).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 's');
  };
  expect(await editAndSave(SUMMARY_ONLY, change)).toEqual({ name: 'Morning runs' });
});

it('[WORK-02] a mood is chosen by its name, sent with the workout, and can be cleared', async () => {
  const host = installLogHost(() => sampleWorkout({ mood: 4 }));
  renderEditPage();
  const moods = await screen.findByRole('radiogroup', { name: 'How did you feel?' });
  expect(
    within(moods)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Exhausted', 'Tired', 'Okay', 'Good', 'Great']);
  await userEvent.click(within(moods).getByRole('radio', { name: 'Great' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(within(moods).queryByRole('radio', { checked: true })).toBeNull();
  await userEvent.click(within(moods).getByRole('radio', { name: 'Good' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ mood: 4 }]);
});

it('[WORK-05] what the server refuses stands at its field, and nothing typed is lost', async () => {
  const body = {
    status: 400,
    error: 'validation_error',
    error_description: 'Keep the name below 200 characters.',
    diagnostics: { name: ['Keep the name below 200 characters.'] },
    request_id: 'r',
  };
  installLogHost(() => {
    throw new ApiError(400, 'Bad Request', body);
  });
  renderEditPage();
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 's');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Not saved yet')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Name/ }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Morning runs');
});

it('[DATA-03] a workout that is private or missing is said to be so', async () => {
  installTestHost(
    () => {
      throw new ApiError(404, 'Not Found', {
        status: 404,
        error: 'not_found',
        error_description: 'x',
        request_id: 'r',
      });
    },
    { user: sampleUser() },
  );
  renderEditPage(9);
  expect(await screen.findByText('This workout is private or does not exist')).toBeTruthy();
});

it('[PRIV-02] [WORK-05] of a recording the form names no heart rate to who refuses health data', async () => {
  const workout = sampleWorkout({ has_time_series: true });
  installLogHost(() => workout, { workout, user: sampleUser({ consents: { health: false } }) });
  renderEditPage();
  expect(await screen.findByText(/^Distance, time and pace come from the recording/)).toBeTruthy();
});
