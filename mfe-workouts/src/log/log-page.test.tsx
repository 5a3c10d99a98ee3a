import type { WorkoutInput } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { renderPage } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleUser, sampleWorkout } from '../testing/samples.ts';
import { keepDraft } from './draft.ts';
import LogPage from './log-page.tsx';
import { emptyLog } from './log-values.ts';
import { installLogHost } from './test-form.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('[WORK-02] an empty form says what is missing and saves nothing', async () => {
  const host = installLogHost(() => undefined);
  renderPage(<LogPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save workout' }));
  expect(await screen.findByText('Choose an activity.')).toBeTruthy();
  expect(screen.getByText('Enter how long it took.')).toBeTruthy();
  expect(host.calls.filter((c) => c.method === 'POST')).toEqual([]);
});

it('[WORK-02] a new log ends now, goes back to the last start, and its time zone can be changed', async () => {
  localStorage.setItem('waymark.log_last_start', '06:15');
  const host = installLogHost(() => sampleWorkout({ id: 300 }));
  renderPage(<LogPage />);
  const start = await screen.findByLabelText<HTMLInputElement>(/^Start/);
  expect(await screen.findByText('Starts now.')).toBeTruthy();
  await userEvent.type(within(screen.getByRole('group', { name: /Duration/ })).getByLabelText('Hours'), '2');
  expect(screen.getByText('Set so that it ends now.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '06:15 as last time' }));
  expect(start.value).toBe('06:15');
  await userEvent.click(screen.getByRole('button', { name: 'Ends now' }));
  expect(screen.getByText('Set so that it ends now.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Time zone:/ }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
  await userEvent.click(screen.getByRole('button', { name: /Choose an activity|Activity/ }));
  await userEvent.click((await screen.findAllByRole('option', { name: 'Run' }))[0]!);
  await userEvent.type(screen.getByRole('textbox', { name: /Ascent/ }), '250');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /How hard/ }), '8');
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/300']));
  const body = host.calls.find((call) => call.method === 'POST')?.body as WorkoutInput;
  expect(body).toMatchObject({ start_locale_timezone: 'Asia/Tokyo', ascent: 250, effort: 8, duration: 7200 });
  const endedBefore = Date.now() - Date.parse(body.start_datetime) - 7_200_000;
  expect(endedBefore).toBeGreaterThanOrEqual(0);
  expect(endedBefore).toBeLessThan(120_000);
});

it('[WORK-02] a field shows one error at a time', async () => {
  installLogHost(() => undefined);
  renderPage(<LogPage />);
  const duration = await screen.findByRole('group', { name: /Duration/ });
  await userEvent.type(within(duration).getByLabelText('Minutes'), '75');
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  expect(within(duration).getByText('Minutes and seconds go up to 59.')).toBeTruthy();
  expect(within(duration).queryByText('Enter how long it took.')).toBeNull();
});

it('[WORK-02] yoga is asked for neither pace nor distance', async () => {
  installLogHost(() => undefined);
  keepDraft({ ...emptyLog(new Date(), 'UTC', 0), activityId: 78, activityGroup: 'yoga' });
  renderPage(<LogPage />);
  await screen.findByRole('group', { name: /Duration/ });
  expect(screen.queryByRole('group', { name: /Pace/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Distance/ })).toBeNull();
});

it('[WORK-12] the log form finds an activity by an everyday word', async () => {
  installLogHost(() => sampleWorkout());
  renderPage(<LogPage />);
  const activity = await screen.findByRole('button', { name: /Choose an activity|Activity/ });
  await userEvent.click(activity);
  await userEvent.type(await screen.findByLabelText('Search activities'), 'jogging');
  const list = screen.getByRole('listbox', { name: 'Choose an activity' });
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Run']);
  await userEvent.click(screen.getByRole('option', { name: 'Run' }));
  expect(activity.textContent).toContain('Run');
});

it('[ACCT-02] the weeks of the day picker begin on the member’s own day', async () => {
  for (const [first_day_of_week, name] of [
    [0, 'Sunday'],
    [1, 'Monday'],
    [6, 'Saturday'],
  ] as const) {
    installLogHost(() => sampleWorkout(), { user: sampleUser({ first_day_of_week }) });
    const { unmount } = renderPage(<LogPage />);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Open calendar' }))[0]!);
    const days = within(await screen.findByRole('grid', { name: 'Choose a day' })).getAllByRole(
      'columnheader',
    );
    expect(days[0]!.getAttribute('abbr')).toBe(name);
    unmount();
  }
});

it('[WORK-03] a workout that is saved again after a lost answer, a reload and a change keeps its idempotency key', async () => {
  const host = installLogHost(() => {
    throw new ApiError(0, '', null);
  });
  keepDraft({
    ...emptyLog(new Date('2026-11-20T12:00:00Z'), 'America/New_York', 0),
    activityId: 16,
    duration: 3000,
  });
  const saveOnce = async () => {
    const page = renderPage(<LogPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Save workout' }));
    await screen.findByRole('alert');
    page.unmount();
  };
  await saveOnce();
  const page = renderPage(<LogPage />);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Notes/ }), 'Into the wind.');
  page.unmount();
  await saveOnce();
  const sent = host.calls.filter((call) => call.method === 'POST');
  const keys = sent.map(({ options }) => options?.headers?.['idempotency-key']);
  expect(sent.map(({ body }) => (body as WorkoutInput).notes)).toEqual(['', 'Into the wind.']);
  expect(keys[0]).toBe(keys[1]);
  const left = renderPage(<LogPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  left.unmount();
  keepDraft({ ...emptyLog(new Date('2026-11-20T12:00:00Z'), 'UTC', 0), activityId: 16, duration: 60 });
  await saveOnce();
  expect(host.calls.at(-1)?.options?.headers?.['idempotency-key']).not.toBe(keys[0]);
});

