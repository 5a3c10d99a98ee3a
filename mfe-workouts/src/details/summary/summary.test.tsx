import type { Lap } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { stubLayout } from '@waymark/chart/testing';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { sampleSummary, sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { figuresOf, poolSystem, type Words } from './figures-of.ts';
import { Laps } from './laps.tsx';
import { Legs } from './legs.tsx';
import { Lengths } from './lengths.tsx';
import { Remarks } from './remarks.tsx';
import { SummaryTiles } from './summary-tiles.tsx';
import { WorkoutHeader } from './workout-header.tsx';

function show(element: ReactElement, answer: () => unknown = () => undefined) {
  globalThis.matchMedia ??= (() => new EventTarget()) as unknown as typeof matchMedia;
  const host = installTestHost(answer, { user: sampleUser() });
  renderPage(element, { at: '/workout/101' });
  return host;
}

const aggregates = sampleSummary().aggregates;
const names = () => screen.getAllByRole('group').map((tile) => tile.getAttribute('aria-label'));

it('[WORK-04] the most telling figures come first, moving time beside elapsed only where they differ', () => {
  show(
    <SummaryTiles
      workout={sampleSummary({
        aggregates: { ...aggregates, power_avg: 210, heartrate_avg: 141, steps_total: 8000 },
      })}
    />,
  );
  expect(names()).toEqual([
    'Distance',
    'Moving time',
    'Pace',
    'Average heart rate',
    'Average power',
    'Elapsed time',
    'Steps',
  ]);
  expect(screen.getByRole('group', { name: 'Elapsed time' }).textContent).toContain('51:40');
});

it('[WORK-10] zeroes and what rounds to zero get no tile', () => {
  show(
    <SummaryTiles
      workout={sampleSummary({
        activity_group: 'ride',
        aggregates: { ...aggregates, elapsed_time_total: 3000.4, ascent_total: 0.2, paused_time_total: 0.3 },
      })}
    />,
  );
  expect(names()).toEqual(['Distance', 'Moving time', 'Average speed']);
});

const lap = (index: number, over: Partial<Lap> = {}): Lap => ({
  index,
  start: index * 300,
  elapsed: 300,
  active: 300,
  distance: 1000,
  ascent: null,
  heartrate_avg: null,
  heartrate_max: null,
  cadence_avg: null,
  power_avg: null,
  speed_avg: 1000 / 300,
  speed_max: null,
  ...over,
});
const rows = () => screen.getAllByRole('row').map((row) => row.textContent);
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent?.trim());

it('[WORK-04] laps have a column for each figure that one of them has', () => {
  show(<Laps workout={sampleWorkout({ laps: [lap(0), lap(1, { heartrate_avg: 151.6, ascent: 12 })] })} />);
  expect(heads()).toEqual(['Lap', 'Time', 'Distance km', 'Pace min/km', 'Heart rate bpm', 'Ascent m']);
  expect(rows()[2]).toBe('25:001.005:0015212');
});

it('[WORK-04] laps of a ride are told in speed, with power and cadence', () => {
  const laps = [lap(0, { power_avg: 205.4, cadence_avg: 88, speed_avg: 10, active: 0 })];
  show(<Laps workout={sampleWorkout({ activity_group: 'ride', laps })} />);
  expect(heads()).toEqual(['Lap', 'Time', 'Distance km', 'Speed km/h', 'Power W', 'Cadence']);
  // A device that counts no active time gives the time that went by.
  expect(rows()[1]).toBe('15:001.0036.020588');
});

it('[WORK-04] each leg is told in the words of its sport, without what it does not have', () => {
  const swim = { activity_group: 'swim', activity_name: 'Open water' };
  show(
    <Legs
      legs={[
        sampleSummary({ id: 1, name: 'Lake', ...swim, aggregates: { ...aggregates, speed_avg: 1 } }),
        sampleSummary({
          id: 2,
          name: 'Transition',
          activity_name: 'Transition',
          aggregates: { ...aggregates, distance_total: null, active_time_total: null, speed_avg: null },
        }),
      ]}
    />,
  );
  const [lake, transition] = screen.getAllByRole('listitem').map((leg) => leg.textContent);
  expect(lake).toContain('Open water');
  expect(lake).toMatch(/1:40/);
  expect(transition).toBe('Transition51:40');
});

it('[WORK-04] each figure of a leg keeps its column, also where another leg has none', () => {
  show(
    <Legs
      legs={[
        sampleSummary({ id: 1, name: 'Run', aggregates: { ...aggregates, distance_total: 10_264 } }),
        sampleSummary({
          id: 2,
          name: 'Transition',
          activity_name: 'Transition',
          aggregates: { ...aggregates, distance_total: null, active_time_total: 95, speed_avg: null },
        }),
      ]}
    />,
  );
  const columns = screen
    .getAllByRole('listitem')
    .map((leg) => Array.from(leg.children, (c) => c.textContent));
  expect(columns).toEqual([
    ['Run', '10.26\u00a0km', '50:00', '5:00\u00a0min/km'],
    ['Transition', '', '1:35', ''],
  ]);
});

it('[WORK-04] [UNIT-02] runs of 10 km and more have two decimals, rides one', () => {
  const distanceOf = (activity_group: string) => {
    const workout = sampleSummary({ activity_group, aggregates: { ...aggregates, distance_total: 12_344 } });
    const words: Words = { text: (message) => message.message ?? '', system: 'metric', locale: 'en-us' };
    return figuresOf(workout, words).find(({ key }) => key === 'distance')?.value;
  };
  expect(['run', 'walk', 'hike', 'ride'].map(distanceOf)).toEqual(['12.34', '12.34', '12.34', '12.3']);
});

