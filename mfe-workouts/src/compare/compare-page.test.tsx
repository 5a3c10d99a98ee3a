import type { WorkoutSummary } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { createTracksMap, type TracksMap } from '@waymark/map';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import type { Streams } from '@waymark/streams';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { packed, sampleStreams } from '../testing/recording.ts';
import { sampleSummary, sampleUser, sampleWorkout } from '../testing/samples.ts';
import ComparePage from './compare-page.tsx';

jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../shared/map/src/sources.ts'),
  createTracksMap: jest.fn(),
}));

const WIDTH = 868;
let map: jest.Mocked<TracksMap>;
beforeEach(() => {
  globalThis.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe() {
      this.#tell([{ contentRect: { width: WIDTH } } as ResizeObserverEntry], this);
    }
    unobserve() {}
    disconnect() {}
  };
  globalThis.matchMedia ??= (() => new EventTarget()) as unknown as typeof matchMedia;
  jest.mocked(createTracksMap).mockImplementation(() => {
    map = {
      setTracks: jest.fn(),
      setCursors: jest.fn(),
      fit: jest.fn(),
      zoom: jest.fn(),
      destroy: jest.fn(),
    };
    return map;
  });
});

interface Made {
  over?: Partial<WorkoutSummary>;
  streams?: Streams;
}
const figures = (seconds: number) => ({
  ...sampleSummary().aggregates,
  distance_total: 2500,
  active_time_total: seconds,
  speed_avg: 2500 / seconds,
});
const FAST: Made = {
  over: { id: 1, name: 'Fast', aggregates: figures(1000) },
  streams: sampleStreams(1000, { heartrate: () => 150, altitude: (i) => 10_000 + i }),
};
const SLOW: Made = {
  over: { id: 2, name: 'Slow', aggregates: figures(1250) },
  streams: sampleStreams(1250, { distance: (i) => i * 200 }),
};
const {
  lat: _lat,
  lng: _lng,
  ...INSIDE
} = sampleStreams(1100, { distance: (i) => Math.round((i * 2500) / 11) }).columns;
const TREADMILL: Made = {
  over: { id: 3, name: 'Treadmill', aggregates: figures(1100) },
  streams: { n: 1101, columns: INSIDE },
};
const BY_HAND: Made = { over: { id: 4, name: 'By hand', has_time_series: false, aggregates: figures(1300) } };

/** The address in words, and the browser's 'back'. */
function AddressBar() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back from {decodeURIComponent(useLocation().search)}
    </button>
  );
}
const back = () => screen.getByRole('button', { name: /^Back from/ });

function open(search: string, made: readonly Made[], answer: (call: TestCall) => unknown = () => undefined) {
  const host = installTestHost(
    (call) => {
      const one = made.find(({ over }) => call.path.startsWith(`/workout/${over!.id}/`));
      if (one) return call.path.endsWith('/streams/') ? packed(one.streams!) : sampleWorkout(one.over);
      if (call.path === '/workout/') {
        const workouts = made.map(({ over }) => sampleSummary(over));
        return { _links: {}, _embedded: { workouts }, total_count: workouts.length };
      }
      return answer(call);
    },
    { user: sampleUser() },
  );
  renderPage(
    <Routes>
      <Route
        path="/workout/compare"
        element={
          <>
            <ComparePage />
            <AddressBar />
          </>
        }
      />
    </Routes>,
    { at: `/workout/compare${search}` },
  );
  return host;
}
const slider = () => screen.findByRole('slider', { name: /^Place on the course/ });
const rowOf = (table: HTMLElement, name: string) =>
  within(table).getByRole('row', { name: new RegExp(name) }).textContent;

