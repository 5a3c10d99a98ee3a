import type { Report } from '@waymark/api-contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { ApiError } from '@waymark/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noAnswer, openPage } from '../testing/open-page.tsx';

const QUEUE = 'GET /moderation/report/?state=open';
const sample = (over: Partial<Report> = {}): Report => ({
  id: 70,
  state: 'open',
  object_type: 'comment',
  object_id: 950,
  reason: 'spam',
  note: 'Sells shoes under every run',
  snapshot: '<b>Cheap shoes</b>',
  report_count: 3,
  member: { id: 13, display_name: 'Ben Moor', username: 'ben' },
  is_suspended: false,
  created_datetime: '2026-11-20T13:00:00.000Z',
  resolved_datetime: null,
  resolution_note: '',
  statement: '',
  _links: {},
  ...over,
});

it('a moderator sees what was reported as it was, and decides with a note', async () => {
  let reports = [sample()];
  const host = openPage('/moderation', {
    [QUEUE]: () => ({
      _links: {},
      _embedded: { reports },
      total_count: reports.length,
      open_appeal_count: 0,
    }),
    'PATCH /moderation/report/70/': () => {
      reports = [];
      return sample({ state: 'removed' });
    },
  });
  expect(await screen.findByText('<b>Cheap shoes</b>')).toBeTruthy();
  for (const text of ['3 reports', 'Spam or advertising', 'Comment'])
    expect(screen.getByText(text)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Note for moderators/ }), 'Advertising');
  await userEvent.type(screen.getByRole('textbox', { name: /Message to the member/ }), 'No adverts, please.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(await screen.findByText('No open cases')).toBeTruthy();
  expect(host.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    action: 'remove',
    note: 'Advertising',
    statement: 'No adverts, please.',
  });
});

it('others are told that the page is for moderators', async () => {
  openPage('/moderation', {
    [QUEUE]: () => {
      throw new ApiError(404, 'Not Found', null);
    },
  });
  expect(await screen.findByRole('heading', { name: 'This page is for moderators' })).toBeTruthy();
});

it('more cases are shown on request, and what was decided says how', async () => {
  const list = (reports: Report[], next?: string) => ({
    _links: next ? { next: [{ href: next }] } : {},
    _embedded: { reports },
    total_count: 2,
    open_appeal_count: 0,
  });
  openPage('/moderation?state=resolved', {
    'GET /moderation/report/?state=resolved': list(
      [sample({ state: 'dismissed', reason: 'privacy', object_type: 'story' })],
      '/v7.1/moderation/report/?state=resolved&after=70',
    ),
    'GET /moderation/report/?state=resolved&after=70': list([
      sample({ id: 71, state: 'suspended', member: { id: 14, display_name: 'Cy', username: 'cy' } }),
    ]),
  });
  expect(await screen.findByText('No violation')).toBeTruthy();
  expect(screen.getByText('Shows something private')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Member suspended')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('a decision without an answer is told at its button, and the note stays', async () => {
  openPage('/moderation', {
    [QUEUE]: { _links: {}, _embedded: { reports: [sample()] }, total_count: 1, open_appeal_count: 0 },
    'PATCH /moderation/report/70/': noAnswer,
  });
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Note for moderators/ });
  await userEvent.type(note, 'Advertising');
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  await expectFailureAt('Remove it', /couldn’t reach Waymark/);
  expect(note.value).toBe('Advertising');
});
