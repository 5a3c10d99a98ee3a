import { expectOneKey, type TestCall } from '@waymark/remote/testing';
import { announceChange, ApiError } from '@waymark/contract';
import { sampleActor, sampleStory } from '@waymark/social/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OFFLINE } from '../testing/open-page.tsx';
import { FIRST, NEWER, findStory, openFeed, storyPage, writePost } from './test-feed.ts';

beforeEach(() => localStorage.clear());

it('[SOC-01] a post appears at once at the top; one that fails stays in the field, also for the next visit', async () => {
  let isUp = false;
  const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const host = openFeed({
    [FIRST]: storyPage([sampleStory()]),
    'POST /activity_story/': () => {
      if (!isUp) throw OFFLINE;
      return mine;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
  const field = await screen.findByRole('textbox', { name: 'Write a post' });
  await userEvent.type(field, 'Taper week');
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  expect(await screen.findByText(/couldn’t reach Waymark. Nothing was lost/)).toBeTruthy();
  expect((field as HTMLTextAreaElement).value).toBe('Taper week');
  expect(localStorage.getItem('waymark.draft.7.post')).toBe('Taper week');
  isUp = true;
  await userEvent.type(field, '!');
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  await findStory('Robin Trail');
  expect(screen.getAllByRole('article')[0]?.textContent).toContain('Robin Trail');
  expect((field as HTMLTextAreaElement).value).toBe('');
  expect(localStorage.getItem('waymark.draft.7.post')).toBeNull();
  const sent = host.calls.filter(({ method }) => method === 'POST');
  const bodyOf = (text: string) => ({ verb: 'post', object: { type: 'status', text }, privacy: 1 });
  expect(sent.map((call) => call.body)).toEqual([bodyOf('Taper week'), bodyOf('Taper week!')]);
  // Where the first was stored, the server does not store the second beside it.
  expect(new Set(sent.map(({ options }) => options?.headers?.['idempotency-key'])).size).toBe(1);
});

it('[SOC-01] what friends shared while a post was written comes with it, and is not lost below it', async () => {
  const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const missed = sampleStory({ id: 920, actor: sampleActor({ id: 14, title: 'Cy' }) });
  let isPosted = false;
  openFeed({
    [FIRST]: () => storyPage(isPosted ? [mine, missed, sampleStory()] : [sampleStory()]),
    // The post and the story before it.
    [NEWER]: ({ options }: TestCall) => ({ count: isPosted && options?.params?.since === 900 ? 2 : 0 }),
    'POST /activity_story/': () => {
      isPosted = true;
      return mine;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Write a post' }), 'Taper week');
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  await findStory('Cy');
  const order = screen.getAllByRole('article').map(({ dataset }) => dataset['story']);
  expect(order).toEqual(['950', '920', '900']);
});

it.each(['view=friends', 'activity=run'])(
  '[SOC-01] a post does not show where the feed is narrowed to others (%s): a message says that it is up',
  async (query) => {
    const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
    const host = openFeed(
      { 'GET /activity_story/': storyPage([sampleStory()]), 'POST /activity_story/': mine },
      { at: `/activity_feed?${query}` },
    );
    await findStory('Ana Ridge');
    await writePost('Taper week');
    await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('Your post is up.'));
    expect(screen.getAllByRole('article').map(({ dataset }) => dataset['story'])).toEqual(['900']);
    host.notifications.at(-1)!.action!.run();
    expect(host.navigated.at(-1)).toBe('/activity_feed/story/950');
  },
);

it.each(['count', 'stories'])(
  '[SOC-01] where the %s could not be loaded after a post, what friends shared is still announced and comes on request',
  async (failing) => {
    const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
    const missed = sampleStory({ id: 920, actor: sampleActor({ id: 14, title: 'Cy' }) });
    let isPosted = false;
    let isUp = true;
    const host = openFeed({
      [FIRST]: () => {
        if (!isUp && failing === 'stories') throw OFFLINE;
        return storyPage(isPosted ? [mine, missed, sampleStory()] : [sampleStory()]);
      },
      [NEWER]: ({ options }: TestCall) => {
        if (!isUp && failing === 'count') throw OFFLINE;
        return { count: isPosted && options?.params?.since === 900 ? 2 : 0 };
      },
      'POST /activity_story/': () => {
        isPosted = true;
        isUp = false;
        return mine;
      },
    });
    await writePost('Taper week');
    await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('Your post is up.'));
    if (failing === 'stories') {
      await userEvent.click(await screen.findByRole('button', { name: '2 new stories' }));
      await waitFor(() => expect(host.notifications.at(-1)?.kind).toBe('error'));
    }
    isUp = true;
    act(() => announceChange(['stories']));
    window.scrollTo = jest.fn() as never;
    await userEvent.click(await screen.findByRole('button', { name: '2 new stories' }));
    await findStory('Cy');
    const order = screen.getAllByRole('article').map(({ dataset }) => dataset['story']);
    expect(order).toEqual(['950', '920', '900']);
  },
);

it('[SESS-06] [SOC-01] a post whose answer was lost and that is changed shows as it was stored, and the form says so', async () => {
  const stored = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const reused = new ApiError(422, 'Unprocessable', {
    error: 'idempotency_key_reused',
    error_description: 'An earlier try was saved after all.',
  });
  const answers = [OFFLINE, reused];
  let isStored = false;
  openFeed({
    [FIRST]: () => storyPage(isStored ? [stored, sampleStory()] : [sampleStory()]),
    'POST /activity_story/': () => {
      isStored = true;
      throw answers.shift()!;
    },
  });
  await writePost('Taper week');
  await screen.findByText(/Nothing was lost/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Write a post' }), ', at last');
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  await findStory('Robin Trail');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your first try was posted after all, without your latest changes. It’s in your feed, where you can edit it. Posting again makes a second post.',
  );
});

it('[SESS-06] [SOC-01] photos of a post are chosen, left out and sent after it; those that did not arrive are offered again, under the same key', async () => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => {};
  let tries = 0;
  const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const host = openFeed({
    [FIRST]: storyPage([sampleStory()]),
    'POST /activity_story/': mine,
    'POST /activity_story/950/photos/': () => {
      if (++tries === 1) throw OFFLINE;
      return { ...mine, object: { ...mine.object, text: 'With photos' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Write a post' }), 'Look');
  const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  const input = screen.getByTestId<HTMLInputElement>('post-photos');
  fireEvent.change(input, {
    target: { files: [picture('a.jpg'), picture('b.jpg'), new File(['x'], 'c.txt', { type: 'text/plain' })] },
  });
  expect(screen.getByRole('alert').textContent).toContain('c.txt');
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.jpg' }));
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  await findStory('Robin Trail');
  expect(screen.queryByRole('list', { name: 'Chosen photos' })).toBeNull();
  const notice = host.notifications.at(-1)!;
  expect(notice.action!.label).toBe('Send again');
  notice.action!.run();
  expect(await screen.findByText('With photos')).toBeTruthy();
  const sent = host.calls.filter(({ path }) => path.endsWith('/photos/'));
  expect(
    sent.map(({ body }) => (body as FormData).getAll('photo').map((file) => (file as File).name)),
  ).toEqual([['b.jpg'], ['b.jpg']]);
  expectOneKey(sent);
});
