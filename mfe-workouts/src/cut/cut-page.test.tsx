import type { Privacy, Workout, WorkoutEdit } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { expectOneKey, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { preparePage, run, RUN, SECONDS, seen } from '../details/test-page.tsx';
import { packed } from '../testing/recording.ts';
import { sampleSummary, sampleUser, sampleWorkout } from '../testing/samples.ts';
import CutPage from './cut-page.tsx';
import { EditNote } from '../details/extras/edit-note.tsx';

// jsdom has no canvas: drawing is left out at the edge of the two libraries that do it.
jest.mock('../details/chart/plot.ts', () => ({ createPlot: jest.fn() }));
jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  createTrackMap: jest.fn(),
}));

beforeEach(() => {
  sessionStorage.clear();
  preparePage();
});

const EDIT: WorkoutEdit = {
  id: 900,
  kind: 'cut',
  created_datetime: '2026-11-21T10:00:00.000Z',
  workout_ids: [101],
  can_undo: true,
};

/** Half of the run, as the server works it out. */
const HALF = {
  start_datetime: RUN.start_datetime,
  privacy: RUN.privacy,
  aggregates: { ...RUN.aggregates, distance_total: 1234, active_time_total: 500, elapsed_time_total: 500 },
  laps: 0,
  preview: { polyline: null, bounds: null },
};

/** Opens the page; `answer` plays the edits API. */
function open(answer: (call: TestCall) => unknown = () => undefined, workout: Workout = RUN) {
  const host = installTestHost(
    (call) => {
      if (call.service === 'internal') return answer(call);
      if (call.path === `/workout/${workout.id}/`) return workout;
      if (call.path === `/workout/${workout.id}/streams/`) return packed(run);
      if (call.path === '/workout/')
        return { _embedded: { workouts: near }, total_count: near.length, _links: {} };
      throw new Error(`unplanned: ${call.path}`);
    },
    { user: sampleUser() },
  );
  const view = renderPage(
    <Routes>
      <Route path="/workout/cut/:workoutId" element={<CutPage />} />
    </Routes>,
    { at: `/workout/cut/${workout.id}` },
  );
  return { host, view };
}

const near = [
  RUN,
  sampleSummary({ id: 102, name: 'Way home', start_datetime: '2026-11-20T13:00:00.000Z' }),
  sampleSummary({
    id: 103,
    name: 'Ride',
    activity_group: 'ride',
    start_datetime: '2026-11-20T15:00:00.000Z',
  }),
  sampleSummary({ id: 104, name: 'Other watch', start_datetime: '2026-11-20T12:10:00.000Z' }),
  sampleSummary({ id: 105, name: 'Typed in', has_time_series: false }),
];

const slider = (name: string) => screen.findByRole('slider', { name });
const then = (figure: string) => {
  const row = within(screen.getByRole('region', { name: 'Preview' })).getByRole('row', {
    name: new RegExp(figure),
  });
  return within(row).getAllByRole('cell').at(-1)!.textContent;
};

it('[WORK-06] trimming by keyboard: figures follow at once, the map dims what goes', async () => {
  open();
  const start = await slider('Start');
  expect(screen.getByRole('button', { name: 'Trim' })).toHaveProperty('disabled', true);
  start.focus();
  await userEvent.keyboard('{PageUp}{PageUp}{Shift>}{ArrowRight}{/Shift}{ArrowLeft}');
  expect(start.getAttribute('aria-valuetext')).toBe('2:09, 0.32 km');
  await waitFor(() => expect(then('Moving time')).toContain('14:31'));
  expect(then('Distance')).toContain('2.18');
  expect(seen.map.setKept.mock.lastCall).toEqual([[{ from: 129, to: SECONDS }]]);
});

