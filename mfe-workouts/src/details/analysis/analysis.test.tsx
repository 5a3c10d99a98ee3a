import type { Workout } from '@waymark/api-contract';
import type { Streams } from '@waymark/streams';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleStreams } from '../../testing/recording.ts';
import { sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { createRecordingSelection } from '../selection/recording-selection.ts';
import { Analysis } from './analysis.tsx';

function show(streams: Streams, over: Partial<Workout> = {}, system: 'metric' | 'imperial' = 'metric') {
  globalThis.matchMedia ??= (() => new EventTarget()) as unknown as typeof matchMedia;
  installTestHost(() => undefined, { user: sampleUser({ display_measurement_system: system }) });
  const selection = createRecordingSelection();
  renderPage(<Analysis workout={sampleWorkout(over)} streams={streams} selection={selection} />, {
    at: '/workout/101',
  });
  return selection;
}
const rows = () => screen.getAllByRole('row').map((row) => row.textContent);
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent?.trim());

it('[WORK-04] splits follow the member’s units, and the rest at the end says how long it is', () => {
  show(sampleStreams(1000), {}, 'imperial');
  expect(screen.getByRole('radio', { name: '1 mi', checked: true })).toBeTruthy();
  expect(heads()).toEqual(['Split', 'Pace min/mi', 'Time']);
  expect(rows().slice(1)).toEqual(['110:4410:44', expect.stringMatching(/^2 0\.5510:44/)]);
});

it('[WORK-04] a swim is cut by 100 m and told by 100 m', () => {
  show(sampleStreams(200, { distance: (i) => i * 100 }), { activity_group: 'swim' });
  expect(screen.getByRole('radio', { name: '100 m', checked: true })).toBeTruthy();
  expect(rows()[1]).toBe('11:401:40');
});

it('[WORK-04] a ride has speed, and power where it was measured; the faster split has the longer bar', () => {
  const ride = sampleStreams(400, {
    distance: (i) => (i <= 200 ? i * 500 : 100_000 + (i - 200) * 1000),
    power: () => 200,
  });
  show(ride, { activity_group: 'ride' });
  expect(heads()).toEqual(['Split', 'Speed km/h', 'Time', 'Power W']);
  expect(rows().slice(1)).toEqual(['118.03:20200', '236.01:40200', '336.01:40200']);
  const lengths = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => Number.parseFloat(row.querySelector<HTMLElement>('[style*=width]')!.style.width));
  expect(lengths[1]).toBe(100);
  expect(lengths[0]).toBeLessThan(60);
});

it('[WORK-04] pointing at a row hints at its part, choosing it twice lets go of it', async () => {
  const selection = show(sampleStreams(1000));
  const second = screen.getByRole('button', { name: 'Select split 2' });
  fireEvent.pointerOver(second);
  expect(selection.get()).toEqual({ cursor: null, part: null, hoveredPart: { from: 400, to: 800 } });
  fireEvent.pointerLeave(screen.getByRole('table').parentElement!.parentElement!);
  await userEvent.click(second);
  expect(selection.get().part).toEqual({ from: 400, to: 800 });
  expect(second.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(second);
  expect(selection.get().part).toBeNull();
  act(() => selection.patch({ part: { from: 0, to: 400 } }));
  expect(screen.getByRole('button', { name: 'Select split 1' }).getAttribute('aria-pressed')).toBe('true');
});

it('[WORK-04] [WORK-13] zones carry the member’s names, and minutes with a heart rate', async () => {
  const zones = [
    { name: 'Easy', start: 0, end: 140 },
    { name: 'zone 2', start: 141, end: 200 },
  ];
  show(sampleStreams(600, { heartrate: (i) => (i <= 450 ? 120 : 160) }), { hrZones: zones });
  const region = within(await screen.findByRole('region', { name: 'Heart-rate zones' }));
  expect(region.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Zone 2141 bpm and above2:3025 %',
    'Easyup to 140 bpm7:3075 %',
  ]);
  expect(region.getByText('10 minutes with a heart rate.')).toBeTruthy();
});

it('[WORK-04] a recording without distance and heart rate has nothing to work out', () => {
  const { n, columns } = sampleStreams(60);
  show(
    { n, columns: { time: columns.time!, timer: columns.timer! } },
    { hrZones: [{ name: '', start: 0, end: 200 }] },
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('region')).toBeNull();
});
