import { EARLY_PLACE, type EarlyView } from '@waymark/contract/early';
import { renderShellAt } from '../testing/fixtures.tsx';
import { act, waitFor } from '@testing-library/react';
import { afterEarlyView, EARLY_UNTIL_MS } from './early-view.ts';

function early(drawn?: HTMLElement) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const view: EarlyView = {
    locale: 'en-us',
    userId: 42,
    system: null,
    country: null,
    services: {},
    ask: () => Promise.reject(new Error('offline')),
    answer: Promise.resolve({}),
    ended,
    end: (done) => void done.then(resolve, reject),
    ...(drawn && { drawn }),
  };
  window.waymark = { earlyView: view };
  return { view, resolve, reject };
}
const drawing = () => Object.assign(document.createElement('h1'), { textContent: 'Morning run' });

/** The visit began so long ago. */
const visited = (ago: number) => jest.spyOn(window.performance, 'now').mockReturnValue(ago);

beforeEach(() => {
  jest.useFakeTimers();
  visited(100);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  window.waymark = undefined;
});

it('a page without an early view starts at once', () => {
  const run = jest.fn();
  afterEarlyView(window, run);
  expect(run).toHaveBeenCalledTimes(1);
});

it('the application starts when its early view is on the screen', async () => {
  const { view, resolve } = early();
  const run = jest.fn();
  afterEarlyView(window, run);
  view.drawn = drawing();
  resolve();
  await Promise.resolve();
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(40);
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(EARLY_UNTIL_MS);
  expect(run).toHaveBeenCalledTimes(1);
});

it.each(['nothing to draw', 'an error', 'silence'])(
  'the application starts all the same after %s',
  async (what) => {
    const { resolve, reject } = early();
    const run = jest.fn();
    afterEarlyView(window, run);
    if (what === 'nothing to draw') resolve();
    else if (what === 'an error') reject(new Error('No name.'));
    else jest.advanceTimersByTime(EARLY_UNTIL_MS);
    await Promise.resolve();
    await Promise.resolve();
    expect(run).toHaveBeenCalledTimes(1);
  },
);

it('the application waits for more of a view that stands there already, though not for long', () => {
  const { view } = early();
  const run = jest.fn();
  afterEarlyView(window, run);
  view.drawn = drawing();
  jest.advanceTimersByTime(EARLY_UNTIL_MS - 101);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

it('on a slow line the view had its time before the application came', () => {
  const { view } = early();
  const run = jest.fn();
  visited(EARLY_UNTIL_MS + 1);
  view.drawn = drawing();
  afterEarlyView(window, run);
  jest.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

it('the shell keeps the early view until the remote has drawn, and never shows it again', async () => {
  jest.useRealTimers();
  early(drawing());
  const { app, container } = renderShellAt('/workout/7');
  const place = () => document.getElementById(EARLY_PLACE);
  expect(place()?.textContent).toBe('Morning run');
  act(() => app.remotes.set({ 'mfe-workouts': { state: 'mounted' } }));
  expect(place()?.textContent).toBe('Morning run');
  const slot = container.querySelector('#slot-mfe-workouts')!;
  slot.append(document.createElement('main'));
  await waitFor(() => expect(place()).toBeNull());
  slot.replaceChildren();
  await waitFor(() => expect(place()).not.toBeNull());
  expect(place()?.childNodes).toHaveLength(0);
});

it('the early view of one page is not shown for another', () => {
  jest.useRealTimers();
  early(drawing());
  const { app } = renderShellAt('/workout/7');
  act(() => app.place.set({ path: '/dashboard', search: '' }));
  expect(document.getElementById(EARLY_PLACE)).toBeNull();
  expect(window.waymark?.earlyView).toBeUndefined();
});
