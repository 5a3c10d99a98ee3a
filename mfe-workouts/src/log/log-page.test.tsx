import type { Workout, WorkoutInput } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { sampleGear, sampleUser, sampleWorkout } from '../testing/samples.ts';
import { photoUploads } from '../details/photos/photo-uploads.ts';
import CopyPage from './copy-page.tsx';
import EditPage from './edit-page.tsx';
import { keepDraft } from './draft.ts';
import LogPage from './log-page.tsx';
import { emptyLog } from './log-values.ts';

const TYPES = {
  _embedded: {
    activity_types: [
      { id: 16, name: 'Run', has_children: false, mets: 9, root_id: 16, parent_id: null, _links: {} },
    ],
  },
  total_count: 1,
};

const GEAR = {
  _embedded: {
    gear: [
      sampleGear({ id: 31, name: 'Blue shoes', default_for: ['run'] }),
      sampleGear({ id: 32, name: 'Trail shoes' }),
      sampleGear({ id: 33, name: 'Worn shoes', retired_datetime: '2026-01-01T00:00:00.000Z' }),
    ],
  },
  total_count: 3,
};

/** The API as these pages use it; `save` answers what is written. */
function answers(save: (call: TestCall) => unknown) {
  return (call: TestCall): unknown => {
    if (call.path === '/activity_type/') return TYPES;
    if (call.method === 'GET' && call.path === '/usergear/') return GEAR;
    if (call.path === '/workout/calculate/calories/')
      return { energy: 1, kcal: 612.4, formula: '', weight_assumed: false };
    if (call.method === 'GET' && call.path === '/workout/101/') return sampleWorkout();
    return save(call);
  };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const at = (path: string, pattern: string, page: React.ReactNode) =>
  renderPage(
    <Routes>
      <Route path={pattern} element={page} />
    </Routes>,
    { at: path },
  );

it('[WORK-02] an empty form says what is missing and saves nothing', async () => {
  const host = installTestHost(
    answers(() => undefined),
    { user: sampleUser() },
  );
  renderPage(<LogPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save workout' }));
  expect(await screen.findByText('Choose an activity.')).toBeTruthy();
  expect(screen.getByText('Enter how long it took.')).toBeTruthy();
  expect(host.calls.filter((c) => c.method === 'POST')).toEqual([]);
});

it('[WORK-05] editing a workout sends only what was changed', async () => {
  const host = installTestHost(
    answers(() => sampleWorkout()),
    { user: sampleUser() },
  );
  at('/workout/edit/101', '/workout/edit/:workoutId', <EditPage />);
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Hill repeats');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.find((c) => c.method === 'PUT')?.body).toEqual({ name: 'Hill repeats' });
});

/** As another service told of it: more exactly than the form shows. */
const TOLD = sampleWorkout({
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
async function edited(workout: Workout, change: () => Promise<void>) {
  const host = installTestHost(
    (call) =>
      call.method === 'GET' && call.path === '/workout/101/' ? workout : answers(() => workout)(call),
    { user: sampleUser() },
  );
  at('/workout/edit/101', '/workout/edit/:workoutId', <EditPage />);
  await screen.findByRole('textbox', { name: /Notes/ });
  await change();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  return host.calls.find((c) => c.method === 'PUT')?.body;
}

it('[WORK-05] figures that were not changed are not sent: the form shows them less exactly than they are', async () => {
  const notes = () => userEvent.type(screen.getByRole('textbox', { name: /Notes/ }), 'Windy.');
  expect(await edited(TOLD, notes)).toEqual({ notes: 'Windy.' });
});

it('[WORK-05] nothing is sent when nothing was changed', async () => {
  expect(await edited(TOLD, () => Promise.resolve())).toBeUndefined();
});

it('[WORK-05] an estimate of the energy is no figure of the member: it follows what they change', async () => {
  const change = async () => {
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Calories/ }).value).toBe('');
    expect(await screen.findByText('Estimate: 612 kcal')).toBeTruthy();
    const distance = screen.getByRole('textbox', { name: /Distance/ });
    await userEvent.clear(distance);
    await userEvent.type(distance, '20');
  };
  expect(await edited({ ...TOLD, energy_estimated: true }, change)).toEqual({ distance: 20_000 });
});

it('[WORK-05] what the server refuses stands at its field, and nothing typed is lost', async () => {
  const body = {
    status: 400,
    error: 'validation_error',
    error_description: 'Keep the name below 200 characters.',
    diagnostics: { name: ['Keep the name below 200 characters.'] },
    request_id: 'r',
  };
  installTestHost(
    answers(() => {
      throw new ApiError(400, 'Bad Request', body);
    }),
    { user: sampleUser() },
  );
  at('/workout/edit/101', '/workout/edit/:workoutId', <EditPage />);
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 's');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Not saved yet')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Name/ }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Morning runs');
});

