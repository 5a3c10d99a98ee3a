import type { Workout } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { Replies } from './replies-part.tsx';

const STORY = 'GET /activity_story/?object_type=workout&object_id=101';
const COMMENTS = 'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20';

function show(over: Partial<Workout>, answers: Record<string, unknown>, isVisitor = false) {
  const host = installTestHost(
    (call: TestCall) => {
      const address = `${call.method} ${callAddress(call)}`;
      if (!(address in answers)) throw new Error(`Not planned: ${address}`);
      const answer = answers[address];
      return typeof answer === 'function' ? (answer as () => unknown)() : answer;
    },
    isVisitor ? {} : { user: sampleUser() },
  );
  renderPage(<Replies workout={sampleWorkout(over)} />);
  return host;
}

it('[WORK-04] [SOC-02] the page of a workout has its likes and comments, and takes both', async () => {
  let likes = sampleStory().likes;
  const host = show(
    { privacy: 1 },
    {
      [STORY]: () =>
        sampleStoryList({
          stories: [sampleStory({ likes, comments: { count: 1, replied: false, items: [sampleComment()] } })],
        }),
      [COMMENTS]: sampleStoryList({ comments: [sampleComment()] }),
      'POST /activity_story/': () => {
        likes = { count: 1, replied: true, reply_id: 777, items: [] };
        return { id: 777 };
      },
    },
  );
  expect(await screen.findByText('Count me in')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Like' }));
  expect(await screen.findByRole('button', { name: 'Liked' })).toBeTruthy();
  await waitFor(() => expect(host.calls.some(({ method }) => method === 'POST')).toBe(true));
});

it('[WORK-04] its owner hides it from feeds, or its map, on its own page; a failed change is put back', async () => {
  let isUp = false;
  const can = { like: true, comment: true, edit: true, delete: true, report: false };
  const story = sampleStory({ can, object: { type: 'workout', workout: sampleWorkout() } });
  const host = show(
    { privacy: 1 },
    {
      [STORY]: () => sampleStoryList({ stories: [{ ...story }] }),
      [COMMENTS]: sampleStoryList({ comments: [] }),
      'PATCH /activity_story/900/': () => {
        if (!isUp) throw new ApiError(0, '', null);
        story.settings = { ...story.settings, is_map_hidden: true };
        return story;
      },
    },
  );
  const choose = async (label: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'How it is shared' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: label }));
  };
  await choose('Hide the map from others');
  await waitFor(() => expect(host.notifications.at(-1)?.kind).toBe('error'));
  isUp = true;
  await choose('Hide the map from others');
  await userEvent.click(await screen.findByRole('button', { name: 'How it is shared' }));
  expect(await screen.findByRole('menuitem', { name: 'Show the map to others' })).toBeTruthy();
  expect(host.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { is_map_hidden: true },
    { is_map_hidden: true },
  ]);
});

it('[WORK-04] [SOC-05] who sees the workout of another reports it, or blocks its owner after a question', async () => {
  const story = sampleStory({ object: { type: 'workout', workout: sampleWorkout() } });
  let isBlocked = false;
  const host = show(
    { privacy: 6 },
    {
      [STORY]: () => sampleStoryList({ stories: isBlocked ? [] : [story] }),
      [COMMENTS]: sampleStoryList({ comments: [] }),
      'POST /report/': undefined,
      'POST /user_block/': () => {
        isBlocked = true;
      },
    },
  );
  const choose = async (label: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: label }));
  };
  const posted = (path: string) => host.calls.find((one) => one.method === 'POST' && one.path === path)?.body;
  await choose('Report');
  await userEvent.click(await screen.findByRole('radio', { name: 'Shows something private' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  await waitFor(() =>
    expect(posted('/report/')).toEqual({ object_type: 'story', object_id: 900, reason: 'privacy', note: '' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Block Ana Ridge');
  const dialog = within(await screen.findByRole('dialog', { name: 'Block Ana Ridge?' }));
  expect(posted('/user_block/')).toBeUndefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Likes and comments' })).toBeNull());
  expect(posted('/user_block/')).toEqual({ _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] } });
});

it('[WORK-04] who has muted the owner of a workout unmutes them from its page', async () => {
  let isMuted = true;
  const host = show(
    { privacy: 1 },
    {
      [STORY]: () =>
        sampleStoryList({
          stories: [sampleStory({ actor: sampleActor(isMuted ? { is_muted: true } : {}) })],
        }),
      [COMMENTS]: sampleStoryList({ comments: [] }),
      'DELETE /user_mute/12/': () => {
        isMuted = false;
      },
    },
  );
  const menu = async () => userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await menu();
  expect(screen.queryByRole('menuitem', { name: 'Mute Ana Ridge' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unmute Ana Ridge' }));
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('Ana Ridge is back in your feed.'));
  await menu();
  expect(await screen.findByRole('menuitem', { name: 'Mute Ana Ridge' })).toBeTruthy();
});

it('[WORK-04] visitors have no menu', async () => {
  const can = { like: false, comment: false, edit: false, delete: false, report: false };
  show(
    { privacy: 3 },
    {
      [STORY]: sampleStoryList({ stories: [sampleStory({ can })] }),
      [COMMENTS]: sampleStoryList({ comments: [] }),
    },
    true,
  );
  await screen.findByRole('heading', { name: 'Likes and comments' });
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

it('[WORK-04] a private workout has none, and nobody is asked', () => {
  const host = show({ privacy: 0 }, {});
  expect(host.calls).toEqual([]);
  expect(screen.queryByRole('heading')).toBeNull();
});
