import { expectOneKey, type TestCall } from '@waymark/remote/testing';
import type { Story, StoryList } from '@waymark/api-contract';
import { announceChange, ApiError } from '@waymark/contract';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OFFLINE, openPage } from '../testing/open-page.tsx';
import { sampleSummary } from '../testing/samples.ts';

const FIRST = 'GET /activity_story/?feed_type=friends&limit=10';
const NEWER = 'GET /activity_story/newer/';

/** The feed with an API that answers the calls named; it has nothing new but what they say. */
const open = (answers: Record<string, unknown>, at = '/activity_feed') =>
  openPage(at, { [NEWER]: { count: 0 }, ...answers });
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
  expect(screen.getByText("That's all so far.")).toBeTruthy();
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
    '/activity_feed?activity=run',
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
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
  await card('Robin Trail');
  expect(screen.getAllByRole('article')[0]?.textContent).toContain('Robin Trail');
  expect((field as HTMLTextAreaElement).value).toBe('');
  expect(localStorage.getItem('waymark.draft.7.post')).toBeNull();
  const sent = host.calls.filter(({ method }) => method === 'POST');
  const body = { verb: 'post', object: { type: 'status', text: 'Taper week' }, privacy: 1 };
  expect(sent.map((call) => call.body)).toEqual([body, body]);
  // The server takes the repeat as the same post.
  expect(new Set(sent.map(({ options }) => options?.headers?.['idempotency-key'])).size).toBe(1);
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
  await waitFor(() => expect(host.notifications[0]?.text).toBe("Your like wasn't sent. Try again."));
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
  await screen.findByText("We couldn't load your feed.");
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await card('Ana Ridge');
});
