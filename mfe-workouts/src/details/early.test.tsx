import type { Workout } from '@waymark/api-contract';
import { EARLY_PLACE } from '@waymark/contract/early';
import { act, waitFor, within } from '@testing-library/react';
import { packed } from '../testing/recording.ts';
import { sampleUser, sampleWorkout } from '../testing/samples.ts';
import type { EarlyRecording } from './recording/early-recording.ts';
import { open, preparePage, RUN, run, seen } from './test-page.tsx';

// jsdom has no canvas: drawing is left out at the edge of the two libraries that do it.
jest.mock('./chart/plot.ts', () => ({ createPlot: jest.fn() }));
jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  createTrackMap: jest.fn(),
}));

let columns: jest.Mock<Promise<Response>, [url: string]>;

beforeEach(() => {
  preparePage();
  columns = jest.fn();
  columns.mockResolvedValue({ ok: false } as Response);
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 856 } as DOMRect);
});
afterEach(() => {
  window.waymark = undefined;
  document.getElementById(EARLY_PLACE)?.remove();
  jest.restoreAllMocks();
});

/** The page's script runs once for each document. */
async function early(workout: Workout): Promise<HTMLElement> {
  const place = document.createElement('div');
  place.id = EARLY_PLACE;
  document.body.append(place);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { id: userId, display_measurement_system: system } = sampleUser();
  window.waymark = {
    earlyView: {
      locale: 'en-us',
      userId,
      system,
      country: null,
      services: { main: '/services/main/v7.1' },
      ask: columns,
      answer: Promise.resolve(workout),
      ended,
      end,
    },
  };
  await jest.isolateModulesAsync(async () => void (await import('./early.ts')));
  await ended;
  return place;
}

/** What is the same: elements with their classes and texts, without pictures and what only the page can do. */
function outline(root: Element): string[] {
  return [...root.querySelectorAll('[class^=wm-w], [class^=wm-tile], h1, li, time, .wm-figure, .wm-text')]
    .filter(
      (one) => !one.closest('.wm-w-actions') && !one.closest('.wm-w-chart') && !one.matches('.wm-w-map'),
    )
    .map((one) => `${one.tagName}.${one.className} ${one.textContent}`);
}

const OWN = sampleWorkout({
  ...RUN,
  device: 'Forerunner 265',
  locality: 'Sopot',
  load: 88,
  source: 'sample',
});
it.each([
  ['one’s own', OWN],
  ['a friend’s', { ...OWN, user: { id: 9, display_name: 'Kim', username: 'kim' }, load: null }],
  ['one logged by hand', { ...OWN, has_time_series: false, preview: { polyline: null, bounds: null } }],
])('[WORK-04] the early view of %s workout is what the page draws', async (_, workout) => {
  const place = await early(workout);
  const drawn = outline(place);
  expect(drawn.length).toBeGreaterThan(12);
  expect(document.title).toBe('Morning run · Waymark');
  place.remove();
  open(workout, () => new Promise(() => {}));
  await within(document.body).findByRole('heading', { level: 1, name: 'Morning run' });
  expect(drawn).toEqual(outline(document.body));
});

it('[WORK-04] its buttons take their room and cannot be met', async () => {
  const place = await early(OWN);
  const buttons = [...place.querySelectorAll<HTMLElement>('.wm-w-actions > *')];
  for (const { style } of buttons) expect(style.visibility).toBe('hidden');
  expect(buttons.map((one) => one.textContent)).toEqual([
    'Edit',
    'Trim, split or merge',
    'Copy',
    'Export',
    'Delete',
  ]);
});

it('[WORK-04] what stands between figures and recording is left to the page', async () => {
  const place = await early({ ...OWN, has_hidden_part: true });
  expect(place.querySelector('.wm-w-tiles')).not.toBeNull();
  expect(place.querySelector('.wm-w-recording')).toBeNull();
});

it('[WORK-04] the page waits behind its early view without an outline of itself', async () => {
  await early(OWN);
  open(OWN, () => new Promise(() => {}));
  expect(within(document.body).queryByRole('status', { name: 'Loading the workout' })).toBeNull();
});

const bytes = () =>
  Promise.resolve({ ok: true, arrayBuffer: () => Promise.resolve(packed(run)) } as Response);
const strips = (root: ParentNode) =>
  [...root.querySelectorAll('.wm-w-strip')].map((strip) => strip.firstChild!.textContent);

it('[WORK-04] the chart is drawn before the application is, and the page draws the same in its place without asking again', async () => {
  columns.mockImplementation(bytes);
  const place = await early(OWN);
  expect(columns).toHaveBeenCalledTimes(1);
  expect(columns).toHaveBeenCalledWith(`/services/main/v7.1/workout/${OWN.id}/streams/`);
  const names = strips(place);
  const drawn = [...seen.drawn];
  expect(names).toEqual(['Elevation', 'Pace', 'Heart rate']);
  expect(drawn).toHaveLength(3);
  expect(place.querySelector<HTMLElement>('.wm-w-controls')!.style.visibility).toBe('hidden');
  const host = open(OWN);
  await within(document.body).findByRole('slider');
  expect(host.calls.filter(({ path }) => path.endsWith('/streams/'))).toEqual([]);
  expect(strips(document.querySelector('.wm-w-chart [role=img]')!)).toEqual(names);
  expect(seen.drawn.slice(3)).toEqual(drawn);
});

it('[WORK-04] the chart of the early view stays on the page until the page has its own', async () => {
  const { promise, resolve: arrive } = Promise.withResolvers<Response>();
  columns.mockReturnValue(promise);
  const ended = early(OWN);
  await within(document.body).findByRole('heading', { level: 1 });
  const host = open(OWN);
  const { chart } = window.waymark!.earlyView!.handover as EarlyRecording;
  await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(2));
  const page = document.querySelectorAll('.wm-w-chart')[1]!;
  expect(page.contains(chart)).toBe(true);
  await act(async () => {
    arrive(await bytes());
    await ended;
  });
  await within(document.body).findByRole('slider');
  expect(chart.isConnected).toBe(false);
  expect(host.calls.filter(({ path }) => path.endsWith('/streams/'))).toEqual([]);
});

it('[WORK-04] columns that did not come early are asked for by the page', async () => {
  const place = await early(OWN);
  expect(strips(place)).toEqual([]);
  const host = open(OWN);
  await within(document.body).findByRole('slider');
  expect(host.calls.filter(({ path }) => path.endsWith('/streams/'))).toHaveLength(1);
});

it('[WORK-04] a workout without a recording asks for none', async () => {
  await early({ ...OWN, has_time_series: false });
  expect(columns).not.toHaveBeenCalled();
});