it('[WORK-05] a copy is a new workout with the figures of the first, and a failure keeps status text and code', async () => {
  let refuse = true;
  const host = installTestHost(
    answers(() => {
      if (refuse)
        throw new ApiError(503, 'Service Unavailable', {
          status: 503,
          error: 'unavailable',
          error_description: 'Try again in a moment.',
          request_id: 'r',
        });
      return sampleWorkout({ id: 202 });
    }),
    { user: sampleUser() },
  );
  at('/workout/copy/101', '/workout/copy/:workoutId', <CopyPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save copy' }));
  expect(await screen.findByText(/went wrong on our side. Nothing was lost/)).toBeTruthy();
  expect(host.events).toContainEqual({
    name: 'workout_copy_failed',
    properties: {
      status: 503,
      code: 'unavailable',
      message: '503 Service Unavailable: Try again in a moment. (unavailable)',
    },
  });
  refuse = false;
  await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/202']));
  expect(host.calls.findLast((c) => c.method === 'POST')?.body).toMatchObject({
    activity_type_id: 16,
    distance: 10_000,
    duration: 3000,
    name: 'Morning run',
  });
});

it.each([
  ['offline', false, /You’re offline. Nothing was lost/],
  ['no answer', true, /couldn’t reach Waymark. Nothing was lost/],
])('[WORK-05] a save that fails (%s) says so at the button, in view', async (_, isOnline, sentence) => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
  installTestHost(
    answers(() => {
      throw new ApiError(0, '', null);
    }),
    { user: sampleUser() },
  );
  at('/workout/copy/101', '/workout/copy/:workoutId', <CopyPage />);
  const button = await screen.findByRole('button', { name: 'Save copy' });
  await userEvent.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(sentence);
  expect(scrolled.some((element) => element.contains(alert))).toBe(true);
  const controlsBetween = [...button.closest('form')!.querySelectorAll('input, select, textarea')].filter(
    (control) => alert.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(controlsBetween).toEqual([]);
  onLine.mockRestore();
  delete (Element.prototype as Partial<Element>).scrollIntoView;
});

it('[WORK-03] a workout that is saved again after a lost answer, a reload and a change keeps its idempotency key', async () => {
  const host = installTestHost(
    answers(() => {
      throw new ApiError(0, '', null);
    }),
    { user: sampleUser() },
  );
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
  installTestHost(
    answers(() => {
      throw new ApiError(422, 'Unprocessable', {
        error: 'idempotency_key_reused',
        error_description: 'An earlier try was saved after all.',
      });
    }),
    { user: sampleUser() },
  );
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
  at('/workout/edit/9', '/workout/edit/:workoutId', <EditPage />);
  expect(await screen.findByText('This workout is private or does not exist')).toBeTruthy();
});

const gear = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /^Gear/ });

it('[WORK-05] gear in use can be chosen for a recorded workout, and what is worn out is not offered', async () => {
  const host = installTestHost(
    answers(() => sampleWorkout()),
    { user: sampleUser() },
  );
  at('/workout/edit/101', '/workout/edit/:workoutId', <EditPage />);
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
  const host = installTestHost(
    (call) =>
      call.method === 'GET' && call.path === '/workout/101/' ? workout : answers(() => workout)(call),
    { user: sampleUser() },
  );
  at('/workout/copy/101', '/workout/copy/:workoutId', <CopyPage />);
  await waitFor(async () => expect((await gear()).selectedOptions[0]?.text).toBe('Worn shoes'));
  await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.findLast((c) => c.path === '/workout/')?.body).toMatchObject({ gear_id: 33 });
});

