import { announceChange, ApiError } from '@waymark/contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { packed, sampleStreams } from '../testing/recording.ts';
import { sampleSummary, sampleUser } from '../testing/samples.ts';
import DetailsPage from './details-page.tsx';
import { open, part, preparePage, run, RUN, SECONDS, seen } from './test-page.tsx';

// jsdom has no canvas: drawing is left out at the edge of the two libraries that do it.
jest.mock('./chart/plot.ts', () => ({ createPlot: jest.fn() }));
jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  createTrackMap: jest.fn(),
}));

beforeEach(preparePage);

it('[WORK-10] tiles show what there is and hide every zero', async () => {
  open(RUN);
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(within(summary).getByRole('group', { name: 'Distance' }).textContent).toContain('2.50');
  expect(within(summary).getByRole('group', { name: 'Pace' }).textContent).toContain('6:40');
  expect(within(summary).getByRole('group', { name: 'Energy' }).textContent).toContain('200');
  for (const hidden of ['Ascent', 'Paused', 'Steps', 'Elapsed time']) {
    expect(within(summary).queryByRole('group', { name: hidden })).toBeNull();
  }
});

it('[WORK-04] title, date, device and tiles come from the first answer alone', async () => {
  open({ ...RUN, device: 'Forerunner 265' }, () => new Promise(() => {}));
  expect(await screen.findByRole('heading', { level: 1, name: 'Morning run' })).toBeTruthy();
  expect(screen.getByText(/Fri, Nov 20, 2026/).textContent).toContain('7:00');
  expect(screen.getByText('Forerunner 265')).toBeTruthy();
  expect(screen.getByText('Private (only me)')).toBeTruthy();
  expect(document.title).toBe('Morning run · Waymark');
  expect(screen.getByRole('img', { name: 'Sketch of the track' })).toBeTruthy();
});

it('[WORK-04] a ride is told in speed', async () => {
  open({ ...RUN, activity_group: 'ride' });
  const tile = await screen.findByRole('group', { name: 'Average speed' });
  expect(tile.textContent).toContain('9.0');
});

it('[WORK-13] the chart is drawn from the recording, over time or over distance', async () => {
  open(RUN);
  expect(await screen.findByRole('img', { name: /Chart of Elevation, Pace, Heart rate/ })).toBeTruthy();
  await waitFor(() => expect(seen.drawn.at(-1)?.xRange).toEqual([0, SECONDS]));
  await userEvent.click(screen.getByRole('radio', { name: 'Distance' }));
  await waitFor(() => expect(seen.drawn.at(-1)?.xRange).toEqual([0, 2.5]));
  await userEvent.click(screen.getByRole('button', { name: 'Heart rate' }));
  expect(screen.getByRole('img', { name: /Chart of Elevation, Pace\./ })).toBeTruthy();
});

it('[WORK-04] splits are cut by a kilometre; choosing one selects it, another type lets go of it', async () => {
  open(RUN);
  const table = await screen.findByRole('table', { name: 'Figures of each split' });
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Select split 2' }));
  const box = await part();
  expect(within(box).getByRole('group', { name: 'Time' }).textContent).toContain('6:40');
  expect(within(box).getByRole('group', { name: 'Average heart rate' }).textContent).toContain('143');
  expect(screen.getByRole('button', { name: 'Select split 2' }).getAttribute('aria-pressed')).toBe('true');
  expect(seen.map.setRange.mock.lastCall).toEqual([{ from: 400, to: 800 }]);
  await userEvent.click(screen.getByRole('radio', { name: '0.5 km' }));
  expect(screen.getAllByRole('button', { name: /Select split/ })).toHaveLength(5);
  expect(within(box).queryByRole('group', { name: 'Time' })).toBeNull();
  await waitFor(() => expect(seen.map.setRange.mock.lastCall).toEqual([null]));
});

it('[WORK-04] a long workout shows its first splits, and all of them when asked', async () => {
  const long = sampleStreams(26_000);
  open(RUN, () => packed(long));
  const show = await screen.findByRole('button', { name: 'Show all 65' });
  expect(screen.getAllByLabelText(/^Select split/)).toHaveLength(60);
  await userEvent.click(show);
  expect(screen.getAllByLabelText(/^Select split/)).toHaveLength(65);
});