it('[WORK-03] a workout that was stored although its answer was lost is not called unsaved, and can be opened', async () => {
  installLogHost(() => {
    throw new ApiError(422, 'Unprocessable', {
      error: 'idempotency_key_reused',
      error_description: 'An earlier try was saved after all.',
    });
  });
  keepDraft({
    ...emptyLog(new Date('2026-11-20T12:00:00Z'), 'America/New_York', 0),
    activityId: 16,
    duration: 3000,
  });
  renderPage(<LogPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save workout' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Saved without your latest changes');
  expect(alert.textContent).toContain('An earlier try was saved after all.');
  expect(alert.textContent).not.toContain('Not saved yet');
  expect(screen.getByRole('link', { name: 'Open all workouts' }).getAttribute('href')).toBe('/workouts/all');
});

const REFUSED = sampleUser({ consents: { health: false } });
const NOTE = /Heart rate needs your consent for health data/;

it('[PRIV-02] [WORK-02] no heart rate is asked for while health data is refused; one line says why and leads to the choice', async () => {
  installLogHost(() => undefined, { user: REFUSED });
  renderPage(<LogPage />);
  expect(await screen.findByText(NOTE)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /heart rate/i })).toBeNull();
  const link = screen.getByRole('link', { name: 'Change your answer in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/privacy_center/consents/edit',
    '_blank',
  ]);
});

it('[PRIV-02] [WORK-02] a heart rate that was typed before the consent was taken back stays, with the sentence, and is not sent', async () => {
  const host = installLogHost(
    () => {
      throw new ApiError(403, 'Refused', {
        status: 403,
        error: 'health_consent_needed',
        error_description: 'Not without consent.',
        request_id: 'r1',
        diagnostics: { heartrate_avg: ['Not without consent.'] },
      });
    },
    { reloadedUser: REFUSED },
  );
  keepDraft({
    ...emptyLog(new Date(), 'UTC', 0),
    activityId: 16,
    activityGroup: 'run',
    duration: 3600,
    notes: 'Windy',
  });
  renderPage(<LogPage />);
  await userEvent.type(await screen.findByRole('textbox', { name: /Average heart rate/ }), '151');
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  expect(await screen.findByText(NOTE)).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Average heart rate/ });
  expect(field.value).toBe('151');
  expect(screen.getByText('Not without consent.', { selector: '.wm-field *' })).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Notes/ }).value).toBe('Windy');
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  expect(host.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  await waitFor(() => expect(host.calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(host.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ heartrate_avg: null });
});
