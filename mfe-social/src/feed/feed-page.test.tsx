import { expectOneKey, type TestCall } from '@waymark/remote/testing';
import type { Story, StoryList } from '@waymark/api-contract';
import { announceChange, ApiError } from '@waymark/contract';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OFFLINE, openPage, reloadDrafts } from '../testing/open-page.tsx';
import { sampleSummary } from '../testing/samples.ts';

const FIRST = 'GET /activity_story/?feed_type=friends&limit=10';
const NEWER = 'GET /activity_story/newer/';

/** The feed with an API that answers the calls named; it has nothing new but what they say. */
const open = (
  answers: Record<string, unknown>,
  { at = '/activity_feed', userId = 7 }: { at?: string; userId?: number } = {},
) => openPage(at, { [NEWER]: { count: 0 }, ...answers }, { userId });
const page = (stories: Story[], next?: string): StoryList =>
  sampleStoryList({ stories }, next ? { next } : {});
const card = async (name: RegExp | string) => within(await screen.findByRole('article', { name }));

beforeEach(() => localStorage.clear());

it('[SOC-01] shows workouts with the figures of their sport, records and the course, and posts', async () => {
  const run = sampleStory({
    id: 901,
    verb: 'do',
    object: {
      type: 'workout',
      workout: sampleSummary({ preview: { polyline: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', bounds: null } }),
      records: ['fastest_10_km'],
    },
  });
  open({ [FIRST]: page([run, sampleStory({ actor: sampleActor({ id: 14, title: 'Cy' }) })]) });
  const workout = await card('Ana Ridge');
  expect(workout.getByRole('link', { name: 'Morning run' }).getAttribute('href')).toBe('/workout/101');
  expect(workout.getByText('10.0')).toBeTruthy();
  expect(workout.getByText('50:00')).toBeTruthy();
  expect(workout.getByText('5:00')).toBeTruthy();
  expect(workout.getByText(/^Record:/)).toBeTruthy();
  const post = await card('Cy');
  expect(post.getByText('Long run on Sunday, who is in?')).toBeTruthy();
});

it('[SOC-01] an empty feed says what to do', async () => {
  open({ [FIRST]: page([]) });
  const find = await screen.findByRole('link', { name: 'Find friends' });
  expect(find.getAttribute('href')).toBe('/people/friends/find');
});

it('[SOC-01] the first story of an empty feed comes by itself', async () => {
  let stories: Story[] = [];
  open({
    [FIRST]: () => page(stories),
    [NEWER]: ({ options }: TestCall) => ({ count: options?.params?.since === 0 ? stories.length : 0 }),
  });
  await screen.findByRole('link', { name: 'Find friends' });
  stories = [sampleStory()];
  act(() => announceChange(['stories']));
  await card('Ana Ridge');
  expect(screen.queryByRole('button', { name: /new stor/ })).toBeNull();
});

it('[SOC-01] the next page follows the last story, and the feed says when it ends', async () => {
  const next = '/v7.1/activity_story/?feed_type=friends&limit=10&before=900';
  open({
    [FIRST]: page([sampleStory()], next),
    'GET /activity_story/?feed_type=friends&limit=10&before=900': page([
      sampleStory({ id: 800, actor: sampleActor({ id: 14, title: 'Cy' }) }),
    ]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await card('Cy');
  expect(screen.getByText('That’s all so far.')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('[SOC-01] new stories are announced and shown on request only', async () => {
  let stories = [sampleStory()];
  open({
    [FIRST]: () => page(stories),
    [NEWER]: ({ options }: TestCall) => ({ count: options?.params?.since === 900 ? 2 : 0 }),
  });
  const pill = await screen.findByRole('button', { name: '2 new stories' });
  expect(screen.getAllByRole('article')).toHaveLength(1);
  stories = [
    sampleStory({ id: 902, actor: sampleActor({ id: 14, title: 'Cy' }) }),
    sampleStory({ id: 901 }),
    sampleStory(),
  ];
  window.scrollTo = jest.fn() as never;
  await userEvent.click(pill);
  await card('Cy');
  expect(screen.getAllByRole('article')).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole('button', { name: /new stories/ })).toBeNull());
});

it('[SOC-01] filters by whose stories and by activity', async () => {
  open(
    {
      'GET /activity_story/?feed_type=friends&limit=10&activity_group=run': page([sampleStory()]),
      'GET /activity_story/?feed_type=friends&limit=10&feed_view=own&activity_group=run': page([]),
    },
    { at: '/activity_feed?activity=run' },
  );
  await card('Ana Ridge');
  await userEvent.click(screen.getByRole('radio', { name: 'You' }));
  expect(await screen.findByText('Choose another activity to see more.')).toBeTruthy();
});

it('[SOC-01] a post appears at once at the top; one that fails stays in the field, also for the next visit', async () => {
  let isUp = false;
  const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const host = open({
    [FIRST]: page([sampleStory()]),
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
  await card('Robin Trail');
  expect(screen.getAllByRole('article')[0]?.textContent).toContain('Robin Trail');
  expect((field as HTMLTextAreaElement).value).toBe('');
  expect(localStorage.getItem('waymark.draft.7.post')).toBeNull();
  const sent = host.calls.filter(({ method }) => method === 'POST');
  const bodyOf = (text: string) => ({ verb: 'post', object: { type: 'status', text }, privacy: 1 });
  expect(sent.map((call) => call.body)).toEqual([bodyOf('Taper week'), bodyOf('Taper week!')]);
  // Where the first was stored, the server does not store the second beside it.
  expect(new Set(sent.map(({ options }) => options?.headers?.['idempotency-key'])).size).toBe(1);
});

describe('a post that was begun in a page before', () => {
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a post' });
  const audience = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who can see it' });
  const begin = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
    return field();
  };
  const choosePhoto = () =>
    fireEvent.change(screen.getByTestId('post-photos'), {
      target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
    });
  const note = 'Your photos weren’t kept. Add them again to post them.';

  beforeEach(() => {
    URL.createObjectURL = () => 'blob:photo';
    URL.revokeObjectURL = () => {};
  });

  it('[SOC-01] returns after a reload with the audience that was chosen for it', async () => {
    const mine = sampleStory({ id: 950, actor: sampleActor({ id: 21, title: 'Robin Trail' }) });
    const answers = { [FIRST]: page([sampleStory()]), 'POST /activity_story/': mine };
    const first = open(answers, { userId: 20 });
    await userEvent.type(await begin(), 'Just for me');
    await userEvent.selectOptions(audience(), 'Private (only me)');
    first.unmount();
    reloadDrafts({ from: 20, to: 21 });
    const host = open(answers, { userId: 21 });
    expect((await field()).value).toBe('Just for me');
    expect(audience().value).toBe('0');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    await card('Robin Trail');
    expect(host.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ privacy: 0 });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('waymark.draft.21.'))).toEqual([]);
  });

  it('[SOC-01] a post that was given up decides nothing about the next one', async () => {
    const first = open({ [FIRST]: page([sampleStory()]) }, { userId: 22 });
    await userEvent.type(await begin(), 'To all');
    await userEvent.selectOptions(audience(), 'Everyone');
    await userEvent.clear(await field());
    first.unmount();
    open({ [FIRST]: page([sampleStory()]) }, { userId: 22 });
    await userEvent.type(await begin(), 'Taper week');
    expect(audience().value).toBe('1');
    expect(localStorage.getItem('waymark.draft.22.post.privacy')).toBe('1');
  });

  it('[SOC-01] an audience that is none reads as Friends', async () => {
    localStorage.setItem('waymark.draft.23.post', 'From last week');
    localStorage.setItem('waymark.draft.23.post.privacy', '6');
    open({ [FIRST]: page([sampleStory()]) }, { userId: 23 });
    expect((await field()).value).toBe('From last week');
    expect(audience().value).toBe('1');
  });

  it('[SOC-01] says after a reload that its photos have to be added again, until they are or are left out', async () => {
    const answers = { [FIRST]: page([sampleStory()]) };
    const first = open(answers, { userId: 27 });
    await userEvent.type(await begin(), 'Look');
    choosePhoto();
    expect(screen.queryByText(note)).toBeNull();
    first.unmount();
    reloadDrafts({ from: 27, to: 24 });
    const second = open(answers, { userId: 24 });
    expect(await screen.findByText(note)).toBeTruthy();
    choosePhoto();
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    second.unmount();
    const third = open(answers, { userId: 24 });
    await screen.findByText(note);
    await userEvent.click(screen.getByRole('button', { name: 'Leave the photos out' }));
    expect(screen.queryByText(note)).toBeNull();
    third.unmount();
    open(answers, { userId: 24 });
    expect((await field()).value).toBe('Look');
    expect(screen.queryByText(note)).toBeNull();
  });

  it('[SOC-01] photos without a word yet are asked for again as well', async () => {
    const first = open({ [FIRST]: page([sampleStory()]) }, { userId: 25 });
    await begin();
    choosePhoto();
    first.unmount();
    open({ [FIRST]: page([sampleStory()]) }, { userId: 25 });
    expect(await screen.findByText(note)).toBeTruthy();
  });

  it('[SOC-01] without photos nothing is said of any', async () => {
    localStorage.setItem('waymark.draft.26.post', 'From last week');
    open({ [FIRST]: page([sampleStory()]) }, { userId: 26 });
    await field();
    expect(screen.queryByText(note)).toBeNull();
  });
});

it('[SOC-01] what friends shared while a post was written comes with it, and is not lost below it', async () => {
  const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const missed = sampleStory({ id: 920, actor: sampleActor({ id: 14, title: 'Cy' }) });
  let isPosted = false;
  open({
    [FIRST]: () => page(isPosted ? [mine, missed, sampleStory()] : [sampleStory()]),
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
  await card('Cy');
  const order = screen.getAllByRole('article').map(({ dataset }) => dataset['story']);
  expect(order).toEqual(['950', '920', '900']);
});

const writePost = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Write a post' }), text);
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
};

it.each(['view=friends', 'activity=run'])(
  '[SOC-01] a post does not show where the feed is narrowed to others (%s): a message says that it is up',
  async (query) => {
    const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
    const host = open(
      { 'GET /activity_story/': page([sampleStory()]), 'POST /activity_story/': mine },
      { at: `/activity_feed?${query}` },
    );
    await card('Ana Ridge');
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
    const host = open({
      [FIRST]: () => {
        if (!isUp && failing === 'stories') throw OFFLINE;
        return page(isPosted ? [mine, missed, sampleStory()] : [sampleStory()]);
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
    await card('Cy');
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
  open({
    [FIRST]: () => page(isStored ? [stored, sampleStory()] : [sampleStory()]),
    'POST /activity_story/': () => {
      isStored = true;
      throw answers.shift()!;
    },
  });
  await writePost('Taper week');
  await screen.findByText(/Nothing was lost/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Write a post' }), ', at last');
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  await card('Robin Trail');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your first try was posted after all, without your latest changes. It’s in your feed, where you can edit it. Posting again makes a second post.',
  );
});

it('[SESS-06] [SOC-01] photos of a post are chosen, left out and sent after it; those that did not arrive are offered again, under the same key', async () => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => {};
  let tries = 0;
  const mine = sampleStory({ id: 950, actor: sampleActor({ id: 7, title: 'Robin Trail' }) });
  const host = open({
    [FIRST]: page([sampleStory()]),
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
  await card('Robin Trail');
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

it('[SOC-01] an own post is deleted after a confirmation', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const host = open({
    [FIRST]: page([sampleStory({ actor: sampleActor({ id: 7, title: 'Robin Trail' }), can: own })]),
    'DELETE /activity_story/900/': undefined,
  });
  const post = await card('Robin Trail');
  await userEvent.click(await post.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete post' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this post?' }));
  expect(host.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

it('[SOC-01] an own post is changed, and what was written outlives a failure and the page', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const post = sampleStory({ actor: sampleActor({ id: 7, title: 'Robin Trail' }), can: own });
  let isUp = false;
  const answers = {
    [FIRST]: page([post]),
    'PATCH /activity_story/900/': ({ body }: TestCall) => {
      if (!isUp) throw OFFLINE;
      const { text, privacy } = body as Pick<Story, 'privacy'> & { text: string };
      return { ...post, privacy, object: { ...post.object, text } };
    },
  };
  const edit = async () => {
    const shown = await card('Robin Trail');
    await userEvent.click(await shown.findByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit post' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
    return { dialog, field: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' }) };
  };
  const first = open(answers);
  const { dialog, field } = await edit();
  await userEvent.clear(field);
  await userEvent.type(field, 'Sunday at nine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Nothing was lost/)).toBeTruthy();
  first.unmount();
  isUp = true;
  open(answers);
  const again = await edit();
  expect(again.field.value).toBe('Sunday at nine');
  await userEvent.click(again.dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await card('Robin Trail')).getByText('Sunday at nine')).toBeTruthy();
  expect(localStorage.getItem('waymark.draft.7.edit.900')).toBeNull();
});

it('[SOC-01] a change of a post that was begun before another device saved one does not replace that', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const post = (text: string) =>
    sampleStory({ actor: sampleActor({ id: 7, title: 'Robin Trail' }), can: own, object: { text } });
  const edit = async () => {
    const shown = await card('Robin Trail');
    await userEvent.click(await shown.findByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit post' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' });
  };
  const first = open({ [FIRST]: page([post('Sunday at eight')]) });
  await userEvent.type(await edit(), '!');
  first.unmount();
  const second = open({ [FIRST]: page([post('Sunday at eight')]) });
  expect((await edit()).value).toBe('Sunday at eight!');
  second.unmount();
  open({ [FIRST]: page([post('Sunday is off')]) });
  expect((await edit()).value).toBe('Sunday is off');
});

it('[SOC-01] a friend is muted from one of their stories, which goes from the feed, and comes back with Undo', async () => {
  let isMuted = false;
  const host = open({
    'GET /activity_story/': () => page(isMuted ? [] : [sampleStory()]),
    'POST /user_mute/': () => {
      isMuted = true;
      return {};
    },
    'DELETE /user_mute/12/': () => {
      isMuted = false;
    },
  });
  const shown = await card('Ana Ridge');
  await userEvent.click(await shown.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mute Ana Ridge for a week' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] },
    days: 7,
  });
  const notice = host.notifications.at(-1)!;
  expect(notice.text).toBe('You won’t see Ana Ridge in your feed.');
  act(() => notice.action!.run());
  await card('Ana Ridge');
});

it('[SOC-01] a member is blocked from one of their stories, and all of theirs goes at once', async () => {
  let isBlocked = false;
  const cy = sampleStory({ id: 880, actor: sampleActor({ id: 14, title: 'Cy' }) });
  const host = open({
    [FIRST]: () => {
      if (isBlocked) throw OFFLINE;
      return page([sampleStory(), sampleStory({ id: 890 }), cy]);
    },
    'POST /user_block/': () => {
      isBlocked = true;
    },
  });
  const [shown] = await screen.findAllByRole('article', { name: 'Ana Ridge' });
  await userEvent.click(await within(shown!).findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block Ana Ridge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Block Ana Ridge?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  await card('Cy');
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] },
  });
});

it('[SOC-02] a like shows at once with oneself first, takes back by its id, and is put back where it fails', async () => {
  let isUp = false;
  const host = open({
    [FIRST]: page([
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
  const post = await card('Ana Ridge');
  await userEvent.click(post.getByRole('button', { name: 'Like' }));
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
  open({
    [FIRST]: page([sampleStory({ comments: { count: 1, replied: false, items: [sampleComment()] } })]),
    'POST /activity_story/': () => {
      if (!isUp) throw OFFLINE;
      return sampleComment({ id: 951, text: 'See you there', actor: sampleActor({ id: 7, title: 'Robin' }) });
    },
  });
  const post = await card('Ana Ridge');
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

it('says so when the feed cannot be loaded, and tries again', async () => {
  let isUp = false;
  open({
    [FIRST]: () => {
      if (!isUp) throw new ApiError(503, 'Service Unavailable', null);
      return page([sampleStory()]);
    },
  });
  await screen.findByText('We couldn’t load your feed.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await card('Ana Ridge');
});
