import { powerCurve } from '@waymark/streams';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleStreams } from '../../testing/recording.ts';
import { sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { createRecordingSelection } from '../selection/recording-selection.ts';
import { bestPower } from '../zones/best-power.ts';
import { effortMeters, fastest, strongest } from './efforts.ts';
import { EffortsSection } from './efforts-section.tsx';

// Half an hour, its second third at twice the speed, with pulses of power.
const run = sampleStreams(1800, {
  distance: (i) => 250 * (i + Math.min(Math.max(i - 600, 0), 600)),
  power: (i) => (i % 120 < 60 ? 300 : 100) + (i > 900 && i < 930 ? 400 : 0),
});

it('[WORK-04] the fastest stretches lie where it was fast, as long as the workout is long enough', () => {
  const efforts = fastest(run, effortMeters('pace', 'metric'));
  expect(efforts.map(({ meters }) => Math.round(meters))).toEqual([400, 1000, 1609, 5000]);
  expect(efforts[1]!.seconds).toBeCloseTo(200, 5);
  expect(efforts[1]!.from).toBeGreaterThanOrEqual(600);
  expect(efforts[1]!.to).toBeLessThanOrEqual(1200);
  const seconds = efforts.map((effort) => effort.seconds);
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
});

it('[WORK-04] the highest power is the one of the member’s curve, and says where it was', () => {
  const durations = [5, 60, 300, 1200];
  expect(strongest(run).map(({ seconds }) => seconds)).toEqual(durations);
  const curve = powerCurve(run, durations);
  for (const [i, { watts, from, to }] of strongest(run).entries()) {
    expect(watts).toBeCloseTo(curve[i]!, 6);
    expect(to).toBeGreaterThan(from);
  }
  const best = bestPower(run, 5)!;
  expect(best.from).toBeGreaterThanOrEqual(900);
  expect(best.to).toBeLessThanOrEqual(930);
  expect(strongest(sampleStreams(1800))).toEqual([]);
});

it.each([
  ['swim', 'metric', [50, 100, 200]],
  ['speed', 'imperial', [1609, 8047, 16_093]],
] as const)('[WORK-04] people who %s compare other distances (%s)', (tempo, system, first) => {
  expect(effortMeters(tempo, system).slice(0, 3).map(Math.round)).toEqual(first);
});

it('[WORK-04] choosing a best effort selects its part, and choosing it again lets go', async () => {
  installTestHost(() => undefined, { user: sampleUser() });
  const selection = createRecordingSelection();
  renderPage(<EffortsSection workout={sampleWorkout()} streams={run} selection={selection} />);
  const table = within(screen.getByRole('table', { name: 'Fastest stretches' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DistanceTimePace min/km',
    '400 m1:203:20',
    '1 km3:203:20',
    '1 mi5:223:20',
    expect.stringMatching(/^5 km/),
  ]);
  const kilometre = table.getByRole('button', { name: 'Select the best 1 km' });
  kilometre.focus();
  await userEvent.keyboard('{Enter}');
  expect(selection.get().part).toMatchObject({ from: expect.any(Number) as number });
  expect(kilometre.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(kilometre);
  expect(selection.get().part).toBeNull();
  expect(screen.getByRole('button', { name: 'Select the best 20 min' })).toBeTruthy();
});
