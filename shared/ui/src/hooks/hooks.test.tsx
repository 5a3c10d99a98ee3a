import { act, screen } from '@testing-library/react';
import { renderUi } from '../test-render.tsx';
import { useDelayed } from '../feedback/loading.tsx';
import { useViewport, viewportOf } from './viewport.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  [767, 'isMobile'],
  [768, 'isTablet'],
  [1023, 'isTablet'],
  [1024, 'isDesktop'],
] as const)('[HOST-18] calls %i px %s', (width, name) => {
  const { width: _, ...names } = viewportOf(width);
  expect(Object.entries(names).flatMap(([key, on]) => (on ? [key] : []))).toEqual([name]);
});

function Width() {
  return <p data-testid="width">{useViewport().width}</p>;
}

const resize = (width: number) => {
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true, writable: true });
  window.dispatchEvent(new Event('resize'));
};

it('[HOST-18] follows resizing at most once in 1000 ms, and ends with the last width', () => {
  resize(1200);
  renderUi(<Width />);
  const shown = () => screen.getByTestId('width').textContent;
  expect(shown()).toBe('1200');
  resize(900);
  act(() => jest.advanceTimersByTime(500));
  resize(600);
  act(() => jest.advanceTimersByTime(499));
  expect(shown()).toBe('1200');
  act(() => jest.advanceTimersByTime(1));
  expect(shown()).toBe('600');
  resize(1500);
  act(() => jest.advanceTimersByTime(1000));
  expect(shown()).toBe('1500');
});

it('stops listening with its last reader', () => {
  const remove = jest.spyOn(window, 'removeEventListener');
  const { unmount } = renderUi(<Width />);
  unmount();
  expect(remove).toHaveBeenCalledWith('resize', expect.any(Function));
});

function Late({ active }: { active: boolean }) {
  return <p>{useDelayed(150, active) ? 'shown' : 'hidden'}</p>;
}

it('waits before it says that something takes long, each time anew', () => {
  const { rerender } = renderUi(<Late active />);
  act(() => jest.advanceTimersByTime(149));
  expect(screen.getByText('hidden')).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByText('shown')).toBeTruthy();
  rerender(<Late active={false} />);
  expect(screen.getByText('hidden')).toBeTruthy();
  rerender(<Late active />);
  expect(screen.getByText('hidden')).toBeTruthy();
});
