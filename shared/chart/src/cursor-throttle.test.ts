import { CURSOR_INTERVAL_MS, createCursorThrottle, replaceText } from './cursor-throttle.ts';

const FRAME_MS = 17;
let start = 0;
beforeEach(() => {
  jest.useFakeTimers();
  // The clock of each test begins anew; the pace remembers the last one's.
  jest.advanceTimersByTime((start += 10_000));
});
afterEach(() => void jest.useRealTimers());

it('[WORK-04] what follows the cursor is told in the next frame, then at most each 50 ms, and the last word always', () => {
  const tell = jest.fn();
  const { request, cancel } = createCursorThrottle(tell);
  for (let i = 0; i < 10; i++) request();
  jest.advanceTimersByTime(FRAME_MS);
  expect(tell).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 10; i++) request();
  jest.advanceTimersByTime(FRAME_MS);
  expect(tell).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(CURSOR_INTERVAL_MS);
  expect(tell).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(1000);
  expect(tell).toHaveBeenCalledTimes(2);
  request();
  cancel();
  jest.advanceTimersByTime(1000);
  expect(tell).toHaveBeenCalledTimes(2);
});

it('[WORK-04] all that follows the cursor changes in one frame', () => {
  const told: string[] = [];
  const pace = createCursorThrottle(() => told.push('pace'));
  const power = createCursorThrottle(() => told.push('power'));
  pace.request();
  jest.advanceTimersByTime(FRAME_MS);
  pace.request();
  jest.advanceTimersByTime(FRAME_MS);
  power.request();
  expect(told).toEqual(['pace']);
  const counts = new Set<number>();
  for (let i = 0; i < 10; i++) {
    jest.advanceTimersByTime(FRAME_MS);
    counts.add(told.length);
  }
  expect(told).toEqual(['pace', 'pace', 'power']);
  expect([...counts]).toEqual([1, 3]);
});

it('a text is changed in its node', () => {
  const element = document.createElement('span');
  replaceText(element, '120 bpm');
  const node = element.firstChild;
  replaceText(element, '121 bpm');
  expect(element.textContent).toBe('121 bpm');
  expect(element.firstChild).toBe(node);
});
