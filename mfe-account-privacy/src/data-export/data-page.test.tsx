import type { DataExport } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const LIST = 'GET /data_export/';
const RESTORE = 'GET /data_export/restore/';
const one = (over: Partial<DataExport> = {}): DataExport => ({
  id: 5,
  status: 'ready',
  progress: { done: 40, total: 120 },
  bytes: 12_345_678,
  requested_datetime: '2026-11-20T10:00:00.000Z',
  ready_datetime: '2026-11-20T10:05:00.000Z',
  expires_datetime: '2026-11-27T10:05:00.000Z',
  href: '/services/main/v7.1/data_export/5/archive/?until=1&signature=s',
  ...over,
});
const open = (answers: Record<string, unknown>) =>
  openPage('/account/data', { [RESTORE]: { restore: null }, ...answers }, { user: sampleMember() });

it('[ACCT-05] asks for an archive after a proof of identity, shows its progress and downloads it', async () => {
  const { host, user } = open({
    [LIST]: [{ exports: [] }, { exports: [one({ status: 'running', href: null })] }, { exports: [one()] }],
    'POST /data_export/': one({ status: 'queued' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Create an archive' }));
  expect(await screen.findByText('40 of 120')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('40 of 120');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create an archive' }).disabled).toBe(true);
  // It is asked again by itself until the archive is ready.
  const link = await screen.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toContain('/archive/?until=1&signature=s');
  expect(screen.getByText('12 MB, until Nov 27, 2026, 11:05 AM')).toBeTruthy();
  expect(sentCalls(host)).toHaveLength(1);
});

it('[ACCT-05] the archive of a new member has a size too', async () => {
  open({ [LIST]: { exports: [one({ bytes: 6_254 })] } });
  expect(await screen.findByText('6.3 kB, until Nov 27, 2026, 11:05 AM')).toBeTruthy();
});

it('[ACCT-05] a refusal is said; an archive is deleted', async () => {
  const { host, user } = open({
    [LIST]: { exports: [one()] },
    'POST /data_export/': refusal(409, 'export_under_way', 'An archive is being made already.'),
    'DELETE /data_export/5/': undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Create an archive' }));
  expect((await screen.findByRole('alert')).textContent).toContain('being made already');
  await user.click(await screen.findByRole('button', { name: /^Delete the archive of Nov 20, 2026/ }));
  await waitFor(() => expect(sentCalls(host).at(-1)?.method).toBe('DELETE'));
});

it('[ACCT-05] an archive is brought back in, with what came of it', async () => {
  const done = {
    id: 1,
    status: 'done',
    progress: { done: 3, total: 3 },
    counts: { workouts: 3 },
    problem: null,
  };
  const { host, user, container } = open({
    [LIST]: { exports: [] },
    'POST /data_export/restore/': done,
    [RESTORE]: [{ restore: null }, { restore: done }],
  });
  await screen.findByText('Drop the archive here');
  await user.upload(
    container.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['zip'], 'a.zip'),
  );
  expect(await screen.findByText(/Everything is back: 3 workouts/)).toBeTruthy();
  const body = sentCalls(host)[0]?.body as FormData;
  expect((body.get('archive') as File).name).toBe('a.zip');
});

it('[ACCT-05] a failed archive says why', async () => {
  open({
    [LIST]: { exports: [one({ status: 'failed', href: null })] },
    [RESTORE]: {
      restore: {
        id: 1,
        status: 'failed',
        progress: { done: 0, total: 3 },
        counts: {},
        problem: 'The archive was changed.',
      },
    },
  });
  expect(await screen.findByText('The archive was changed.')).toBeTruthy();
  const row = within(screen.getByRole('list', { name: 'Your archives' })).getByRole('listitem');
  expect(row.textContent).toMatch(/Failed.*Nothing was lost/);
});

it('[ACCT-05] an archive that could not be deleted says so in its row', async () => {
  const { user } = open({ [LIST]: { exports: [one()] }, 'DELETE /data_export/5/': noAnswer() });
  const button = (await screen.findByRole('button', { name: /^Delete the archive/ })).getAttribute(
    'aria-label',
  )!;
  await user.click(screen.getByRole('button', { name: button }));
  await expectFailureAt(button, /couldn’t reach Waymark/);
});

it('[SESS-06] [ACCT-05] an archive without an answer is asked for again under the same key; where it was deleted, the next is another', async () => {
  const { host, user } = open({
    [LIST]: { exports: [] },
    'POST /data_export/': [noAnswer(), refusal(404, 'not_found'), one({ status: 'queued' })],
  });
  const press = () => user.click(screen.getByRole('button', { name: 'Create an archive' }));
  await screen.findByRole('button', { name: 'Create an archive' });
  await press();
  await expectFailureAt('Create an archive', /couldn’t reach Waymark/);
  await press();
  await expectFailureAt('Create an archive', /A sentence/);
  expectOneKey(sentCalls(host));
  await press();
  await waitFor(() => expect(sentCalls(host)).toHaveLength(3));
  const keys = sentCalls(host).map(({ options }) => options?.headers?.['idempotency-key']);
  expect(keys[2]).not.toBe(keys[0]);
});