it('[WORK-02] new gear is added in place and chosen', async () => {
  const host = installTestHost(
    answers((call) =>
      call.path === '/usergear/' ? sampleGear({ id: 40, name: 'Red shoes' }) : sampleWorkout(),
    ),
    { user: sampleUser() },
  );
  at('/workout/edit/101', '/workout/edit/:workoutId', <EditPage />);
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

it('[WORK-02] photos are sent once the workout is there, and one that fails does not hold the others up', async () => {
  URL.createObjectURL = jest.fn(() => 'blob:photo');
  URL.revokeObjectURL = jest.fn();
  const sent: string[] = [];
  const host = installTestHost(
    answers((call) => {
      if (call.path !== '/workout/777/photos/') return sampleWorkout({ id: 777 });
      const { name } = (call.body as FormData).get('photo') as File;
      sent.push(name);
      if (name === 'summit.jpg') throw new ApiError(0, '', null);
      return { _embedded: { photos: [] }, total_count: 0 };
    }),
    { user: sampleUser() },
  );
  at('/workout/copy/101', '/workout/copy/:workoutId', <CopyPage />);
  await screen.findByRole('button', { name: 'Choose photos' });
  const image = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(chooser, [image('summit.jpg'), image('lake.jpg'), image('hut.jpg')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove hut.jpg' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/777']));
  await waitFor(() => expect(sent).toEqual(['summit.jpg', 'lake.jpg']));
  await waitFor(() =>
    expect(
      photoUploads(777)
        .get()
        .map(({ name, problem }) => [name, problem?.code]),
    ).toEqual([['summit.jpg', 'offline']]),
  );
});

it('[WORK-05] the start of a workout that was not changed stays to the second, and in the hour that comes twice', async () => {
  const change = async () => {
    expect(await screen.findByText(/this time came twice/)).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 's');
  };
  expect(await edited(TOLD, change)).toEqual({ name: 'Morning runs' });
});

it('[WORK-02] a mood is chosen by its name, sent with the workout, and can be cleared', async () => {
  const host = installTestHost(
    answers(() => sampleWorkout({ mood: 4 })),
    { user: sampleUser() },
  );
  at('/workout/edit/101', '/workout/edit/:workoutId', <EditPage />);
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

it('[WORK-02] a new log ends now, goes back to the last start, and its time zone can be changed', async () => {
  localStorage.setItem('waymark.log_last_start', '06:15');
  const host = installTestHost(
    answers(() => sampleWorkout({ id: 300 })),
    { user: sampleUser() },
  );
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
  installTestHost(
    answers(() => undefined),
    { user: sampleUser() },
  );
  renderPage(<LogPage />);
  const duration = await screen.findByRole('group', { name: /Duration/ });
  await userEvent.type(within(duration).getByLabelText('Minutes'), '75');
  await userEvent.click(screen.getByRole('button', { name: 'Save workout' }));
  expect(within(duration).getByText('Minutes and seconds go up to 59.')).toBeTruthy();
  expect(within(duration).queryByText('Enter how long it took.')).toBeNull();
});

it('[WORK-02] yoga is asked for neither pace nor distance', async () => {
  installTestHost(
    answers(() => undefined),
    { user: sampleUser() },
  );
  keepDraft({ ...emptyLog(new Date(), 'UTC', 0), activityId: 78, activityGroup: 'yoga' });
  renderPage(<LogPage />);
  await screen.findByRole('group', { name: /Duration/ });
  expect(screen.queryByRole('group', { name: /Pace/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Distance/ })).toBeNull();
});

it('[WORK-12] the log form finds an activity by an everyday word', async () => {
  installTestHost(
    answers(() => sampleWorkout()),
    { user: sampleUser() },
  );
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
    installTestHost(
      answers(() => sampleWorkout()),
      { user: sampleUser({ first_day_of_week }) },
    );
    const { unmount } = renderPage(<LogPage />);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Open calendar' }))[0]!);
    const days = within(await screen.findByRole('grid', { name: 'Choose a day' })).getAllByRole(
      'columnheader',
    );
    expect(days[0]!.getAttribute('abbr')).toBe(name);
    unmount();
  }
});
