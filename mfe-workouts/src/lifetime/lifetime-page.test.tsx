import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stubLayout } from '@waymark/chart/testing';
import { sampleUser } from '../testing/samples.ts';
import LifetimePage from './lifetime-page.tsx';
import { sampleCurves, sampleHeat, sampleLifetime, sampleLoad, sampleRecords } from './samples.ts';

const ANSWERS: Record<string, unknown> = {
  lifetime: sampleLifetime(),
  heat_calendar: sampleHeat,
  records: sampleRecords,
  curves: sampleCurves,
  training_load: sampleLoad,
};
const nameOf = (call: TestCall) => call.path.split('/')[3] ?? '';

function open(over: Record<string, unknown> = {}, at = '/workouts/dashboard/lifetime') {
  const host = installTestHost(
    (call) => {
      if (call.path.endsWith('/profile/')) return { user: { id: 55, display_name: 'Maya Brooks' } };
      const answer = { ...ANSWERS, ...over }[nameOf(call)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { user: sampleUser() },
  );
  renderPage(<LifetimePage />, { at });
  return host;
}

/** Opens the table below a chart of a section. */
async function tableIn(section: HTMLElement) {
  const details = (await within(section).findByText('Show as table')).closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return within(section).findAllByRole('table');
}

beforeEach(() => stubLayout(900));

it('[WORK-08] totals, streaks and years are told, with years off and each group’s part', async () => {
  open();
  const head = await screen.findByRole('region', { name: 'Lifetime' });
  expect(within(head).getByRole('group', { name: 'Distance' }).textContent).toBe('Distance4,500\u00a0km');
  expect(within(head).getByRole('group', { name: 'Time' }).textContent).toBe('Time300\u00a0h');
  expect(head.textContent).toContain('Since Mar 01, 2024 · 320 active days');
  const streaks = screen.getByRole('region', { name: 'Streaks' });
  expect(within(streaks).getByRole('group', { name: 'Longest week streak' }).textContent).toContain(
    '21\u00a0weeks',
  );
  expect(within(streaks).getByRole('group', { name: 'Current day streak' }).textContent).toContain(
    '0\u00a0days',
  );
  const years = screen.getByRole('region', { name: 'Year by year' });
  const rows = () => within(within(years).getByRole('table', { name: 'Year by year' })).getAllByRole('row');
  expect(rows().map((row) => row.textContent)).toEqual([
    'YearBy groupDistanceTimeAscentWorkouts',
    '20263,000 km250 h20,000 m300',
    '2025––––',
    '20241,500 km50 h15,000 m50',
  ]);
  await userEvent.selectOptions(within(years).getByRole('combobox', { name: 'Activity group' }), 'Ride');
  expect(rows()[1]!.textContent).toBe('2026––––');
  const tables = await tableIn(years);
  expect(within(tables[1]!).getAllByRole('row')[3]!.textContent).toBe('2024–1,500 km');
});

it('[WORK-08] a year of 18 minutes has a part of an hour, not none', async () => {
  const short = { ...sampleLifetime().totals, count: 1, distance: 3000, duration: 1080, ascent: 0 };
  const years = [{ year: 2026, totals: short, groups: [{ activity_group: 'run', totals: short }] }];
  open({ lifetime: sampleLifetime({ totals: short, years, groups: years[0]!.groups }) });
  const table = await screen.findByRole('table', { name: 'Year by year' });
  expect(within(table).getAllByRole('row')[1]!.textContent).toBe('20263.00 km0.3 h–1');
});

it('[WORK-08] the calendar tells each day by keys, and leads to its week', async () => {
  const host = open();
  const calendar = await screen.findByRole('slider', { name: /^Days of 2026/u });
  expect(calendar.getAttribute('aria-valuetext')).toBe('Saturday, November 21, 2026: no workout');
  fireEvent.keyDown(calendar, { key: 'ArrowUp' });
  expect(calendar.getAttribute('aria-valuetext')).toBe(
    'Friday, November 20, 2026: 2 workouts, 50.0 km, 2:50:00',
  );
  fireEvent.keyDown(calendar, { key: 'ArrowLeft' });
  fireEvent.keyDown(calendar, { key: 'ArrowLeft' });
  expect(calendar.getAttribute('aria-valuetext')).toBe('Friday, November 6, 2026: no workout');
  fireEvent.keyDown(calendar, { key: 'Enter' });
  expect(host.navigated).toEqual(['/workout/stats?period=week&currentWeekIndex=2']);
});

it('[WORK-08] another year is asked for', async () => {
  const host = open();
  const section = await screen.findByRole('region', { name: 'Day by day' });
  await userEvent.selectOptions(await within(section).findByRole('combobox', { name: 'Year' }), '2024');
  await waitFor(() =>
    expect(host.calls.findLast((call) => nameOf(call) === 'heat_calendar')?.options?.params).toEqual({
      year: 2024,
    }),
  );
});

it('[WORK-09] records stand with value, pace, date and workout, also of one group', async () => {
  const host = open();
  const section = await screen.findByRole('region', { name: 'Records' });
  const rows = within(await within(section).findByRole('table', { name: 'Records' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    'Longest distance42.3\u00a0km5:07 min/kmMay 03, 2026City race',
    '5 km19:503:58 min/kmMay 03, 2026City race',
  ]);
  expect(within(rows[2]!).getByRole('link').getAttribute('href')).toBe('/workout/77');
  await userEvent.selectOptions(within(section).getByRole('combobox', { name: 'Activity group' }), 'ride');
  await waitFor(() =>
    expect(host.calls.findLast((call) => nameOf(call) === 'records')?.options?.params).toEqual({
      activity_group: 'ride',
    }),
  );
});

it('[WORK-08] best efforts are read place by place, lead to the workout, and stand in a table', async () => {
  const host = open();
  const curve = await screen.findByRole('slider', { name: /^Fastest time for each distance/u });
  fireEvent.keyDown(curve, { key: 'End' });
  expect(curve.getAttribute('aria-valuetext')).toBe('5.00 km 20:00, 4:00 min/km, Park run, May 03, 2026');
  fireEvent.keyDown(curve, { key: 'Enter' });
  expect(host.navigated).toEqual(['/workout/78']);
  const section = screen.getByRole('region', { name: 'Best efforts' });
  const [table] = await tableIn(section);
  expect(within(table!).getAllByRole('row')[1]!.textContent).toBe(
    '400 m1:203:20 min/kmMay 03, 2026City race',
  );
  await userEvent.click(within(section).getByRole('radio', { name: 'Last 90 days' }));
  await waitFor(() =>
    expect(host.calls.findLast((call) => nameOf(call) === 'curves')?.options?.params).toEqual({
      activity_group: 'run',
      from: '2026-08-24',
    }),
  );
  expect(await within(section).findByText('All time', { selector: 'li span' })).toBeTruthy();
});

it('[WORK-08] training load is told day by day, with its formula, its source and what it counts', async () => {
  open();
  const chart = await screen.findByRole('slider', { name: /^Training load/u });
  expect(chart.getAttribute('aria-valuetext')).toBe(
    'Saturday, November 21, 2026: Fitness 39, Fatigue 44, Form −5, Load 0',
  );
  const section = screen.getByRole('region', { name: 'Training load' });
  expect(section.textContent).toContain(
    '30 workouts with a heart rate count. 1 without one cannot be counted.',
  );
  expect(section.textContent).toContain(
    'from 55 to 188 beats per minute. The upper end is estimated from your age.',
  );
  expect(section.textContent).toContain('E. W. Banister');
  expect(within((await tableIn(section))[0]!).getAllByRole('row')).toHaveLength(91);
});

it('[WORK-08] another member’s lifetime comes without training load', async () => {
  const host = open({}, '/workouts/dashboard/lifetime?user=55');
  await screen.findByRole('slider', { name: /^Fastest time for each distance/u });
  expect(screen.queryByRole('region', { name: 'Training load' })).toBeNull();
  expect(new Set(host.calls.map((call) => call.path.split('/')[2]))).toEqual(new Set(['55']));
});

it('[WORK-08] a private profile is said to be so; before the first workout there is one thing to do', async () => {
  const gone = new ApiError(404, 'Not Found', null);
  open({ lifetime: gone }, '/workouts/dashboard/lifetime?user=55');
  expect(await screen.findByText('This profile is set to private or the user does not exist.')).toBeTruthy();
  open({ lifetime: sampleLifetime({ first_day: null, years: [], groups: [] }) });
  expect(await screen.findByRole('link', { name: 'Upload a file' })).toBeTruthy();
});

it('a part that fails leaves the others, and says so', async () => {
  open({ records: new ApiError(503, 'Service Unavailable', null) });
  expect(await screen.findByText('We couldn’t load the records.')).toBeTruthy();
  expect(await screen.findByRole('slider', { name: /^Training load/u })).toBeTruthy();
});

it('without a heart rate the training load says what it needs', async () => {
  const days = sampleLoad.days.map((day) => ({ ...day, load: 0, fitness: 0, fatigue: 0, form: 0 }));
  open({ training_load: { ...sampleLoad, days, counted: 0 } });
  expect(await screen.findByText(/^No workout of this span has a heart rate/u)).toBeTruthy();
});

it('[WORK-08] what was chosen on the page stands in its address and is shown again from there', async () => {
  const host = open({}, '/workouts/dashboard/lifetime?records=ride&year=2024&span=year&bars=duration');
  await waitFor(() =>
    expect(
      host.calls
        .filter((call) => ['records', 'heat_calendar'].includes(nameOf(call)))
        .map((call) => call.options?.params),
    ).toEqual(expect.arrayContaining([{ activity_group: 'ride' }, { year: 2024 }])),
  );
  expect(await screen.findByRole<HTMLInputElement>('radio', { name: 'This year' })).toHaveProperty(
    'checked',
    true,
  );
  expect(screen.getByRole('radio', { name: 'Time' })).toHaveProperty('checked', true);
});

const target = (link: HTMLElement) => link.getAttribute('href');

it('[WORK-08] the figures of the totals lead to the workouts that add up to them, the largest first', async () => {
  open();
  const head = await screen.findByRole('region', { name: 'Lifetime' });
  const figure = (tile: string) =>
    within(within(head).getByRole('group', { name: tile })).getByRole('link', { name: /^[\d,]+/u });
  expect(figure('Distance').textContent).toBe('4,500\u00a0km');
  expect(target(figure('Distance'))).toBe('/workouts/all?order=-distance');
  expect(target(figure('Time'))).toBe('/workouts/all?order=-duration');
  expect(target(figure('Ascent'))).toBe('/workouts/all?order=-ascent');
  expect(target(figure('Energy'))).toBe('/workouts/all?order=-energy');
  expect(target(figure('Workouts'))).toBe('/workouts/all');
});

it('[WORK-08] figures and bars of years lead to the workouts of the year and the group', async () => {
  open();
  const years = await screen.findByRole('region', { name: 'Year by year' });
  const row = (table: HTMLElement, year: string) =>
    within(table).getByRole('link', { name: year }).closest<HTMLElement>('tr')!;
  const table = within(years).getByRole('table', { name: 'Year by year' });
  const ofYear = '/workouts/all?from=2026-01-01&to=2026-12-31';
  expect(target(within(row(table, '2026')).getByRole('link', { name: '3,000 km' }))).toBe(
    `${ofYear}&order=-distance`,
  );
  expect(target(within(row(table, '2026')).getByRole('link', { name: '300' }))).toBe(ofYear);
  const bar = row(table, '2026').querySelector<HTMLElement>('[aria-hidden] a')!;
  expect([target(bar), bar.tabIndex]).toEqual([`${ofYear}&order=-distance`, -1]);
  // Nothing stands behind a dash.
  expect(within(row(table, '2025')).getAllByRole('link')).toHaveLength(1);
  await userEvent.selectOptions(within(years).getByRole('combobox', { name: 'Activity group' }), 'Ride');
  const ofRides = new URLSearchParams(
    target(within(row(table, '2024')).getByRole('link', { name: '1,500 km' }))!.split('?')[1],
  );
  expect(ofRides.get('from')).toBe('2024-01-01');
  expect(ofRides.get('activityTypes')?.split(',')).toContain('11');
  expect(ofRides.get('activityTypes')?.split(',')).not.toContain('16');
  const groups = (await tableIn(years))[1]!;
  expect(target(within(groups).getByRole('link', { name: '1,500 km' }))).toContain('from=2024-01-01');
});

it('[WORK-08] a day of the calendar and of the training load leads to its workouts, a day off to its week', async () => {
  const host = open();
  const section = await screen.findByRole('region', { name: 'Day by day' });
  const calendar = await within(section).findByRole('slider', {
    name: /Enter opens the workouts of the day, or the week on a rest day\.$/u,
  });
  fireEvent.keyDown(calendar, { key: 'ArrowUp' });
  const ofDay = '/workouts/all?from=2026-11-20&to=2026-11-20';
  expect(target(within(section).getByRole('link', { name: 'View workouts' }))).toBe(ofDay);
  expect(target(within(section).getByRole('link', { name: 'View week' }))).toBe(
    '/workout/stats?period=week&currentWeekIndex=0',
  );
  fireEvent.keyDown(calendar, { key: 'Enter' });
  expect(host.navigated).toEqual([ofDay]);
  fireEvent.keyDown(calendar, { key: 'ArrowUp' });
  expect(within(section).queryByRole('link', { name: 'View workouts' })).toBeNull();
  fireEvent.keyDown(calendar, { key: 'Enter' });
  expect(host.navigated).toEqual([ofDay, '/workout/stats?period=week&currentWeekIndex=0']);
  const [table] = await tableIn(section);
  expect(target(within(table!).getAllByRole('link', { name: '2' })[0]!)).toBe(ofDay);
  const load = await screen.findByRole('region', { name: 'Training load' });
  const days = (await tableIn(load))[0]!;
  expect(target(within(days).getAllByRole('link')[0]!)).toBe('/workouts/all?from=2026-11-19&to=2026-11-19');
});

it('[WORK-08] the link of a day that was pointed at in the training load can be reached; a click and Enter open the day', async () => {
  const host = open();
  const section = await screen.findByRole('region', { name: 'Training load' });
  const chart = await within(section).findByRole('slider', { name: /^Training load by day/u });
  const dayLinks = () =>
    within(section)
      .queryAllByRole('link', { name: /November/u })
      .map(target);
  // The last of 90 days has no load, and the place of the pointer is the start of a day that has one.
  expect(dayLinks()).toEqual([]);
  const pointed = { clientX: 44 + 846 * (87.5 / 90), clientY: 50 };
  fireEvent.pointerMove(chart, pointed);
  fireEvent.pointerLeave(chart, pointed);
  const ofDay = '/workouts/all?from=2026-11-19&to=2026-11-19';
  expect(dayLinks()).toEqual([ofDay]);
  fireEvent.click(chart, pointed);
  expect(host.navigated).toEqual([ofDay]);
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(host.navigated).toEqual([ofDay]);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter'])
    fireEvent.keyDown(chart, { key });
  fireEvent.blur(chart);
  const before = '/workouts/all?from=2026-11-16&to=2026-11-16';
  expect(dayLinks()).toEqual([before]);
  expect(host.navigated).toEqual([ofDay, before]);
});

it('[WORK-08] [DATA-03] another member’s figures lead to no list of workouts, and the calendar to the week', async () => {
  const host = open({}, '/workouts/dashboard/lifetime?user=55');
  const calendar = await screen.findByRole('slider', { name: /Enter opens the week/u });
  fireEvent.keyDown(calendar, { key: 'ArrowUp' });
  fireEvent.keyDown(calendar, { key: 'Enter' });
  expect(host.navigated).toEqual(['/workout/stats?period=week&currentWeekIndex=0&user=55']);
  expect(screen.getAllByRole('link').filter((link) => target(link)?.includes('/workouts/all'))).toEqual([]);
});

it('[WORK-08] years and streaks lead to their workouts', async () => {
  open();
  const years = await screen.findByRole('table', { name: 'Year by year' });
  const [link] = within(years).getAllByRole('link');
  expect(link?.getAttribute('href')).toBe(
    `/workouts/all?from=${link?.textContent}-01-01&to=${link?.textContent}-12-31`,
  );
  expect(screen.getAllByRole('link', { name: 'All workouts' }).length).toBeGreaterThan(0);
});
