import { createI18n } from '@waymark/i18n';
import { FILE_PROBLEM_MESSAGES } from '@waymark/remote/problem-messages';
import type { FileImport, FileImportList } from '@waymark/api-contract';
import { callAddress, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { countsOf, sampleImport, sampleSummary, sampleUser } from '../testing/samples.ts';
import ImportPage from './import-page.tsx';
import { sendFiles } from './landing.ts';

const PATH = '/device/file_import/';
const list = (items: FileImport[], over: Partial<FileImportList> = {}): FileImportList => ({
  _embedded: { file_imports: items },
  total_count: items.length,
  pending: items.filter((i) => i.state === 'queued' || i.state === 'reading').length,
  counts: countsOf(items.map(({ state }) => state)),
  batches: [],
  ...over,
});

function open(
  items: () => FileImport[],
  answer: (call: TestCall) => unknown = () => undefined,
  locale = 'en-us',
) {
  const host = installTestHost(
    (call) => (call.method === 'GET' && call.path === PATH ? list(items()) : answer(call)),
    { user: sampleUser() },
  );
  renderPage(<ImportPage />, { locale });
  return host;
}

it('[WORK-03] one dropped file is sent, read, and its workout opens', async () => {
  let items: FileImport[] = [];
  const host = open(
    () => items,
    (call) => {
      expect([call.method, call.path]).toEqual(['POST', PATH]);
      items = [sampleImport({ state: 'reading', progress: 0.4, workouts: [] })];
      return list(items);
    },
  );
  const chooser = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]')!);
  await userEvent.upload(chooser, new File(['x'], 'run.fit'));
  expect(await screen.findByRole('progressbar', { name: 'Reading run.fit' })).toBeTruthy();
  items = [sampleImport({ workouts: [sampleSummary({ id: 9001 })] })];
  await waitFor(() => expect(host.navigated).toEqual(['/workout/9001']));
  expect(host.published.map(({ payload }) => payload)).toEqual([
    { resources: ['imports'] },
    { resources: ['workouts', 'recordings'] },
  ]);
});

it('[WORK-03] the workout of the one file that the page before sent opens; whoever left meanwhile stays away', async () => {
  let items: FileImport[] = [];
  const answer = () => {
    items = [sampleImport({ state: 'reading', progress: 0.4, workouts: [] })];
    return list(items);
  };
  const read = () => (items = [sampleImport({ workouts: [sampleSummary({ id: 9001 })] })]);
  const host = open(() => items, answer);
  act(() => sendFiles([new File(['x'], 'run.fit')]));
  await screen.findByRole('progressbar');
  read();
  await waitFor(() => expect(host.navigated).toEqual(['/workout/9001']));
  cleanup();

  items = [];
  const later = open(() => items, answer);
  act(() => sendFiles([new File(['y'], 'ride.fit')]));
  await screen.findByRole('progressbar');
  cleanup();
  read();
  const again = open(() => items);
  await screen.findByRole('link', { name: sampleSummary().name });
  expect([...later.navigated, ...again.navigated]).toEqual([]);
});

it('[WORK-03] each bad file has its own sentence, and the good ones stay', async () => {
  open(() => [
    sampleImport(),
    sampleImport({
      id: 502,
      file_name: 'notes.txt',
      state: 'failed',
      workouts: [],
      problem: { code: 'not_a_workout', message: 'This is a text file. Choose a FIT, GPX or TCX file.' },
    }),
  ]);
  expect(await screen.findByText('This is a text file. Choose a FIT, GPX or TCX file.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Morning run' }).getAttribute('href')).toBe('/workout/101');
  const ready = screen.getByRole('link', { name: 'Morning run' }).closest('li');
  expect(ready?.textContent).toMatch(/Run · Nov 20, 2026, .* · 10\.0 km · 50:00/);
});

it('[WORK-03] what was left out says why; only a workout that is there already says that', async () => {
  const sentence = 'Left out, because they hold no workout: 1 photo or video.';
  open(() => [
    sampleImport({ state: 'skipped', workouts: [], file_name: 'again.fit' }),
    sampleImport({
      id: 502,
      file_name: 'strava.zip',
      state: 'skipped',
      workouts: [],
      problem: { code: 'left_out', message: sentence },
    }),
  ]);
  const note = (await screen.findByText(sentence)).closest('li');
  expect(note?.textContent).toContain('strava.zip');
  expect(screen.getByText('Not imported: you have this workout already.').closest('li')?.textContent).toMatch(
    /^again\.fit/u,
  );
});

