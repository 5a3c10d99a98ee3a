import { act, renderHook } from '@testing-library/react';
import { straight } from '@waymark/routes/testing';
import type { PlannerState } from '../planner.ts';
import { playRouting } from '../testing.ts';
import { installTestHost } from '@waymark/remote/testing';
import { createPlanner } from './create-planner.ts';
import { useDeferredPlanner } from './use-planner.ts';

const FRAME_MS = 17;
const planOf = ({ plan }: PlannerState) => plan;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('[ROUTE-05] what follows the map is drawn after it, at most each 50 ms, and the last change always', () => {
  installTestHost(playRouting);
  const planner = createPlanner();
  let drawn = 0;
  const { result } = renderHook(() => {
    drawn++;
    return useDeferredPlanner(planner, planOf);
  });
  const run = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  run(1000);
  const before = drawn;
  const step = (length: number) => act(() => planner.load(straight([0, 0], [length, 0])));
  step(1);
  expect(result.current[0]).not.toBe(planner.get().plan);
  run(FRAME_MS + 1);
  expect(result.current[0]).toBe(planner.get().plan);
  expect(drawn).toBe(before + 1);
  for (let i = 2; i < 12; i++) {
    step(i);
    run(FRAME_MS);
  }
  // 170 ms.
  expect(drawn).toBeLessThanOrEqual(before + 5);
  run(100);
  expect(result.current[0]).toBe(planner.get().plan);
  const now = drawn;
  act(() => planner.setCursor(0.3));
  run(1000);
  expect(drawn).toBe(now);
});

it('[ROUTE-05] it is the newest at once where it is asked to be', () => {
  installTestHost(playRouting);
  const planner = createPlanner();
  const { result } = renderHook(() => useDeferredPlanner(planner, planOf));
  act(() => planner.load(straight([0, 0], [1, 0])));
  act(() => result.current[1]());
  expect(result.current[0]).toBe(planner.get().plan);
});