it('[WORK-04] laps of the device are a way to cut too', async () => {
  const lap = (index: number, start: number, elapsed: number) => ({
    index,
    start,
    elapsed,
    active: elapsed,
    distance: elapsed * 2.5,
    ascent: null,
    heartrate_avg: null,
    heartrate_max: null,
    cadence_avg: null,
    power_avg: null,
    speed_avg: 2.5,
    speed_max: null,
  });
  open({ ...RUN, laps: [lap(0, 0, 300), lap(1, 300, 700)] });
  expect(await screen.findByRole('table', { name: 'Device laps' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('radio', { name: 'Laps' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select lap 2' }));
  expect(within(await part()).getByRole('group', { name: 'Distance' }).textContent).toContain('1.75');
});

it('[WORK-13] seconds in zones come from the recording', async () => {
  open(RUN);
  const zones = await screen.findByRole('region', { name: 'Heart-rate zones' });
  const rows = within(zones)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows[0]).toContain('Zone 3126 bpm and above8:2050 %');
  expect(rows[1]).toContain('Zone 2109–125 bpm8:2050 %');
  expect(rows[2]).toContain('0:000 %');
});

it('[WORK-04] a recording that does not arrive leaves the figures and can be asked for again', async () => {
  let works = false;
  open(RUN, () => {
    if (!works) throw new ApiError(0, '', null);
    return packed(run);
  });
  expect(await screen.findByText('We couldn’t load the recording.')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Distance' })).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('slider')).toBeTruthy();
});

it('[WORK-04] a workout logged by hand asks for no recording', async () => {
  const host = open({ ...RUN, has_time_series: false, source: 'manual', notes: 'Wind from the sea.' }, () => {
    throw new Error('no call was planned');
  });
  expect(await screen.findByText('Wind from the sea.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull();
  expect(host.calls.filter(({ path }) => path.includes('/streams'))).toEqual([]);
});

it.each([
  ['a member is led back', { user: sampleUser() }, 'Go to your dashboard', /^\/dashboard$/],
  ['a visitor may log in: it may be their own', {}, 'Log in', /^\/auth\/login\/\?next=/],
])('[WORK-04] a private workout is said to be private or missing; %s', async (_, session, name, href) => {
  installTestHost(() => {
    throw new ApiError(404, 'Not Found', { error: 'not_found', error_description: 'No such workout.' });
  }, session);
  renderPage(<DetailsPage />, { at: '/workout/5' });
  expect(await screen.findByText('This workout is private or does not exist')).toBeTruthy();
  expect(screen.getByRole('link', { name }).getAttribute('href')).toMatch(href);
});

it('[WORK-04] legs lead to their pages, and a leg to the whole', async () => {
  const legs = [
    sampleSummary({ id: 201, name: 'Swim', activity_group: 'swim', activity_name: 'Swim' }),
    sampleSummary({ id: 202, name: 'Bike', activity_group: 'ride', activity_name: 'Bike Ride' }),
  ];
  open({ ...RUN, legs, leg_count: 2, parent_id: 77 });
  expect((await screen.findByRole('link', { name: 'Swim' })).getAttribute('href')).toBe('/workout/201');
  expect(screen.getByRole('link', { name: 'Bike' }).closest('li')!.textContent).toContain('12.0');
  expect(screen.getByRole('link', { name: /see the whole/ }).getAttribute('href')).toBe('/workout/77');
});

it('what the file held and could not hold is told quietly', async () => {
  open({ ...RUN, warnings: ['12 points without a time were left out.'] });
  expect(await screen.findByRole('region', { name: 'Notes on this file' })).toBeTruthy();
  expect(screen.getByText('12 points without a time were left out.')).toBeTruthy();
});

it('deleting is done at once and can be undone', async () => {
  const host = open(RUN, ({ method, path }) => {
    if (path.endsWith('/streams/')) return packed(run);
    if (method === 'DELETE') return undefined;
    if (method === 'POST' && path === '/workout/101/restore/') return RUN;
    throw new Error(`${method} ${path} was not planned`);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard']));
  expect(host.published).toEqual([{ name: 'data.changed', payload: { resources: ['workouts'] } }]);
  expect(host.notifications[0]!.text).toBe('“Morning run” is deleted.');
  act(() => host.notifications[0]!.action!.run());
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard', '/workout/101']));
  expect(host.calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /workout/101/restore/');
});

it('[WORK-04] [SOC-05] a workout that was shown and is gone for the reader, as after a block, is no longer shown', async () => {
  let isBlocked = false;
  installTestHost(
    ({ path }) => {
      if (path.endsWith('/streams/')) return packed(run);
      if (isBlocked || path.includes('/activity_story/')) throw new ApiError(404, '', { error: 'not_found' });
      return RUN;
    },
    { user: sampleUser() },
  );
  renderPage(<DetailsPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Morning run' })).toBeTruthy();
  isBlocked = true;
  act(() => announceChange(['workouts']));
  expect(await screen.findByText('This workout is private or does not exist')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Morning run' })).toBeNull();
});

it('only what the reader may do is offered', async () => {
  open({
    ...RUN,
    can: { edit: false, delete: false, copy: false },
    user: { id: 9, display_name: 'Kim', username: 'kim' },
  });
  expect(await screen.findByRole('link', { name: 'Kim' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

it('[DATA-03] where the links to a workout have changed, its owner makes one on the spot and sees it', async () => {
  const made = 'n'.repeat(22);
  let key: string | null = null;
  open({ ...RUN, privacy: 6 }, ({ method, path }) => {
    if (path.includes('/activity_story/')) throw new ApiError(404, '', { error: 'not_found' });
    if (!path.endsWith('/link/')) return packed(run);
    if (method === 'POST') key = made;
    return { privacy: 6, key };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Share it again' }));
  const shown = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Link' });
  expect(shown.value).toContain(`/workout/${RUN.id}?key=${made}`);
  expect(screen.queryByText('Links to this workout have changed')).toBeNull();
});

it('[WORK-04] the track is colored by what was recorded, with a legend, and keeps it for the next workout', async () => {
  open(RUN);
  await userEvent.click(await screen.findByRole('button', { name: 'Color of the track: One color' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Heart rate' }));
  const legend = await screen.findByRole('img', { name: /^Heart rate: from 1\d\d bpm to 150 bpm$/ });
  expect(legend.textContent).toContain('150 bpm');
  expect(seen.map.setShades.mock.lastCall![0]!.parts.length).toBeGreaterThan(1);
  expect(seen.map.setMarks.mock.lastCall![0].map(({ text }) => text)).toEqual(['1', '2']);
  expect(localStorage.getItem('waymark.track_color')).toBe('heartrate');
  localStorage.clear();
});
