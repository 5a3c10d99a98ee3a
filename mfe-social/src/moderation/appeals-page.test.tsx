import type { Appeal } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';

const QUEUE = 'GET /moderation/appeal/?state=open';
const sample = (over: Partial<Appeal> = {}): Appeal => ({
  id: 90,
  state: 'open',
  text: 'They were a gift',
  answer: '',
  is_content_restored: false,
  report: {
    id: 70,
    state: 'suspended',
    object_type: 'comment',
    object_id: 950,
    reason: 'spam',
    note: 'Sells shoes under every run',
    snapshot: '<b>Cheap shoes</b>',
    report_count: 3,
    member: { id: 13, display_name: 'Ben Moor', username: 'ben' },
    is_suspended: true,
    created_datetime: '2026-11-20T13:00:00.000Z',
    resolved_datetime: '2026-11-21T13:00:00.000Z',
    resolution_note: 'Third time',
    statement: 'Adverts belong elsewhere.',
    _links: {},
  },
  is_own_case: false,
  is_own_decision: false,
  can_decide: true,
  created_datetime: '2026-11-22T13:00:00.000Z',
  decided_datetime: null,
  _links: {},
  ...over,
});
const list = (appeals: Appeal[]) => ({ _links: {}, _embedded: { appeals }, total_count: appeals.length });

it('[SOC-02] a moderator reads the decision, its evidence and the appeal, and takes the decision back with an answer', async () => {
  let appeals = [sample()];
  const host = openPage('/moderation/appeals', {
    [QUEUE]: () => list(appeals),
    'PATCH /moderation/appeal/90/': () => {
      appeals = [];
      return sample({ state: 'overturned' });
    },
  });
  expect(await screen.findByText('They were a gift')).toBeTruthy();
  for (const text of ['<b>Cheap shoes</b>', 'Third time', 'Adverts belong elsewhere.', 'Member suspended'])
    expect(screen.getByText(text)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Answer to the member/ }), 'Sorry');
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
  expect(await screen.findByText('No open appeals')).toBeTruthy();
  expect(host.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    decision: 'overturn',
    answer: 'Sorry',
  });
});

it('[SOC-02] when another moderator was faster, that is said at the button and the answer stays', async () => {
  openPage('/moderation/appeals', {
    [QUEUE]: list([sample()]),
    'PATCH /moderation/appeal/90/': () => {
      throw new ApiError(409, 'Conflict', {
        status: 409,
        error: 'already_resolved',
        error_description: 'Another moderator has decided this. Load the page again.',
        request_id: 'r',
      });
    },
  });
  const answer = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Answer to the member/ });
  await userEvent.type(answer, 'It stays');
  await userEvent.click(screen.getByRole('button', { name: 'Keep the decision' }));
  await expectFailureAt('Keep the decision', /Another moderator has decided this/);
  expect(answer.value).toBe('It stays');
});

it('[SOC-02] nobody is offered to decide their own appeal, or their own decision while another moderator can', async () => {
  openPage('/moderation/appeals', {
    [QUEUE]: list([
      sample({ id: 1, is_own_case: true, can_decide: false }),
      sample({ id: 2, is_own_decision: true, can_decide: false }),
      sample({ id: 3, is_own_decision: true }),
    ]),
  });
  expect(await screen.findByText('This is your own appeal. Another moderator decides it.')).toBeTruthy();
  expect(
    screen.getByText(/so another moderator decides the appeal\. If nobody has after a week/),
  ).toBeTruthy();
  expect(screen.getByText(/no other moderator has decided the appeal/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Keep the decision' })).toHaveLength(1);
});

it('[SOC-02] what was decided says how, and others are told that the page is for moderators', async () => {
  const { unmount } = openPage('/moderation/appeals?state=resolved', {
    'GET /moderation/appeal/?state=resolved': list([
      sample({ id: 1, state: 'overturned', is_content_restored: true, answer: 'Sorry', can_decide: false }),
      sample({ id: 2, state: 'upheld', can_decide: false }),
    ]),
  });
  for (const text of ['Decision taken back', 'Content restored', 'Sorry', 'Decision stands'])
    expect(await screen.findByText(text)).toBeTruthy();
  unmount();
  openPage('/moderation/appeals', {
    [QUEUE]: () => {
      throw new ApiError(404, 'Not Found', null);
    },
  });
  expect(await screen.findByRole('heading', { name: 'This page is for moderators' })).toBeTruthy();
});
