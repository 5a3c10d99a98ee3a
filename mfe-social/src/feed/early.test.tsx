import type { Story, StoryList } from '@waymark/api-contract';
import { EARLY_PLACE } from '@waymark/contract/early';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../testing/open-page.tsx';
import { sampleMember, sampleSummary } from '../testing/samples.ts';
import { FIRST, NEWER } from './test-feed.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  window.waymark = undefined;
  document.getElementById(EARLY_PLACE)?.remove();
  document.title = '';
  history.replaceState(null, '', '/');
});

/** The page's script runs once for each document. */
async function early(answer: StoryList, at = '/activity_feed', state: unknown = null): Promise<HTMLElement> {
  history.replaceState(state, '', at);
  const place = document.createElement('div');
  place.id = EARLY_PLACE;
  document.body.append(place);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { id: userId, display_measurement_system: system } = sampleMember();
  window.waymark = {
    earlyView: {
      locale: 'en-us',
      userId,
      system,
      country: null,
      services: { main: '/services/main/v7.1' },
      ask: () => Promise.reject(new Error('Not planned')),
      answer: Promise.resolve(answer),
      ended,
      end,
    },
  };
  await jest.isolateModulesAsync(async () => void (await import('./early.ts')));
  await ended;
  return place;
}
const feed = (...stories: Story[]) => sampleStoryList({ stories });

const KIM = sampleActor({ id: 9, title: 'Kim Vale', username: 'kim' });
const LINE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
const like = (actor: Story['actor'], id: number) => ({ id, actor, reply_id: id });

const workout = (id: number, over: Parameters<typeof sampleStory>[0] = {}) =>
  sampleStory({
    id,
    verb: 'do',
    ...over,
    object: {
      type: 'workout',
      workout: sampleSummary({ preview: { polyline: LINE, bounds: null } }),
      ...over.object,
    },
  });
const photo = (id: number, width: number, height: number): Story['object']['photos'][number] => ({
  id,
  status: 'ready',
  problem: null,
  caption: '',
  width,
  height,
  urls: { small: `/p/${id}/s`, medium: `/p/${id}/m`, large: `/p/${id}/l` },
});

/** Each kind of story, with what may stand in it. */
const STORIES: [name: string, story: Story][] = [
  [
    'a run with records, likes and comments',
    workout(1, {
      object: { records: ['fastest_10_km', 'longest_distance'] },
      likes: {
        count: 3,
        replied: true,
        reply_id: 4,
        items: [like(sampleActor({ id: 7, title: 'Robin Trail' }), 7), like(KIM, 9)],
      },
      comments: {
        count: 5,
        replied: false,
        items: [
          sampleComment({ id: 31, answer_count: 2, text: 'Well paced, @ana' }),
          sampleComment({ id: 32, actor: null, edited: '2026-11-20T15:00:00.000Z' }),
        ],
      },
    }),
  ],
  ['a swim without a line', workout(2, { object: { workout: sampleSummary({ activity_group: 'swim' }) } })],
  [
    'one of a sport that is not known here',
    workout(3, { object: { workout: sampleSummary({ activity_group: 'kitesurf', activity_name: 'Kite' }) } }),
  ],
  ['one with a photo', workout(4, { object: { photos: [photo(1, 4000, 1000)] } })],
  [
    'a post with a link, a mention and an edit',
    sampleStory({
      id: 5,
      edited: '2026-11-20T14:00:00.000Z',
      object: { text: 'Map: https://club.example/run. Thanks @kim!', mentions: [KIM] },
      likes: { count: 1, replied: false, reply_id: null, items: [like(KIM, 9)] },
    }),
  ],
  [
    'a post that takes no comments any more, with one that was deleted',
    sampleStory({
      id: 6,
      settings: { is_hidden_from_feed: false, is_map_hidden: false, has_comments: false },
      likes: { count: 2, replied: false, reply_id: null, items: [] },
      comments: { count: 1, replied: false, items: [sampleComment({ id: 41, deleted_by: 'owner' })] },
    }),
  ],
  ['a friendship', sampleStory({ id: 7, verb: 'befriend', object: { type: 'friendship', friend: KIM } })],
  [
    'a challenge',
    sampleStory({
      id: 8,
      verb: 'finish',
      privacy: 3,
      object: { type: 'challenge', id: 77, event: 'finished', text: '100 km in May' },
    }),
  ],
];

/** What is the same: elements with their classes, links and words, without what only the page can do. */
function outline(article: HTMLElement): string[] {
  const ofPage = 'button, .wm-button, .wm-f-menu, .wm-comment__actions, .wm-comments__form > *';
  return [...article.querySelectorAll('[class^=wm-], dt, dd, li, time, a, p, svg')]
    .filter((one) => !one.closest(ofPage))
    .map((one) => {
      const words = one.childElementCount === 0 ? one.textContent : '';
      const named = ['class', 'href', 'aria-label'].map((name) => one.getAttribute(name) ?? '');
      return [one.tagName, ...named, words].join(' ');
    });
}
const visible = (article: HTMLElement) =>
  [...article.querySelectorAll<HTMLElement>('.wm-button')]
    .filter(({ style }) => style.visibility !== 'hidden')
    .map(({ textContent }) => textContent);