it('[WORK-04] workouts lie over one another: figures, map, and the gap at each place by keyboard', async () => {
  const user = userEvent.setup({ delay: null });
  open('?ids=1,2', [FAST, SLOW]);
  const table = await screen.findByRole('table', { name: 'Figures of the workouts' });
  expect(rowOf(table, 'Slow')).toContain('+4:10');
  const place = await slider();
  await waitFor(() => expect(map.setTracks.mock.calls.length).toBeGreaterThan(0));
  expect(map.setTracks.mock.lastCall![0]).toHaveLength(2);
  place.focus();
  await user.keyboard('{End}');
  expect(place.getAttribute('aria-valuenow')).toBe('2500');
  expect(place.getAttribute('aria-valuetext')).toMatch(/Slow: .*\+4:10/);
  const there = screen.getByRole('table', { name: /^Values at/ });
  expect(rowOf(there, 'Slow')).toContain('20:50');
  expect(map.setCursors.mock.lastCall![0].every((dot) => dot !== null)).toBe(true);
  await user.keyboard('{Home}{PageUp}{PageUp}');
  expect(Number(place.getAttribute('aria-valuenow'))).toBeCloseTo(500, -1);
  await user.click(screen.getByRole('radio', { name: 'Heart rate' }));
  expect(place.getAttribute('aria-valuetext')).toContain('Fast: 150 bpm');
});

it('[WORK-04] without a track or a recording the rest is compared, and sentences say what is missing', async () => {
  open('?ids=1,3,4,9', [FAST, TREADMILL, BY_HAND], () => {
    throw new ApiError(404, 'Not Found', null);
  });
  await slider();
  expect(screen.getByText('“Treadmill” has no track, so it is not on the map.')).toBeTruthy();
  expect(screen.getByText('“By hand” has no recording, only its figures.')).toBeTruthy();
  expect(screen.getByText('One of these workouts is private or does not exist')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: /^Values at/ })).getAllByRole('row')).toHaveLength(3);
});

it('[WORK-04] two workouts without recordings show their figures and say why there is no chart', async () => {
  open('?ids=4,5', [BY_HAND, { over: { ...BY_HAND.over, id: 5, name: 'Also by hand' } }]);
  expect(await screen.findByText(/^Charts and the time gap need two recordings/)).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('[WORK-04] one chooses from the list, searches, and takes one out again', async () => {
  const user = userEvent.setup({ delay: null });
  open('', [FAST, SLOW, TREADMILL]);
  await user.click(await screen.findByRole('checkbox', { name: /Fast/ }));
  const compare = screen.getByRole('button', { name: 'Compare' });
  expect(compare.hasAttribute('disabled') || compare.getAttribute('aria-disabled') === 'true').toBe(true);
  await user.type(screen.getByRole('searchbox'), 'tread');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: /Treadmill/ }));
  await user.clear(screen.getByRole('searchbox'));
  await user.click(screen.getByRole('checkbox', { name: /Slow/ }));
  await user.click(compare);
  await slider();
  await user.click(screen.getByRole('button', { name: 'Remove Treadmill' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull());
  expect(screen.getByRole('table', { name: 'Figures of the workouts' }).textContent).not.toContain(
    'Treadmill',
  );
});

it('[WORK-04] the measure and what is being chosen live in the address and survive back', async () => {
  const user = userEvent.setup({ delay: null });
  open('?ids=1,2&chart=heartrate', [FAST, SLOW, TREADMILL]);
  await slider();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Heart rate' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Elevation' }));
  await waitFor(() => expect(back().textContent).toBe('Back from ?ids=1,2&chart=altitude'));

  await user.click(screen.getByRole('button', { name: 'Choose others' }));
  await user.click(await screen.findByRole('checkbox', { name: /Slow/ }));
  await user.type(screen.getByRole('searchbox'), 'tread');
  await user.click(screen.getByRole('checkbox', { name: /Treadmill/ }));
  await waitFor(() =>
    expect(back().textContent).toBe('Back from ?ids=1,3&chart=altitude&choose=true&search=tread'),
  );
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  await slider();
  expect(back().textContent).toBe('Back from ?ids=1,3&chart=altitude');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Elevation' }).checked).toBe(true);

  await user.click(back());
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('tread');
  expect(screen.getByText('2 chosen')).toBeTruthy();
  await user.click(back());
  await slider();
  expect(rowOf(screen.getByRole('table', { name: 'Figures of the workouts' }), 'Slow')).toContain('+4:10');
});