it('[WORK-06] trimming by pointer and by tapping the map', async () => {
  open();
  const end = await slider('End');
  const layer = screen.getByRole('group', { name: 'Where to trim or split' });
  layer.setPointerCapture = () => {};
  fireEvent.pointerDown(end, { button: 0, clientX: 800 });
  fireEvent.pointerMove(layer, { clientX: 400 });
  fireEvent.pointerUp(layer);
  expect(end.getAttribute('aria-valuenow')).toBe('500');
  fireEvent.pointerMove(layer, { clientX: 100 });
  expect(end.getAttribute('aria-valuenow')).toBe('500');
  fireEvent.pointerDown(layer, { button: 0, clientX: 80 });
  expect((await slider('Start')).getAttribute('aria-valuenow')).toBe('100');
});

it('[WORK-06] places can be typed, as time or distance, and are refused in words', async () => {
  open();
  const start = within(await screen.findByRole('group', { name: 'Start' }));
  const type = async (field: string, text: string) => {
    await userEvent.clear(start.getByRole('textbox', { name: field }));
    await userEvent.type(start.getByRole('textbox', { name: field }), `${text}{Enter}`);
  };
  await type('Time', '1:40');
  expect((await slider('Start')).getAttribute('aria-valuenow')).toBe('100');
  await type('Distance (km)', '0.5');
  expect((await slider('Start')).getAttribute('aria-valuenow')).toBe('200');
  await type('Time', 'soon');
  expect(start.getByText('Enter it like 0:12:30.')).toBeTruthy();
  await type('Time', '2:00:00');
  expect(start.getByText('Choose a place from 0:00 to 16:39.')).toBeTruthy();
});

it('[WORK-06] nothing is changed before the server’s preview is confirmed, and undo is offered', async () => {
  const { host } = open((call) => {
    if (call.options?.params?.['preview']) return { kind: 'preview', workouts: [HALF] };
    return call.path.endsWith('/undo')
      ? { kind: 'made', edit: { ...EDIT, can_undo: false }, workouts: [RUN] }
      : { kind: 'made', edit: EDIT, workouts: [RUN] };
  });
  (await slider('End')).focus();
  await userEvent.keyboard('{PageDown}');
  await userEvent.click(screen.getByRole('button', { name: 'Trim' }));
  const dialog = await screen.findByRole('dialog', { name: 'Trim this workout?' });
  expect(dialog.textContent).toContain('1.23');
  const asked = host.calls.filter(({ service }) => service === 'internal');
  expect(asked.map(({ path, body, options }) => [path, body, options?.params])).toEqual([
    ['/cutWorkout/101', { keep: [{ from: 0, to: 940 }] }, { preview: 'true' }],
  ]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Trim' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.notifications.at(-1)?.text).toBe('Your workout is trimmed.');
  act(() => host.notifications.at(-1)!.action!.run());
  await waitFor(() => expect(host.calls.some(({ path }) => path === '/workoutEdits/900/undo')).toBe(true));
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('Everything is back as it was.'));
});