it.each(STORIES)('[SOC-01] the early view of %s is what the page draws', async (_, story) => {
  const place = await early(feed(story));
  const article = within(place).getByRole('article');
  const [drawn, counts] = [outline(article), visible(article)];
  expect(drawn.length).toBeGreaterThan(8);
  expect(document.title).toBe('Activity Feed · Waymark');
  place.remove();
  window.waymark = undefined;
  openPage('/activity_feed', { [FIRST]: feed(story), [NEWER]: { count: 0 } });
  const page = await screen.findByRole('article');
  await waitFor(() => expect(outline(page)).toEqual(drawn));
  const words = visible(page);
  for (const count of counts) expect(words).toContain(count);
});

it('[SOC-01] buttons take their room and cannot be met, counts can be read', async () => {
  const place = await early(feed(STORIES[0]![1]));
  expect(visible(place)).toEqual(['5 comments', 'You and 2 others']);
  expect(within(place).queryAllByRole('button')).toEqual([]);
  expect(within(place).queryAllByRole('textbox')).toEqual([]);
});

it('[SOC-01] figures are in the units of the member', async () => {
  const place = await early(feed(workout(1)));
  const figures = [...place.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(figures).toEqual(['10.0\u00a0kmDistance', '50:00Time', '5:00\u00a0min/kmPace']);
});

const MARKUP = '<img src=x onerror=alert(1)>{name}<script>alert(2)</script>';
it.each([
  ['the author', sampleStory({ actor: sampleActor({ title: MARKUP, username: MARKUP }) })],
  [
    'a post',
    sampleStory({
      object: { text: `${MARKUP} javascript:alert(1) @ana`, mentions: [sampleActor({ title: MARKUP })] },
    }),
  ],
  [
    'a workout',
    workout(1, {
      object: {
        workout: sampleSummary({ name: MARKUP, activity_name: MARKUP, activity_group: MARKUP }),
        records: [MARKUP],
      },
    }),
  ],
  [
    'a friend',
    sampleStory({ verb: 'befriend', object: { type: 'friendship', friend: sampleActor({ title: MARKUP }) } }),
  ],
  [
    'a challenge',
    sampleStory({ verb: 'join', object: { type: 'challenge', id: 1, event: 'joined', text: MARKUP } }),
  ],
  [
    'a like',
    sampleStory({
      likes: { count: 2, replied: false, reply_id: null, items: [like(sampleActor({ title: MARKUP }), 3)] },
    }),
  ],
  [
    'a comment',
    sampleStory({
      comments: {
        count: 1,
        replied: false,
        items: [sampleComment({ text: MARKUP, actor: sampleActor({ title: MARKUP }) })],
      },
    }),
  ],
])('[SOC-01] markup in the words of %s stays text', async (_, story) => {
  const place = await early(feed(story));
  expect(place.textContent).toContain(MARKUP);
  expect(place.querySelector('script, [onerror], img[src=x]')).toBeNull();
  for (const link of place.querySelectorAll('a')) expect(link.protocol).toMatch(/^https?:$/);
});

it.each([
  ['whose posts are chosen', '/activity_feed?view=friends', null],
  ['an activity is chosen', '/activity_feed?activity=run', null],
  [
    'somebody comes back to a place further down',
    '/activity_feed',
    { feedPlace: { story: 5, offset: 0, pages: 2 } },
  ],
])('[SOC-01] where %s, the page itself comes first', async (_, at, state) => {
  const place = await early(feed(sampleStory()), at, state);
  expect(place.childElementCount).toBe(0);
  expect(window.waymark!.earlyView!.drawn).toBeUndefined();
});

it('[SOC-01] an empty feed is left to the page', async () => {
  expect((await early(feed())).childElementCount).toBe(0);
});

it('[SOC-01] a story of a kind that is not known here ends the early view', async () => {
  const unknown = { ...sampleStory({ id: 2 }), verb: 'sing' } as unknown as Story;
  const place = await early(feed(sampleStory({ id: 1 }), unknown, sampleStory({ id: 3 })));
  expect(within(place).getAllByRole('article')).toHaveLength(1);
});

it('[SOC-01] nothing of the early view is there if the first story is not known', async () => {
  const unknown = { ...sampleStory({ id: 2 }), verb: 'sing' } as unknown as Story;
  expect((await early(feed(unknown, sampleStory({ id: 3 })))).childElementCount).toBe(0);
});

it('[SOC-01] the page waits behind its early view until it has the stories', async () => {
  const place = await early(feed(sampleStory()));
  const { promise, resolve: arrive } = Promise.withResolvers<StoryList>();
  openPage('/activity_feed', { [FIRST]: () => promise, [NEWER]: { count: 0 } });
  await act(async () => {});
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(place.querySelector('h1')).not.toBeNull();
  await act(async () => {
    arrive(feed(sampleStory()));
    await promise;
  });
  await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(2));
});
