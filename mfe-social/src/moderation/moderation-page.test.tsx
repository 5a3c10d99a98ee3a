import type { Report } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';

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
  _links: {},
  ...over,
});

it('a moderator sees what was reported as it was, and decides with a note', async () => {
  let reports = [sample()];
  const host = openPage('/moderation', {
    [QUEUE]: () => ({ _links: {}, _embedded: { reports }, total_count: reports.length }),
    'PATCH /moderation/report/70/': () => {
      reports = [];
      return sample({ state: 'removed' });
    },
  });
  expect(await screen.findByText('<b>Cheap shoes</b>')).toBeTruthy();
  expect(screen.getByText('3 reports')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Note on the decision/ }), 'Advertising');
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(await screen.findByText('Nothing to decide')).toBeTruthy();
  expect(host.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    action: 'remove',
    note: 'Advertising',
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
