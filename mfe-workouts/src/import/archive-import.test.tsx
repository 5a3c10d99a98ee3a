import type { FileImportList, ImportBatch } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { countsOf, sampleImport, sampleSummary, sampleUser } from '../testing/samples.ts';
import ImportPage from './import-page.tsx';
import { rateOf } from './time-left.tsx';

const PATH = '/device/file_import/';
const batch = (over: Partial<ImportBatch> = {}): ImportBatch => ({
  batch_id: 500,
  name: 'strava.zip',
  unpacking: false,
  total: 2000,
  counts: { ...countsOf([]), ready: 1200, queued: 788, duplicate: 9, failed: 3 },
  created_datetime: new Date().toISOString(),
  finished_datetime: null,
  ...over,
});

/** A member with an archive of 2,000 files. */
function open(answer: (call: TestCall) => unknown = () => undefined, over: Partial<FileImportList> = {}) {
  const base: FileImportList = {
    _embedded: { file_imports: Array.from({ length: 50 }, (_, i) => sampleImport({ id: 600 + i })) },
    total_count: 2000,
    pending: 0,
    counts: { ...countsOf([]), ready: 1988, duplicate: 9, failed: 3 },
    batches: [batch({ counts: { ...countsOf([]), ready: 1988, duplicate: 9, failed: 3 } })],
    ...over,
  };
  const host = installTestHost(
    (call) => answer(call) ?? (call.method === 'GET' && call.path === PATH ? base : undefined),
    { user: sampleUser() },
  );
  renderPage(<ImportPage />);
  return host;
}
const asked = (host: ReturnType<typeof open>) =>
  host.calls
    .filter(({ method, path }) => method === 'GET' && path === PATH)
    .map(({ options }) => options?.params);
const written = (host: ReturnType<typeof open>) =>
  host.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body, options }) => [method, path, body ?? options?.params]);

it('[WORK-03] an archive says how many of its files are done', async () => {
  open(() => undefined, { batches: [batch()] });
  const bar = await screen.findByRole('progressbar', { name: 'Reading strava.zip' });
  expect(bar.getAttribute('aria-valuetext')).toBe('1,212 of 2,000 files');
  expect(screen.getByText('1,212 of 2,000 files')).toBeTruthy();
});

it('[WORK-03] an archive that is being unpacked says so', async () => {
  open(() => undefined, { batches: [batch({ unpacking: true, total: 340, counts: countsOf([]) })] });
  expect(await screen.findByText('Unpacking: 340 files so far')).toBeTruthy();
});

it('[WORK-03] the rate is what came in over the last seconds', () => {
  expect(rateOf([{ at: 0, done: 10 }])).toBeNull();
  expect(
    rateOf([
      { at: 0, done: 10 },
      { at: 2000, done: 40 },
    ]),
  ).toBe(15);
});

it('[WORK-03] duplicates are decided once for all, failed files are read again, what is done is cleared', async () => {
  const host = open((call) => (call.method === 'GET' ? undefined : { changed: 9 }));
  const all = await screen.findByRole('group', { name: 'All duplicates' });
  expect(all.textContent).toContain('9 files wait for your choice');
  await userEvent.click(within(all).getByRole('button', { name: 'Keep existing, for all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry all failed files' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear finished' }));
  expect(written(host)).toEqual([
    ['POST', `${PATH}resolution/`, { choice: 'skip', batch_id: undefined }],
    ['POST', `${PATH}retry/`, { batch_id: undefined }],
    ['DELETE', PATH, { batch_id: undefined }],
  ]);
});

it('[WORK-03] one batch is looked at alone, and decided for alone', async () => {
  const host = open((call) => (call.method === 'GET' ? undefined : { changed: 9 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show its files' }));
  await waitFor(() => expect(asked(host).at(-1)).toMatchObject({ batch_id: 500, offset: 0 }));
  await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
  expect(written(host)).toEqual([['POST', `${PATH}resolution/`, { choice: 'replace', batch_id: 500 }]]);
});

it('[WORK-03] thousands of files come a page at a time, and can be filtered and searched', async () => {
  const host = open();
  expect(await screen.findAllByRole('link', { name: 'Morning run' })).toHaveLength(50);
  Element.prototype.scrollIntoView = jest.fn();
  await userEvent.click(screen.getByRole('button', { name: 'Page 40' }));
  await waitFor(() => expect(asked(host).at(-1)).toMatchObject({ limit: 50, offset: 1950 }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Could not be read (3)');
  await waitFor(() => expect(asked(host).at(-1)).toMatchObject({ state: 'failed', offset: 0 }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'lake');
  await waitFor(() => expect(asked(host).at(-1)).toMatchObject({ state: 'failed', search: 'lake' }));
});

it('[WORK-03] nothing that fits the search is said, with the way back', async () => {
  const none = { _embedded: { file_imports: [] }, total_count: 0 };
  const host = open(({ options, path }) =>
    path === PATH && options?.params?.search
      ? { ...none, pending: 0, counts: countsOf(Array.from({ length: 9 }, () => 'ready')), batches: [] }
      : undefined,
  );
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'x');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all files' }));
  await waitFor(() => expect(asked(host).at(-1)?.search).toBeUndefined());
});

it('[WORK-03] the list is downloaded as it is filtered, and a failure is said', async () => {
  let broken = true;
  const host = open(({ path }) => {
    if (path !== `${PATH}report/`) return undefined;
    if (broken) throw new ApiError(0, '', null);
    return new Blob(['file;state']);
  });
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = jest.fn(() => 'blob:list');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Ready (1,988)');
  await userEvent.click(screen.getByRole('button', { name: 'Download the list' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/couldn’t reach Waymark/));
  expect(clicked).not.toHaveBeenCalled();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Download the list' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(host.calls.findLast(({ path }) => path.endsWith('/report/'))?.options).toMatchObject({
    responseType: 'blob',
    params: { state: 'ready' },
  });
});

it('[WORK-03] a decision that fails is said, and the list stays', async () => {
  const host = open(({ method }) => {
    if (method === 'POST') throw new ApiError(0, '', null);
    return undefined;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Replace all' }));
  await waitFor(() => expect(host.notifications[0]?.kind).toBe('error'));
  expect(screen.getAllByRole('link', { name: 'Morning run' })).toHaveLength(50);
});

it('[WORK-03] what was read while the page is open is told to the other pages', async () => {
  let read = 1200;
  const host = open(({ path, method }) =>
    method === 'GET' && path === PATH
      ? {
          _embedded: { file_imports: [sampleImport({ workouts: [sampleSummary()] })] },
          total_count: 2000,
          pending: read < 1205 ? 795 : 0,
          counts: { ...countsOf([]), ready: read },
          batches: [],
        }
      : undefined,
  );
  await screen.findByRole('link', { name: 'Morning run' });
  read = 1205;
  await waitFor(() =>
    expect(host.published).toEqual([
      { name: 'data.changed', payload: { resources: ['workouts', 'recordings'] } },
    ]),
  );
});
