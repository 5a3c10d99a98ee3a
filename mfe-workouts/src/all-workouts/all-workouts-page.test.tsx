import { Blob as NodeBlob } from 'node:buffer';
import type { ListedWorkout, WorkoutSearch } from '@waymark/api-contract';
import {
  callAddress,
  expectOneKey,
  installTestHost,
  renderPage,
  type TestCall,
} from '@waymark/remote/testing';
import { ApiError } from '@waymark/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { sampleStory } from '@waymark/social/testing';
import { sampleGear, sampleSummary, sampleUser } from '../testing/samples.ts';
import AllWorkoutsPage from './all-workouts-page.tsx';

/** Tells all that watch the page's size. */
let resizePage: () => void;
beforeEach(() => {
  const watchers = new Set<() => void>();
  resizePage = () => act(() => watchers.forEach((tell) => tell()));
  globalThis.ResizeObserver = class {
    readonly #tell: () => void;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = () => tell([], this);
    }
    observe() {
      watchers.add(this.#tell);
    }
    unobserve() {}
    disconnect() {
      watchers.delete(this.#tell);
    }
  };
});

const COUNT = 10_000;
const idAt = (index: number) => COUNT - index;
const listed = (index: number): ListedWorkout => ({
  ...sampleSummary({ id: idAt(index), name: `Run ${index + 1}` }),
  gear: null,
  load: null,
  has_photo: false,
});

/** A member with 10,000 workouts; a search for 'none' finds nothing. */
function search({ options }: TestCall, shared: ReadonlySet<number>): WorkoutSearch {
  const {
    limit = 100,
    offset = 0,
    search: text,
  } = (options?.params ?? {}) as Record<string, number | string>;
  const count = text === 'none' ? 0 : COUNT;
  const length = Math.min(Number(limit), count - Number(offset));
  return {
    _links: {},
    _embedded: {
      workouts: Array.from({ length: Math.max(0, length) }, (_, i) => {
        const workout = listed(Number(offset) + i);
        return Object.assign(workout, { privacy: shared.has(workout.id) ? 1 : 0 });
      }),
    },
    total_count: count,
    totals: { count, distance: count * 10_000, duration: count * 3000, energy: 0, ascent: 0 },
  };
}

const Address = () => <p>at {useLocation().search}</p>;

function open(
  at = '/workouts/all',
  answer: (call: TestCall) => unknown = () => ({ changed: 1, undo: [] }),
  shared: ReadonlySet<number> = new Set(),
) {
  const host = installTestHost(
    (call) => {
      if (call.path === '/workout/search/') return search(call, shared);
      if (call.path === '/workout/search/ids/')
        return { ids: Array.from({ length: COUNT }, (_, i) => idAt(i)) };
      if (call.path === '/activity_type/') return { _embedded: { activity_types: [] }, total_count: 0 };
      if (call.path === '/usergear/')
        return { _embedded: { gear: [sampleGear({ id: 31, name: 'Blue shoes' })] }, total_count: 1 };
      return answer(call);
    },
    { user: sampleUser() },
  );
  renderPage(
    <>
      <AllWorkoutsPage />
      <Address />
    </>,
    { at },
  );
  return host;
}

const searches = (host: ReturnType<typeof installTestHost>) =>
  host.calls.filter(({ path }) => path === '/workout/search/').map((call) => call.options?.params);

beforeEach(() => localStorage.clear());

it('[WORK-01] 10,000 workouts are one list with their totals; only the rows in sight are asked for and drawn', async () => {
  const host = open();
  const table = await screen.findByRole('table', { name: 'All workouts' });
  expect(table.getAttribute('aria-rowcount')).toBe('10001');
  expect(screen.getByText('10,000 workouts').closest('p')?.textContent).toBe(
    '10,000 workouts · 100,000 km · 8,333 h',
  );
  expect(within(table).getAllByRole('row').length).toBeLessThan(100);
  expect(within(table).getByRole('link', { name: 'Run 1' }).getAttribute('href')).toBe('/workout/10000');
  expect(searches(host)).toHaveLength(1);
  const list = within(table).getAllByRole('rowgroup')[0]!;
  jest.spyOn(list, 'getBoundingClientRect').mockReturnValue({ top: -5000 * 48 } as DOMRect);
  act(() => void fireEvent.scroll(window));
  expect(await within(table).findByRole('link', { name: 'Run 5001' })).toBeTruthy();
  expect(searches(host).map((params) => params?.['offset'])).toEqual([0, 4900, 5000]);
  expect(within(table).getAllByRole('row').length).toBeLessThan(100);
});

it('[WORK-04] rows that others may see tell likes and comments, in one call for those near each other', async () => {
  const stories = (call: TestCall) => {
    const story = sampleStory({ id: idAt(3) });
    const replied = { ...story, likes: { ...story.likes, count: 2 } };
    if (call.path === '/activity_story/')
      return { _links: {}, _embedded: { stories: [replied], likes: [], comments: [] }, total_count: 1 };
    throw new Error(call.path);
  };
  const shared = new Set([idAt(3), idAt(7)]);
  const host = open('/workouts/all', stories, shared);
  expect(await screen.findByRole('button', { name: '2 likes' })).toBeTruthy();
  const asked = host.calls.filter(({ path }) => path === '/activity_story/');
  expect(asked.map(({ options }) => options?.params)).toEqual([
    { object_type: 'workout', object_ids: `${idAt(3)},${idAt(7)}` },
  ]);
});

it('[WORK-01] search, filters and order live in the address, and are read from it', async () => {
  const host = open('/workouts/all?search=hill&least=5000&gear=31&order=-distance');
  await screen.findByRole('table', { name: 'All workouts' });
  expect(searches(host)[0]).toMatchObject({
    search: 'hill',
    distance_min: 5000,
    gear_id: 31,
    order_by: '-distance',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Time' }));
  await waitFor(() => expect(searches(host).at(-1)).toMatchObject({ order_by: '-duration' }));
  expect(screen.getByText('at ?search=hill&least=5000&gear=31&order=-duration')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who can see it' }), '3');
  await waitFor(() => expect(searches(host).at(-1)).toMatchObject({ privacy: '3' }));
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await userEvent.clear(box);
  await userEvent.type(box, 'none');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.getByText('at ?order=-duration')).toBeTruthy());
});

it('[WORK-05] what is selected changes together, and one press takes it back', async () => {
  const undo = [{ ids: [10_000, 9999], privacy: 0 as const }];
  const host = open('/workouts/all', () => ({ changed: 2, undo }));
  const box = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
  await box('Select Run 1');
  await box('Select Run 2');
  const bar = await screen.findByRole('region', { name: 'Selected workouts' });
  expect(within(bar).getByText('2 selected')).toBeTruthy();
  await userEvent.selectOptions(within(bar).getByRole('combobox', { name: 'Who can see it' }), '1');
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('2 workouts changed.'));
  const bodies = () => host.calls.filter(({ path }) => path === '/workout/bulk/').map(({ body }) => body);
  expect(bodies()).toEqual([{ changes: [{ ids: [10_000, 9999], privacy: 1 }] }]);
  expect(screen.queryByRole('region', { name: 'Selected workouts' })).toBeNull();
  act(() => host.notifications.at(-1)?.action?.run());
  await waitFor(() => expect(bodies().at(-1)).toEqual({ changes: undo }));
});

it('[WORK-05] all that a filter leaves is selected at once, deleted in parts and brought back', async () => {
  const host = open('/workouts/all', () => ({ changed: 200 }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = await screen.findByRole('region', { name: 'Selected workouts' });
  expect(within(bar).getByText('10,000 selected')).toBeTruthy();
  await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('10,000 workouts deleted.'));
  const sent = (path: string) => host.calls.filter((call) => call.path === path).length;
  expect(sent('/workout/bulk/delete/')).toBe(50);
  act(() => host.notifications.at(-1)?.action?.run());
  await waitFor(() => expect(sent('/workout/bulk/restore/')).toBe(50));
});

it('[WORK-05] a change that breaks off tells what was done, and that can be taken back, also on a second try', async () => {
  let calls = 0;
  const host = open('/workouts/all', ({ path, body }) => {
    if (path !== '/workout/bulk/') throw new Error(path);
    calls++;
    if (calls === 2 || calls === 3) throw new ApiError(0, 'network', null);
    const { ids } = (body as { changes: { ids: number[] }[] }).changes[0]!;
    return { changed: ids.length, undo: [{ ids, privacy: 0 }] };
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = await screen.findByRole('region', { name: 'Selected workouts' });
  await userEvent.selectOptions(within(bar).getByRole('combobox', { name: 'Who can see it' }), '1');
  await waitFor(() =>
    expect(host.notifications.at(-1)?.text).toMatch(/^200 workouts changed\. .*connection/),
  );
  expect(within(bar).getByText('10,000 selected')).toBeTruthy();
  act(() => host.notifications.at(-1)?.action?.run());
  await waitFor(() => expect(host.notifications.at(-1)?.action?.label).toBe('Try again'));
  act(() => host.notifications.at(-1)?.action?.run());
  const bodies = () => host.calls.filter(({ path }) => path === '/workout/bulk/').map(({ body }) => body);
  const part = (from: number, privacy: number) => ({
    changes: [{ ids: Array.from({ length: 200 }, (_, i) => idAt(from + i)), privacy }],
  });
  // The second part may be stored, for all one knows: it tells what takes it back when it is sent once more.
  const expected = [part(0, 0), part(0, 0), part(200, 1), part(200, 0)];
  await waitFor(() => expect(bodies().slice(2)).toEqual(expected));
});

/** Stores each change once for its key, and loses the answer to the calls of these numbers. */
function bulkServer(lost: readonly number[]) {
  const level = new Map<number, number>();
  const answers = new Map<string, object>();
  let calls = 0;
  return {
    levels: () => [...new Set(level.values())],
    answer: ({ path, body, options }: TestCall) => {
      if (path !== '/workout/bulk/') throw new Error(path);
      const key = options?.headers?.['idempotency-key'] ?? `none ${calls}`;
      const { changes } = body as { changes: { ids: number[]; privacy: number }[] };
      const answer = answers.get(key) ?? {
        changed: changes.flatMap(({ ids }) => ids).length,
        undo: changes.map(({ ids }) => ({ ids, privacy: level.get(ids[0]!) ?? 0 })),
      };
      if (!answers.has(key))
        for (const { ids, privacy } of changes) for (const id of ids) level.set(id, privacy);
      answers.set(key, answer);
      if (lost.includes(++calls)) throw new ApiError(0, 'network', null);
      return answer;
    },
  };
}

async function shareAll() {
  const bar = await screen.findByRole('region', { name: 'Selected workouts' });
  await userEvent.selectOptions(within(bar).getByRole('combobox', { name: 'Who can see it' }), '1');
}

it('[WORK-05] [SESS-06] a change whose answer was lost goes on when it is chosen again, and all of it can be taken back', async () => {
  const server = bulkServer([2]);
  const host = open('/workouts/all', server.answer);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await shareAll();
  await waitFor(() =>
    expect(host.notifications.at(-1)?.text).toMatch(/^200 workouts changed\. .*connection/),
  );
  await shareAll();
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('10,000 workouts changed.'));
  const sent = host.calls.filter(({ path }) => path === '/workout/bulk/');
  expect(sent).toHaveLength(51);
  expectOneKey(sent.slice(1, 3));
  expect(new Set(sent.map(({ options }) => options?.headers?.['idempotency-key'])).size).toBe(50);
  expect(server.levels()).toEqual([1]);
  act(() => host.notifications.at(-1)?.action?.run());
  await waitFor(() => expect(server.levels()).toEqual([0]));
});

it('[WORK-05] [SESS-06] Undo takes back the part whose answer was lost as well', async () => {
  const server = bulkServer([2]);
  const host = open('/workouts/all', server.answer);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await shareAll();
  await waitFor(() => expect(host.notifications.at(-1)?.action?.label).toBe('Undo'));
  expect(server.levels()).toEqual([1]);
  act(() => host.notifications.at(-1)?.action?.run());
  await waitFor(() => expect(server.levels()).toEqual([0]));
  const sent = host.calls.filter(({ path }) => path === '/workout/bulk/');
  // Two parts, the undo of the first, and of the second its change once more before its undo.
  expect(sent).toHaveLength(5);
  // Chosen once more it is a new change.
  await shareAll();
  await waitFor(() => expect(server.levels()).toEqual([1]));
});

let onTestEnd: () => void = () => {};
afterEach(() => onTestEnd());

it('[WORK-04] any number of selected workouts is exported as one table', async () => {
  const saved: Blob[] = [];
  // jsdom's own cannot be read.
  const ownBlob = globalThis.Blob;
  globalThis.Blob = NodeBlob as unknown as typeof Blob;
  onTestEnd = () => void (globalThis.Blob = ownBlob);
  const createObjectURL = jest.fn((blob: Blob) => `blob:${saved.push(blob)}`);
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const host = open('/workouts/all', (call) => {
    if (call.path !== '/allWorkouts/') throw new Error(call.path);
    const ids = String(call.options?.params?.['ids']);
    return new Blob([`\uFEFFId,Name\r\n${ids.split(',')[0]},"Run\nby the sea"\r\n`]);
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = await screen.findByRole('region', { name: 'Selected workouts' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const rows = Array.from({ length: 20 }, (_, part) => `${idAt(part * 500)},"Run\nby the sea"\r\n`);
  expect(await saved[0]!.text()).toBe(`Id,Name\r\n${rows.join('')}`);
  expect(host.notifications).toEqual([]);
});

it('[WORK-01] cleared filters take the place out of its field as well', async () => {
  const host = open('/workouts/all?search=none&place=Berlin&bounds=13.3,52.4,13.5,52.6');
  const place = await screen.findByRole('textbox', { name: 'Place' });
  expect((place as HTMLInputElement).value).toBe('Berlin');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect((place as HTMLInputElement).value).toBe(''));
  await userEvent.click(place);
  await userEvent.tab();
  await screen.findByText('10,000 workouts');
  expect(searches(host).at(-1)).not.toHaveProperty('bounds', expect.anything());
});

it('[WORK-01] the columns that a member chooses are there the next time', async () => {
  open();
  await screen.findByRole('table', { name: 'All workouts' });
  screen.getByText('Columns').closest('details')!.open = true;
  await userEvent.click(screen.getByRole('checkbox', { name: 'Heart rate' }));
  expect(screen.getByRole('columnheader', { name: 'Heart rate' })).toBeTruthy();
  expect(localStorage.getItem('waymark.workout_columns')).toContain('heartrate');
});

it('[WORK-01] a place is found by its name, and one that nobody knows is said to be so', async () => {
  const host = open('/workouts/all?photo=true', (call) =>
    callAddress(call).includes('q=Berlin') ? { features: [{ center: [13.4, 52.5] }] } : { features: [] },
  );
  const place = await screen.findByRole('textbox', { name: 'Place' });
  await userEvent.type(place, 'Nowhere{Enter}');
  expect(await screen.findByText('No place matches “Nowhere”. Try a city.')).toBeTruthy();
  await userEvent.clear(place);
  await userEvent.type(place, 'Berlin{Enter}');
  await waitFor(() =>
    expect(searches(host).at(-1)).toMatchObject({
      bounds: '13.3000,52.4000,13.5000,52.6000',
      has_photo: 'true',
    }),
  );
});

it.each([
  [1280, 16, 48],
  [390, 16, 76],
  [390, 32, 256],
])(
  '[WORK-01] in a window of %d px with letters of %d px a row has %d px, which its figures need',
  async (width, letters, height) => {
    const before = window.innerWidth;
    window.innerWidth = width;
    document.documentElement.style.fontSize = `${letters}px`;
    try {
      open();
      const row = (await screen.findByRole('link', { name: 'Run 1' })).closest<HTMLElement>('[role=row]')!;
      expect(row.style.height).toBe(`${height}px`);
      // Columns, or one cell with everything.
      expect(within(row).getAllByRole('cell').length > 2).toBe(width > 390);
      expect(row.textContent?.includes(' · ')).toBe(width === 390);
    } finally {
      window.innerWidth = before;
      document.documentElement.style.fontSize = '';
    }
  },
);

it('[WORK-01] rows follow when the letters of the open page become larger', async () => {
  open();
  const row = (await screen.findByRole('link', { name: 'Run 1' })).closest<HTMLElement>('[role=row]')!;
  expect(row.style.height).toBe('48px');
  try {
    document.documentElement.style.fontSize = '32px';
    resizePage();
    expect(row.style.height).toBe('152px');
    expect(within(row).getAllByRole('cell')).toHaveLength(2);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