it('[WORK-03] a duplicate says what stays when it is replaced', async () => {
  open(() => [sampleImport({ state: 'duplicate', workouts: [], duplicate_of: [sampleSummary()] })]);
  const line = (await screen.findByRole('button', { name: 'Replace it with this file' })).closest('li');
  expect(line?.textContent).toContain('Replacing keeps photos, gear and who may see it');
});

it('[WORK-03] a duplicate that was cut off says so before it replaces a whole workout', async () => {
  const warnings = ['The file ends early. Everything up to there was imported.'];
  open(() => [sampleImport({ state: 'duplicate', workouts: [], duplicate_of: [sampleSummary()], warnings })]);
  const line = (await screen.findByRole('button', { name: 'Replace it with this file' })).closest('li');
  expect(line?.textContent).toContain(warnings[0]);
});

it('[WORK-03] a duplicate is shown beside the workout there is, and the member chooses', async () => {
  let items = [
    sampleImport({
      state: 'duplicate',
      workouts: [],
      duplicate_of: [sampleSummary({ name: 'Lunch run' })],
      preview: {
        name: 'run.fit',
        activity_type_id: 16,
        activity_group: 'run',
        start_datetime: '2026-11-20T12:00:00.000Z',
        distance: 10_000,
        duration: 3000,
      },
    }),
  ];
  const host = open(
    () => items,
    () => {
      items = [sampleImport({ state: 'skipped', workouts: [] })];
      return items[0];
    },
  );
  const row = (await screen.findByRole('link', { name: 'Lunch run' })).closest('li');
  // Noon in UTC, told by the clock of the place, as for the one there is.
  expect(row?.textContent).toContain('run.fit · Nov 20, 2026, 7:00 AM · 10.0 km');
  await userEvent.click(screen.getByRole('button', { name: 'Keep the existing one' }));
  expect(await screen.findByText('Not imported: you have this workout already.')).toBeTruthy();
  const choice = host.calls.find((c) => c.path === '/device/file_import/501/resolution/');
  expect(choice?.body).toEqual({ choice: 'skip' });
});

it('[WORK-03] a failed file can be read again, a finished one taken off the list', async () => {
  const host = open(
    () => [
      sampleImport({
        state: 'failed',
        workouts: [],
        problem: { code: 'truncated', message: 'The file ends too early.' },
      }),
    ],
    () => undefined,
  );
  const row = (await screen.findByText('The file ends too early.')).closest('li')!;
  await userEvent.click(within(row).getByRole('button', { name: 'Try again' }));
  await userEvent.click(within(row).getByRole('button', { name: 'Remove run.fit from the list' }));
  await waitFor(() =>
    expect(host.calls.filter((c) => c.method !== 'GET').map((c) => `${c.method} ${c.path}`)).toEqual([
      'POST /device/file_import/501/retry/',
      'DELETE /device/file_import/501/',
    ]),
  );
});

it('[WORK-03] a page in another language translates the problem of a file by its code', async () => {
  const problem = { code: 'zip_encrypted', message: 'The server says it in English.' };
  open(() => [sampleImport({ state: 'failed', workouts: [], problem })], undefined, 'pseudo');
  const accented = createI18n('pseudo')._(FILE_PROBLEM_MESSAGES.zip_encrypted);
  expect(await screen.findByText(accented)).toBeTruthy();
  expect(screen.queryByText(problem.message)).toBeNull();
});