it('[SESS-06] [WORK-06] an edit without an answer is told in its dialog, and sent again under the same key', async () => {
  const answers = [new ApiError(0, '', null), { kind: 'made', edit: EDIT, workouts: [RUN] }];
  const { host } = open((call) => {
    if (call.options?.params?.['preview']) return { kind: 'preview', workouts: [HALF] };
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  (await slider('End')).focus();
  await userEvent.keyboard('{PageDown}');
  await userEvent.click(screen.getByRole('button', { name: 'Trim' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Trim this workout?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Trim' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/couldn’t reach Waymark/);
  expect(screen.queryByText(/Nothing was changed/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Trim' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expectOneKey(
    host.calls.filter(
      ({ method, service, options }) =>
        method === 'POST' && service === 'internal' && !options?.params?.['preview'],
    ),
  );
});

it.each([
  [
    new ApiError(409, 'Conflict', {
      error: 'x',
      error_description: 'It was changed.',
      errorCode: 'changed_meanwhile',
    }),
    'changed_meanwhile',
    'It was changed.',
  ],
  [new ApiError(0, '', null), 'UNKNOWN_ERROR', 'Check your connection'],
  [new ApiError(502, 'Bad Gateway', '<html>'), 'UNKNOWN_ERROR', 'Check your connection'],
])(
  '[WORK-06] the error of an edit is the server’s errorCode or UNKNOWN_ERROR: %#',
  async (error, code, text) => {
    open(() => {
      throw error;
    });
    (await slider('Start')).focus();
    await userEvent.keyboard('{PageUp}');
    await userEvent.click(screen.getByRole('button', { name: 'Trim' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(alert.querySelector('[data-error-code]')?.getAttribute('data-error-code')).toBe(code);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

it('[WORK-06] the selection survives a reload', async () => {
  const { view } = open();
  await userEvent.click(await screen.findByRole('radio', { name: 'Remove a part' }));
  (await slider('From')).focus();
  await userEvent.keyboard('{Home}{PageUp}');
  view.unmount();
  open();
  expect((await slider('From')).getAttribute('aria-valuenow')).toBe('60');
});

it('[WORK-06] a split shows each workout that comes of it', async () => {
  const { host } = open(() => ({ kind: 'preview', workouts: [HALF, HALF, HALF] }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Split' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add another split' }));
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(within(preview).getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Split' }));
  await screen.findByRole('dialog', { name: 'Split this workout?' });
  expect(host.calls.find(({ service }) => service === 'internal')?.body).toEqual({ at: [250, 500] });
});

it('[WORK-06] a merge offers what was recorded around it, and says why something does not go', async () => {
  const { host } = open(() => ({ kind: 'preview', workouts: [HALF] }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Merge' }));
  const home = await screen.findByRole('checkbox', { name: /Way home/ });
  expect(screen.queryByText('Typed in')).toBeNull();
  expect(screen.getByRole('checkbox', { name: /Ride/ })).toHaveProperty('disabled', true);
  expect(screen.getByText('Different activity, so it can’t be merged.')).toBeTruthy();
  expect(screen.getByText('Recorded at the same time, so it can’t be merged.')).toBeTruthy();
  await userEvent.click(home);
  expect(then('Distance')).toMatch(/^12\.50\s/);
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
  await screen.findByRole('dialog', { name: 'Merge these workouts?' });
  expect(host.calls.find(({ service }) => service === 'internal')?.body).toEqual({ ids: [101, 102] });
});

it('[WORK-06] [DATA-03] a merge says who will see it where its parts were not seen by the same', async () => {
  const merge = async (privacy: Privacy) => {
    const { view } = open(() => ({ kind: 'preview', workouts: [{ ...HALF, privacy }] }), {
      ...RUN,
      privacy: 3,
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Merge' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Way home/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
    const { textContent } = await screen.findByRole('dialog', { name: 'Merge these workouts?' });
    view.unmount();
    sessionStorage.clear();
    return textContent;
  };
  const home = near[1]!;
  expect(await merge(0)).toContain('The merged workout will be visible to: Private (only me).');
  near[1] = { ...home, privacy: 3 };
  expect(await merge(3)).not.toContain('visible to');
  near[1] = home;
});

it.each([
  [sampleWorkout({ has_time_series: false }), 'no recording to trim'],
  [sampleWorkout({ leg_count: 3 }), 'several legs'],
  [sampleWorkout({ can: { edit: false, delete: false, copy: false } }), 'Only its owner'],
])('[WORK-06] what cannot be cut says why: %#', async (workout, why) => {
  open(undefined, workout);
  expect(await screen.findByText(new RegExp(why))).toBeTruthy();
  expect(screen.queryByRole('radiogroup', { name: 'What to do' })).toBeNull();
});

it('[WORK-06] the workout’s page tells of the last edit that can be undone', async () => {
  const host = installTestHost(
    (call) =>
      call.method === 'GET'
        ? { edits: [{ ...EDIT, id: 902, can_undo: false }, EDIT] }
        : { kind: 'made', edit: EDIT, workouts: [RUN] },
    { user: sampleUser() },
  );
  renderPage(<EditNote workout={RUN} />);
  expect(await screen.findByText('You shortened this workout on Nov 21, 2026.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/101']));
  expect(host.calls.some(({ method, path }) => method === 'POST' && path === '/workoutEdits/900/undo')).toBe(
    true,
  );
});
