import { CURSOR_MS, paced } from './paced.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('[WORK-04] what follows the cursor is told at once, then at most each 50 ms, and the last word always', () => {
  const tell = jest.fn();
  const { ask, end } = paced(tell);
  for (let i = 0; i < 10; i++) ask();
  expect(tell).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(CURSOR_MS);
  expect(tell).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(1000);
  expect(tell).toHaveBeenCalledTimes(2);
  ask();
  expect(tell).toHaveBeenCalledTimes(3);
  ask();
  end();
  jest.advanceTimersByTime(1000);
  expect(tell).toHaveBeenCalledTimes(3);
});
