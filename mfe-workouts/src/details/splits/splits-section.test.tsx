import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, within } from '@testing-library/react';
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
