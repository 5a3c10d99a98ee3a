import type { Lap } from '@waymark/api-contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleStreams } from '../../testing/recording.ts';
import { sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { createRecordingSelection } from '../selection/recording-selection.ts';
import { SplitsSection } from './splits-section.tsx';

function show(altitude: (i: number) => number) {
  installTestHost(() => undefined, { user: sampleUser() });
  const streams = sampleStreams(1200, { altitude });
  renderPage(
    <SplitsSection workout={sampleWorkout()} streams={streams} selection={createRecordingSelection()} />,
  );
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

it('[WORK-04] splits of a run uphill say what the pace would have been on the flat', () => {
  // Five metres of height in a hundred.
  show((i) => 10_000 + Math.round(i * 12.5));
  const column = headings().indexOf('GAP');
  expect(column).toBeGreaterThan(0);
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
  const seconds = (text: string | null) => {
    const [minutes = 0, rest = 0] = (text ?? '').split(':').map(Number);
    return minutes * 60 + rest;
  };
  const pace = seconds(cells[headings().findIndex((heading) => heading?.startsWith('Pace'))]!.textContent);
  const adjusted = seconds(cells[column]!.textContent);
  expect(adjusted).toBeGreaterThan(0);
  expect(adjusted).toBeLessThan(pace);
});

it('[WORK-04] splits of a flat run need no second pace', () => {
  show(() => 10_000);
  expect(headings()).not.toContain('GAP');
});

it('[WORK-04] laps of a run of 10 km and more have two decimals, those of a ride one', async () => {
  const lap = (index: number, start: number, seconds: number, distance: number): Lap => ({
    index,
    start,
    elapsed: seconds,
    active: seconds,
    distance,
    ascent: null,
    heartrate_avg: null,
    heartrate_max: null,
    cadence_avg: null,
    power_avg: null,
    speed_avg: null,
    speed_max: null,
  });
  const laps = [lap(0, 0, 900, 10_260), lap(1, 900, 300, 3420)];
  const labels = async (activity_group: string) => {
    installTestHost(() => undefined, { user: sampleUser() });
    const { unmount } = renderPage(
      <SplitsSection
        workout={sampleWorkout({ activity_group, laps })}
        streams={sampleStreams(1200, { distance: (i) => i * 1140 })}
        selection={createRecordingSelection()}
      />,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Laps' }));
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
    unmount();
    return cells;
  };
  expect(await labels('run')).toEqual(['1 10.26', '2 3.42']);
  expect(await labels('ride')).toEqual(['1 10.3', '2 3.42']);
});
