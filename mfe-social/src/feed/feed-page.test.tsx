import type { TestCall } from '@waymark/remote/testing';
import type { Story } from '@waymark/api-contract';
import { announceChange, ApiError } from '@waymark/contract';
import { sampleActor, sampleStory } from '@waymark/social/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleSummary } from '../testing/samples.ts';
import { FIRST, NEWER, findStory, openFeed, storyPage } from './test-feed.ts';

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
  openFeed({ [FIRST]: storyPage([run, sampleStory({ actor: sampleActor({ id: 14, title: 'Cy' }) })]) });
  const workout = await findStory('Ana Ridge');
  expect(workout.getByRole('link', { name: 'Morning run' }).getAttribute('href')).toBe('/workout/101');
  expect(workout.getByText('10.0')).toBeTruthy();
  expect(workout.getByText('50:00')).toBeTruthy();
  expect(workout.getByText('5:00')).toBeTruthy();
  expect(workout.getByText(/^Record:/)).toBeTruthy();
  const post = await findStory('Cy');
  expect(post.getByText('Long run on Sunday, who is in?')).toBeTruthy();
});

it('[SOC-01] an empty feed says what to do', async () => {
  openFeed({ [FIRST]: storyPage([]) });
  const find = await screen.findByRole('link', { name: 'Find friends' });
  expect(find.getAttribute('href')).toBe('/people/friends/find');
});

it('[SOC-01] the first story of an empty feed comes by itself', async () => {
  let stories: Story[] = [];
  openFeed({
    [FIRST]: () => storyPage(stories),
    [NEWER]: ({ options }: TestCall) => ({ count: options?.params?.since === 0 ? stories.length : 0 }),
  });
  await screen.findByRole('link', { name: 'Find friends' });
  stories = [sampleStory()];
  act(() => announceChange(['stories']));
  await findStory('Ana Ridge');
  expect(screen.queryByRole('button', { name: /new stor/ })).toBeNull();
});

it('[SOC-01] the next page follows the last story, and the feed says when it ends', async () => {
  const next = '/v7.1/activity_story/?feed_type=friends&limit=10&before=900';
  openFeed({
    [FIRST]: storyPage([sampleStory()], next),
    'GET /activity_story/?feed_type=friends&limit=10&before=900': storyPage([
      sampleStory({ id: 800, actor: sampleActor({ id: 14, title: 'Cy' }) }),
    ]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await findStory('Cy');
  expect(screen.getByText('That’s all so far.')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('[SOC-01] new stories are announced and shown on request only', async () => {
  let stories = [sampleStory()];
  openFeed({
    [FIRST]: () => storyPage(stories),
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
  await findStory('Cy');
  expect(screen.getAllByRole('article')).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole('button', { name: /new stories/ })).toBeNull());
});

it('[SOC-01] filters by whose stories and by activity', async () => {
  openFeed(
    {
      'GET /activity_story/?feed_type=friends&limit=10&activity_group=run': storyPage([sampleStory()]),
      'GET /activity_story/?feed_type=friends&limit=10&feed_view=own&activity_group=run': storyPage([]),
    },
    { at: '/activity_feed?activity=run' },
  );
  await findStory('Ana Ridge');
  await userEvent.click(screen.getByRole('radio', { name: 'You' }));
  expect(await screen.findByText('Choose another activity to see more.')).toBeTruthy();
});

it('says so when the feed cannot be loaded, and tries again', async () => {
  let isUp = false;
  openFeed({
    [FIRST]: () => {
      if (!isUp) throw new ApiError(503, 'Service Unavailable', null);
      return storyPage([sampleStory()]);
    },
  });
  await screen.findByText('We couldn’t load your feed.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await findStory('Ana Ridge');
});
