import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';

beforeEach(() => localStorage.clear());

const comments = [sampleComment({ id: 950, text: 'Who joins me?' })];
const story = sampleStory({ comments: { count: 1, replied: false, items: comments } });

it('[SOC-02] [A11Y] who answers a comment after pressing Comment keeps the focus in the answer', async () => {
  openPage('/activity_feed', {
    'GET /activity_story/newer/': { count: 0 },
    'GET /activity_story/?feed_type=friends&limit=10': sampleStoryList({ stories: [story] }),
    'POST /activity_story/': sampleComment({ id: 951, text: 'Count me in', parent_reply_id: 950 }),
    'GET /activity_story/?reply_type=comment&parent_story_id=900&parent_reply_id=950&limit=20':
      sampleStoryList({ comments: [] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: '1 comment' }));
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  const row = (await screen.findByText('Who joins me?')).closest('li')!;
  await userEvent.click(within(row).getByRole('button', { name: 'Reply' }));
  const answer = within(row).getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(answer));
  await userEvent.keyboard('Count me in');
  expect((answer as HTMLTextAreaElement).value).toBe('Count me in');
  await userEvent.click(within(row).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(within(row).queryByRole('textbox')).toBeNull());
  expect(await screen.findByRole('button', { name: '2 comments' })).toBeTruthy();
  expect(document.activeElement).not.toBe(field);
});

it('[SOC-02] [A11Y] writing goes on at once behind a name that was chosen in the middle of a comment', async () => {
  const user = {
    id: 13,
    username: 'benmoor',
    display_name: 'Ben Moor',
    _links: { image: sampleActor()._links['image']! },
  };
  openPage('/activity_feed/story/900', {
    'GET /activity_story/900/': story,
    'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': sampleStoryList({ comments }),
    'GET /activity_story/900/mentionable/': { _embedded: { users: [user] }, total_count: 1 },
  });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  await userEvent.type(field, ' at nine');
  await userEvent.type(field, '@be', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await screen.findByRole('option', { name: /Ben Moor/ });
  await userEvent.setup({ delay: null }).keyboard('{Enter}starts');
  expect(field.value).toBe('@benmoor startsat nine');
});
