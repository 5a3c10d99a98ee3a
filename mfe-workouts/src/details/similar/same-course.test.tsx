import type { SimilarWorkouts } from '@waymark/api-contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleSummary, sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { SameCourse } from './same-course.tsx';

const on = (id: number, rank: number, seconds: number): SimilarWorkouts['workouts'][number] => ({
  ...sampleSummary({
    id,
    start_datetime: `2026-11-${10 + id}T12:00:00.000Z`,
    aggregates: { ...sampleSummary().aggregates, active_time_total: seconds, heartrate_avg: 151 },
  }),
  rank,
});

it('[WORK-04] the other times on the course are ranked, and two to five of them go to the comparison', async () => {
  const user = userEvent.setup({ delay: null });
  const workouts = [on(3, 2, 3060), on(2, 1, 3000), on(1, 3, 3200)];
  installTestHost(() => ({ workouts, total_count: 3 }) satisfies SimilarWorkouts, { user: sampleUser() });
  renderPage(<SameCourse workout={sampleWorkout({ id: 3 })} />);
  const table = await screen.findByRole('table', { name: 'Workouts on the same course' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('+1:00'),
    expect.stringContaining('0:00'),
    expect.stringContaining('+3:20'),
  ]);
  expect(screen.getByText('Ranked 2 of 3 by moving time.')).toBeTruthy();
  await user.click(within(rows[1]!).getByRole('checkbox'));
  expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe('/workout/compare?ids=3,2');
});

it('a course that one was on once says nothing', async () => {
  const host = installTestHost(() => ({ workouts: [on(1, 1, 3000)], total_count: 1 }), {
    user: sampleUser(),
  });
  renderPage(<SameCourse workout={sampleWorkout({ id: 1 })} />);
  await waitFor(() => expect(host.calls).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
