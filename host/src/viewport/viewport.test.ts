import { breakpointAt, deviceAt, watchViewport } from './viewport.ts';

it.each([
  [320, 'xs', 'mobile'],
  [387, 'xs', 'mobile'],
  [388, 'sm', 'mobile'],
  [767, 'sm', 'mobile'],
  [768, 'md', 'tablet'],
  [1023, 'md', 'tablet'],
  [1024, 'lg', 'desktop'],
  [1484, 'lg', 'desktop'],
  [1485, 'xl', 'desktop'],
])('[HOST-18] %i px is %s, %s', (width, breakpoint, device) => {
  expect([breakpointAt(width), deviceAt(width)]).toEqual([breakpoint, device]);
});

it('[HOST-18] updates at most once in 1000 ms while the window is resized, and ends at the last width', () => {
  jest.useFakeTimers();
  window.innerWidth = 1440;
  const viewport = watchViewport(window);
  const seen: number[] = [];
  viewport.subscribe(() => seen.push(viewport.get().width));
  for (let i = 1; i <= 25; i++) {
    window.innerWidth = 1440 - i;
    window.dispatchEvent(new Event('resize'));
    jest.advanceTimersByTime(100);
  }
  expect(seen).toHaveLength(2);
  jest.advanceTimersByTime(1000);
  expect(seen.at(-1)).toBe(1415);
  jest.useRealTimers();
});
