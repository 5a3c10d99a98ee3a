import type { ModerationDecision } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noAnswer, openPage } from '../testing/open-page.tsx';

const LIST = 'GET /moderation_decision/';
const APPEAL = 'POST /moderation_decision/70/appeal/';
const sample = (over: Partial<ModerationDecision> = {}): ModerationDecision => ({
  id: 70,
  action: 'removed',
  state: 'in_force',
  object_type: 'comment',
  reason: 'spam',
  statement: 'Adverts belong elsewhere.',
  text: '<b>Cheap shoes</b>',
  decided_datetime: '2026-11-20T13:00:00.000Z',
  appeal_until_datetime: '2026-12-20T13:00:00.000Z',
  can_appeal: true,
  appeal: null,
  _links: {},
  ...over,
});
const appealed = (over: Partial<NonNullable<ModerationDecision['appeal']>> = {}) =>
  sample({
    can_appeal: false,
    appeal: {
      state: 'open',
      text: 'They were a gift',
      answer: '',
      is_content_restored: false,
      created_datetime: '2026-11-21T13:00:00.000Z',
      decided_datetime: null,
      ...over,
    },
  });
const list = (decisions: ModerationDecision[], isSuspended = false) => ({
  _links: {},
  _embedded: { decisions },
  total_count: decisions.length,
  is_suspended: isSuspended,
});

it('[SOC-02] a member reads what was removed and why, and sends one appeal, which then waits', async () => {
  let decisions = [sample()];
  const host = openPage('/moderation/decisions', {
    [LIST]: () => list(decisions),
    [APPEAL]: () => {
      decisions = [appealed()];
      return decisions[0];
    },
  });
  expect(await screen.findByRole('heading', { name: 'Your comment was removed' })).toBeTruthy();
  for (const text of ['<b>Cheap shoes</b>', 'Adverts belong elsewhere.', 'Spam or advertising'])
    expect(screen.getByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Appeal' }));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send appeal' });
  expect(send.disabled).toBe(true);
  await userEvent.type(
    screen.getByRole('textbox', { name: /Why is this decision wrong/ }),
    'They were a gift',
  );
  await userEvent.click(send);
  expect(await screen.findByText(/A moderator will read your appeal\. /)).toBeTruthy();
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'They were a gift' });
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});

it('[SOC-02] an appeal without an answer is told at its button, and its text is there when the page is opened again', async () => {
  const answers = { [LIST]: list([sample()]), [APPEAL]: noAnswer };
  const { unmount } = openPage('/moderation/decisions', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Appeal' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Why is this decision wrong/ }), 'A gift');
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  await expectFailureAt('Send appeal', /couldn’t reach Waymark/);
  unmount();
  openPage('/moderation/decisions', answers);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: /Why is this decision wrong/,
  });
  await waitFor(() => expect(field.value).toBe('A gift'));
});

it('[SOC-02] a second appeal is refused in words', async () => {
  openPage('/moderation/decisions', {
    [LIST]: list([sample({ id: 71 })]),
    'POST /moderation_decision/71/appeal/': () => {
      throw new ApiError(409, 'Conflict', {
        status: 409,
        error: 'already_appealed',
        error_description: 'You have already appealed this decision.',
        request_id: 'r',
      });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Appeal' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Why is this decision wrong/ }), 'Again');
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  await expectFailureAt('Send appeal', /already appealed this decision/);
});

it('[SOC-02] a suspended member is told what that means; answers, endings and the end of the time are said', async () => {
  openPage('/moderation/decisions', {
    [LIST]: list(
      [
        sample({ id: 1, action: 'suspended', object_type: 'user', text: '', can_appeal: false }),
        { ...appealed({ state: 'upheld', answer: 'It is an advert.' }), id: 2 },
        { ...appealed({ state: 'overturned', is_content_restored: true }), id: 3, state: 'taken_back' },
        sample({ id: 4, action: 'suspended', state: 'ended', can_appeal: false }),
      ],
      true,
    ),
  });
  expect(await screen.findByText(/Your account is suspended: others don’t see you/)).toBeTruthy();
  expect(screen.getByText(/The time to appeal ended on/)).toBeTruthy();
  expect(screen.getByText('The decision stands. It is final.')).toBeTruthy();
  expect(screen.getByText('It is an advert.')).toBeTruthy();
  expect(screen.getByText(/what was removed is back where it was/)).toBeTruthy();
  for (const badge of ['Taken back', 'Suspension ended']) expect(screen.getByText(badge)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});

it('[SOC-02] who has none reads what would be here', async () => {
  openPage('/moderation/decisions', { [LIST]: list([]) });
  expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeTruthy();
});
