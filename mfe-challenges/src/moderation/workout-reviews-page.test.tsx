import type { WorkoutReview } from '@waymark/api-contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { screen } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';

const QUEUE = 'GET /v2/moderation/workouts?state=open&limit=50';
const review = (over: Partial<WorkoutReview> = {}): WorkoutReview => ({
  workout_id: 90,
  name: 'Fast lunch',
  member: { id: 13, display_name: 'Ben Moor', username: 'ben' },
  activity_type_id: 16,
  distance: 30_000,
  duration: 3600,
  ascent: 120,
  exclusion: 'too_fast',
  other_exclusions: [],
  state: 'open',
  explanation: 'My watch was still set to running on the bike.',
  note: '',
  explained_datetime: '2026-11-20T13:00:00.000Z',
  ...over,
});
const list = (...reviews: WorkoutReview[]) => ({ _embedded: { reviews }, total_count: reviews.length });

it('[CHAL-02] a moderator sees what a workout claims and what its owner says, and decides with a note', async () => {
  let open = [review()];
  const { user, sent } = openPage('/moderation/workouts', {
    [QUEUE]: () => list(...open),
    'PATCH /v2/moderation/workouts/90': () => {
      open = [];
      return review({ state: 'rejected' });
    },
  });
  expect(await screen.findByText('My watch was still set to running on the bike.')).toBeTruthy();
  expect(screen.getByText('Too fast')).toBeTruthy();
  expect(screen.getByText(/Run · 30.* km · 1:00:00 · ↑ 120 m/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ben Moor' }).getAttribute('href')).toBe('/profile/13');
  await user.type(screen.getByRole('textbox', { name: /Note to the member/ }), 'Please change the sport.');
  await user.click(screen.getByRole('button', { name: 'Doesn’t count' }));
  expect(await screen.findByText('No open cases')).toBeTruthy();
  expect(sent()[0]?.body).toEqual({
    exclusion: 'too_fast',
    decision: 'rejected',
    note: 'Please change the sport.',
  });
});

it('[CHAL-02] each reason of a workout is a case of its own', async () => {
  openPage('/moderation/workouts', {
    [QUEUE]: list(
      review({ other_exclusions: ['overlap', 'too_steep'] }),
      review({ exclusion: 'overlap', explanation: 'My watch was lent.' }),
    ),
  });
  expect(await screen.findAllByRole('article', { name: 'Fast lunch' })).toHaveLength(2);
  expect(screen.getByText('Overlaps another recording')).toBeTruthy();
  const [also] = screen.getAllByText(/^Other reasons/);
  expect(also!.textContent).toBe('Other reasons against it: Overlaps another recording, Climbs too fast');
});

it('[CHAL-02] what another moderator decided meanwhile is said, and the case stays', async () => {
  const { user } = openPage('/moderation/workouts', {
    [QUEUE]: list(review()),
    'PATCH /v2/moderation/workouts/90': refusal(
      409,
      'already_resolved',
      'Another moderator has decided this.',
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Let it count' }));
  await expectFailureAt('Let it count', /Another moderator has decided this/);
  expect(screen.getByText('Fast lunch')).toBeTruthy();
});

it('[CHAL-02] the page is for moderators only', async () => {
  openPage('/moderation/workouts', { [QUEUE]: refusal(403, 'not_allowed') });
  expect(await screen.findByText('This page is for moderators')).toBeTruthy();
});
