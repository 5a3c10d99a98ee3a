import { ApiError } from '@waymark/contract';
import type { Story, StoryComment } from '@waymark/api-contract';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';

const ME = sampleActor({ id: 7, title: 'Robin Trail', username: 'robin' });
const OWN = { edit: true, delete: true, report: false };

/** A story with comments on a page of its own. */
function open(comments: StoryComment[], answers: Record<string, unknown> = {}, over: Partial<Story> = {}) {
  const story = sampleStory({
    comments: { count: comments.length, replied: false, items: comments.slice(-2) },
    ...over,
  });
  return openPage('/activity_feed/story/900', {
    'GET /activity_story/900/': story,
    'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': sampleStoryList({ comments }),
    ...answers,
  });
}

it('[SOC-02] deleting an own comment lowers the count; a call that fails puts both back', async () => {
  let comments = [sampleComment({ id: 960, text: 'Mine', actor: ME, can: OWN })];
  let isUp = false;
  const host = open(comments, {
    'GET /activity_story/900/': () =>
      sampleStory({ comments: { count: comments.length, replied: false, items: comments } }),
    'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': () =>
      sampleStoryList({ comments }),
    'DELETE /activity_story/960/': () => {
      if (!isUp) throw new ApiError(503, 'Service Unavailable', null);
      comments = [];
      return undefined;
    },
  });
  const remove = async () => {
    const row = (await screen.findByText('Mine')).closest('li')!;
    await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  };
  await remove();
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe("The comment wasn't deleted. Try again."));
  expect(await screen.findByRole('button', { name: '1 comment' })).toBeTruthy();
  isUp = true;
  await remove();
  await waitFor(() => expect(screen.queryByText('Mine')).toBeNull());
  expect(screen.getByRole('button', { name: 'Comment' })).toBeTruthy();
});

it('[SOC-02] a deleted comment with answers says who deleted it', async () => {
  const gone = (id: number, deleted_by: StoryComment['deleted_by']) =>
    sampleComment({ id, text: '', actor: null, deleted_by, answer_count: 1 });
  open([gone(951, 'author'), gone(952, 'owner'), gone(953, 'moderator')], {
    'GET /activity_story/': sampleStoryList({ comments: [] }),
  });
  for (const text of ['Deleted by its author', 'Deleted by Ana Ridge', 'Removed by a moderator'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Story of Ana Ridge' })).toBeTruthy();
});

it('[SOC-02] the list of members goes once a name is written out, and does not cover Send', async () => {
  const user = {
    id: 13,
    username: 'benmoor',
    display_name: 'Ben Moor',
    _links: { image: sampleActor()._links['image']! },
  };
  open([], {
    'GET /activity_story/900/mentionable/': { _embedded: { users: [user] }, total_count: 1 },
  });
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  await userEvent.type(field, 'Look @Benmoo');
  await screen.findByRole('option', { name: /Ben Moor/ });
  await userEvent.type(field, 'r');
  expect(screen.queryByRole('listbox')).toBeNull();
  // What was written is kept as a draft.
  await userEvent.clear(field);
});

it('[SOC-02] a mention is chosen with the keyboard among those who may see the story', async () => {
  const user = {
    id: 13,
    username: 'benmoor',
    display_name: 'Ben Moor',
    _links: { image: sampleActor()._links['image']! },
  };
  const host = open([], {
    'GET /activity_story/900/mentionable/': { _embedded: { users: [user] }, total_count: 1 },
    'POST /activity_story/': sampleComment({ id: 970, text: 'Look @benmoor', actor: ME }),
  });
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  await userEvent.type(field, 'Look @be');
  await screen.findByRole('option', { name: /Ben Moor/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('Look @benmoor '));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(host.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      verb: 'comment',
      object: { text: 'Look @benmoor' },
    }),
  );
});