it('[WORK-03] a file that holds no workout is not offered to be read again', async () => {
  open(() => [
    sampleImport({
      state: 'failed',
      workouts: [],
      problem: { code: 'not_a_workout', message: 'This file is an image.' },
    }),
  ]);
  const row = within((await screen.findByText('This file is an image.')).closest('li')!);
  expect(row.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(row.getByRole('button', { name: 'Remove run.fit from the list' })).toBeTruthy();
});

it('[WORK-03] [ROUTE-08] a planned route is offered as a route, and links to it once it is saved', async () => {
  const planned = sampleImport({
    file_name: 'coast.gpx',
    state: 'failed',
    workouts: [],
    problem: { code: 'planned_route', message: 'This file holds a planned route.' },
  });
  let items = [planned];
  const host = open(
    () => items,
    () => {
      items = [{ ...planned, state: 'ready', problem: null, route: { id: 77, name: 'Coast path' } }];
      return items[0];
    },
  );
  const row = (await screen.findByText('This file holds a planned route.')).closest('li')!;
  expect(within(row).queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(within(row).getByRole('button', { name: 'Save as route' }));
  const link = await screen.findByRole('link', { name: 'Coast path' });
  expect(link.getAttribute('href')).toBe('/routes/view/77');
  expect(link.closest('li')?.textContent).toContain('coast.gpx');
  expect(host.calls.some((c) => c.path === '/device/file_import/501/route/')).toBe(true);
});

it('[WORK-03] a recording of a moment is asked about, without a word of duplicates', async () => {
  const host = open(
    () => [
      sampleImport({
        state: 'duplicate',
        workouts: [],
        preview: {
          name: 'Run',
          activity_type_id: 16,
          activity_group: 'run',
          start_datetime: '2026-11-20T12:00:00.000Z',
          distance: 4,
          duration: 2,
        },
      }),
    ],
    () => sampleImport(),
  );
  const question = await screen.findByText(
    'This recording is only a few seconds long. Do you want to keep it?',
  );
  const row = within(question.closest('li')!);
  expect(row.queryByRole('button', { name: 'Replace it with this file' })).toBeNull();
  expect(row.queryByText('Already here')).toBeNull();
  expect(row.getByRole('button', { name: 'Skip it' })).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Keep it' }));
  const choice = host.calls.find((c) => c.path === '/device/file_import/501/resolution/');
  expect(choice?.body).toEqual({ choice: 'keep_both' });
});

it('the page states how ascent and moving time are computed', async () => {
  open(() => []);
  expect(await screen.findByText(/a rise counts once it is 2 meters above the last low/)).toBeTruthy();
  expect(screen.getByText(/1.5 km\/h on a run, 4 km\/h on a ride/)).toBeTruthy();
});

it('[WORK-03] the total is the sum of what became of the files', async () => {
  open(() => [
    sampleImport(),
    sampleImport({ id: 502, state: 'skipped', workouts: [] }),
    sampleImport({ id: 503, state: 'skipped', workouts: [] }),
  ]);
  expect(await screen.findByRole('heading', { name: '3 files' })).toBeTruthy();
  expect(screen.getByText(/1 ready · 2 skipped/)).toBeTruthy();
});

it('[WORK-03] the filter of the list lives in the address', async () => {
  const host = installTestHost(
    ({ path }) =>
      path === PATH ? list(Array.from({ length: 6 }, (_, i) => sampleImport({ id: 501 + i }))) : {},
    { user: sampleUser() },
  );
  const Address = () => <output aria-label="Address">{useLocation().search}</output>;
  renderPage(
    <>
      <ImportPage />
      <Address />
    </>,
    { at: '/workout/import?state=ready&page=nonsense' },
  );
  expect((await screen.findByLabelText<HTMLSelectElement>('Show')).value).toBe('ready');
  expect(host.calls.some((call) => callAddress(call).includes('state=ready'))).toBe(true);
  await userEvent.type(screen.getByRole('searchbox'), 'ride');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('?state=ready&search=ride'));
  await userEvent.selectOptions(screen.getByLabelText('Show'), '');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('?search=ride'));
});

it('[WORK-03] the activity of imported workouts is changed in the list, for one or many', async () => {
  const host = open(
    () => [
      sampleImport({ workouts: [sampleSummary({ id: 11 })] }),
      sampleImport({ id: 502, workouts: [sampleSummary({ id: 12 })] }),
    ],
    (call) =>
      call.path === '/activity_type/'
        ? {
            _embedded: {
              activity_types: [
                {
                  id: 11,
                  name: 'Ride',
                  has_children: false,
                  mets: 8,
                  root_id: 11,
                  parent_id: null,
                  _links: {},
                },
              ],
            },
            total_count: 1,
          }
        : { changed: 1, undo: [{ ids: [11], activity_type_id: 16 }] },
  );
  const changes = () => host.calls.filter(({ path }) => path === '/workout/bulk/').map(({ body }) => body);
  const choose = async (name: RegExp, index = 0) => {
    await userEvent.click((await screen.findAllByRole('button', { name }))[index]!);
    await userEvent.click(await screen.findByRole('button', { name: 'Choose an activity' }));
    await userEvent.click((await screen.findAllByRole('option', { name: 'Ride' }))[0]!);
  };
  await choose(/^Change activity$/);
  await waitFor(() => expect(changes()).toEqual([{ changes: [{ ids: [11], activity_type_id: 11 }] }]));
  await waitFor(() => expect(host.notifications.at(-1)?.action?.label).toBe('Undo'));
  await choose(/^Change activity of these 2 workouts$/);
  await waitFor(() =>
    expect(changes().at(-1)).toEqual({ changes: [{ ids: [11, 12], activity_type_id: 11 }] }),
  );
});