it('[WORK-09] a workout shows the records that it holds', () => {
  show(<Remarks workout={sampleWorkout({ records: ['10km', 'longest_distance'] })} />);
  const badges = within(screen.getByRole('list', { name: 'Records' })).getAllByRole('listitem');
  expect(badges.map(({ textContent }) => textContent?.trim())).toEqual([
    'Record: 10 km',
    'Record: Longest distance',
  ]);
});

it('[WORK-09] a workout without a record has no place for any', () => {
  show(<Remarks workout={sampleWorkout({ records: [] })} />);
  expect(screen.queryByRole('list', { name: 'Records' })).toBeNull();
});

it('[WORK-04] a leg that is deleted leads to the whole, and what is gone is not asked for', async () => {
  const host = show(<WorkoutHeader workout={sampleWorkout({ parent_id: 77 })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.navigated).toEqual(['/workout/77']));
  expect(host.calls.map(({ method }) => method)).toEqual(['DELETE']);
});

it('[WORK-04] a workout that could not be deleted is said to be still here', async () => {
  const host = show(<WorkoutHeader workout={sampleWorkout()} />, () => {
    throw new ApiError(0, '', null);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(host.notifications[0]!.kind).toBe('error');
  expect(host.navigated).toEqual([]);
});

it('[WORK-04] an Undo that fails can be tried again', async () => {
  let broken = false;
  const host = show(<WorkoutHeader workout={sampleWorkout()} />, () => {
    if (broken) throw new ApiError(0, '', null);
    return undefined;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  broken = true;
  act(() => host.notifications[0]!.action!.run());
  await waitFor(() => expect(host.notifications).toHaveLength(2));
  expect(host.notifications[1]!.action!.label).toBe('Try again');
  broken = false;
  act(() => host.notifications[1]!.action!.run());
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard', '/workout/101']));
  expect(host.notifications[2]!.text).toBe('“Morning run” is back.');
});

it('[WORK-04] a friend’s workout names the friend and not its privacy', () => {
  const user = { id: 9, display_name: 'Kim', username: 'kim' };
  show(<WorkoutHeader workout={sampleWorkout({ user, privacy: 3, source: 'sample' })} />);
  const head = within(screen.getByRole('banner'));
  expect(head.getByRole('link', { name: 'Kim' }).getAttribute('href')).toBe('/profile/9/dashboard');
  expect(head.queryByText(/public|everyone/i)).toBeNull();
  expect(head.getByText('Sample data')).toBeTruthy();
});

it('[WORK-04] a pool swim shows its lengths with pace, stroke rate, SWOLF and rest, and their averages', async () => {
  stubLayout(600);
  const length = (start: number, stroke: 'freestyle' | 'backstroke' | null, strokes: number | null) => ({
    start,
    duration: 27.4,
    strokes,
    stroke,
  });
  const lengths = [length(0, 'freestyle', 12), length(28, 'freestyle', 13), length(70, 'backstroke', 15)];
  show(<Lengths workout={sampleWorkout({ lengths, pool_length: 25 })} />);
  const section = screen.getByRole('region', { name: 'Lengths' });
  expect(section.textContent).toContain('3 lengths of 25 m: Freestyle 2, Backstroke 1');
  const figure = (name: string) => screen.getByRole('group', { name }).textContent;
  expect(figure('Strokes per length')).toContain('13');
  expect(figure('Stroke rate')).toContain('29');
  expect(figure('Average SWOLF')).toContain('40');
  expect(figure('Rest')).toContain('0:15');
  act(() => screen.getByRole('slider', { name: 'Chart of each length' }).focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(section.textContent).toContain('28 strokes/min');
  await userEvent.click(screen.getByText('Each length'));
  const rows = within(screen.getByRole('table', { name: 'Lengths of the pool' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Length', 'Time', 'Pace min/100 m', 'Strokes', 'Strokes/min', 'SWOLF', 'Rest', 'Stroke'],
    ['1', '0:27', '1:50', '12', '26', '39', '', 'Freestyle'],
    ['2', '0:27', '1:50', '13', '28', '40', '0:15', 'Freestyle'],
    ['3', '0:27', '1:50', '15', '33', '42', '', 'Backstroke'],
  ]);
});

it('[WORK-04] a swim reads in the unit of its pool, whatever the member’s own', () => {
  const aggregates = { ...sampleWorkout().aggregates, distance_total: 1143, speed_avg: 1 };
  const words: Words = { text: (message) => message.message ?? '', system: 'metric', locale: 'en-us' };
  const swim = (pool_length: number) =>
    figuresOf({ aggregates, activity_group: 'swim', pool_length }, words)
      .filter(({ key }) => key === 'distance' || key === 'tempo')
      .map(({ value, unit }) => `${value} ${unit}`);
  expect(swim(22.86)).toEqual(['1,250 yd', '1:31 min/100 yd']);
  expect(swim(25)).toEqual(['1,143 m', '1:40 min/100 m']);
  expect([50, 33.33, 45.72, 30.48, 20].map(poolSystem)).toEqual([
    'metric',
    'metric',
    'imperial',
    'metric',
    'metric',
  ]);
});

it('[WORK-04] lengths without strokes and of a pool of unknown length are counted and timed', () => {
  const lengths = [{ start: 0, duration: 30, strokes: null, stroke: null }];
  show(<Lengths workout={sampleWorkout({ lengths, pool_length: null })} />);
  expect(screen.getByText('1 length')).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Strokes' })).toBeNull();
});
