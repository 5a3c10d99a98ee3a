import { ApiError } from '@waymark/contract';
import { sampleActor, sampleComment, sampleStory } from '@waymark/social/testing';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OFFLINE } from '../testing/open-page.tsx';
import { FIRST, findStory, openFeed, storyPage } from './test-feed.ts';

beforeEach(() => localStorage.clear());

it('[SOC-02] a like shows at once with oneself first, takes back by its id, and is put back where it fails', async () => {
  let isUp = false;
  const host = openFeed({
    [FIRST]: storyPage([
      sampleStory({
        likes: {
          count: 1,
          replied: false,
          reply_id: null,
          items: [{ id: 13, actor: sampleActor({ id: 13, title: 'Ben Moor' }), reply_id: 400 }],
        },
      }),
    ]),
    'POST /activity_story/': () => {
      if (!isUp) throw new ApiError(503, 'Service Unavailable', null);
      return { id: 777 };
    },
    'DELETE /activity_story/777/': undefined,
  });
  const post = await findStory('Ana Ridge');
  await userEvent.click(await post.findByRole('button', { name: 'Like' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('Your like wasn’t sent. Try again.'));
  expect(post.getByRole('button', { name: 'Like' }).getAttribute('aria-pressed')).toBe('false');
  expect(post.getByRole('button', { name: 'Ben Moor' })).toBeTruthy();
  isUp = true;
  await userEvent.click(post.getByRole('button', { name: 'Like' }));
  expect(post.getByRole('button', { name: 'You and 1 other' })).toBeTruthy();
  await waitFor(() => expect(host.published.filter(({ name }) => name === 'data.changed')).toHaveLength(2));
  await userEvent.click(post.getByRole('button', { name: 'Liked' }));
  expect(post.getByRole('button', { name: 'Ben Moor' })).toBeTruthy();
  await waitFor(() =>
    expect(
      host.calls.some(({ method, path }) => method === 'DELETE' && path === '/activity_story/777/'),
    ).toBe(true),
  );
});

it('[SOC-02] a comment raises the count at once; one that fails lowers it again and stays in the field', async () => {
  let isUp = false;
  openFeed({
    [FIRST]: storyPage([sampleStory({ comments: { count: 1, replied: false, items: [sampleComment()] } })]),
    'POST /activity_story/': () => {
      if (!isUp) throw OFFLINE;
      return sampleComment({ id: 951, text: 'See you there', actor: sampleActor({ id: 7, title: 'Robin' }) });
    },
  });
  const post = await findStory('Ana Ridge');
  const field = await post.findByRole('textbox', { name: 'Write a comment' });
  await userEvent.type(field, 'See you there');
  await userEvent.click(post.getByRole('button', { name: 'Send' }));
  expect(await post.findByText(/couldn’t reach Waymark. Nothing was lost/)).toBeTruthy();
  expect(post.getByRole('button', { name: '1 comment' })).toBeTruthy();
  expect((field as HTMLTextAreaElement).value).toBe('See you there');
  isUp = true;
  await userEvent.click(post.getByRole('button', { name: 'Send' }));
  expect(await post.findByText('See you there')).toBeTruthy();
  expect(post.getByRole('button', { name: '2 comments' })).toBeTruthy();
  expect((field as HTMLTextAreaElement).value).toBe('');
});
