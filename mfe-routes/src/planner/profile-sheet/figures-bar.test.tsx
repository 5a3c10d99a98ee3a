import { installTestHost, renderPage } from '@waymark/remote/testing';
import { staticPlan } from '@waymark/routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { straight } from '@waymark/routes/testing';
import { FiguresBar } from './figures-bar.tsx';

function open() {
  installTestHost(playRouting, { settings: { country: 'PL' } });
  const planner = createPlanner();
  renderPage(<FiguresBar planner={planner} />);
  return planner;
}
const text = (name: string) => screen.getByRole('group', { name }).textContent.replaceAll('\u00a0', ' ');
const untilText = (name: string, pattern: RegExp) => waitFor(() => expect(text(name)).toMatch(pattern));
afterEach(() => jest.useRealTimers());

/** Up 100 metres over the first two kilometres, and down again over the next two. */
const HILL = staticPlan(
  Array.from({ length: 41 }, (_, i) => ({
    lat: (i * 100) / 111_195,
    lng: 0,
    elevation: 100 - Math.abs(i - 20) * 5,
  })),
);

it('[ROUTE-05] shows distance, climb and time of the course, and of a dragged part', async () => {
  const planner = open();
  expect(text('Figures of the route')).toBe('Distance0.00 kmAscent–Descent–Time–');
  await act(async () => planner.load(HILL));
  await untilText('Figures of the route', /^Distance4\.00 kmAscent9\d mDescent\d\d mTime\d+:\d\d/);
  act(() => planner.setRange({ from: 0, to: 1000 }));
  await untilText('Figures of the chosen part', /^Distance1\.00 kmAscent4\d mDescent0 m/);
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(planner.get().range).toBeNull();
});

it('[ROUTE-05] where no source knows heights it says so', async () => {
  const planner = open();
  await act(async () => planner.load(straight([0, 0], [0.01, 0])));
  await untilText('Figures of the route', /^Distance1\.11 kmTime.+No elevation data here\.$/);
});

it('[ROUTE-05] follows a drag at most each 50 ms, and ends with the last figure', async () => {
  jest.useFakeTimers();
  const planner = open();
  await act(async () => planner.load(HILL));
  await untilText('Figures of the route', /^Distance4\.00 km/);
  const figures = jest.spyOn(planner, 'figures');
  for (let meters = 100; meters <= 3000; meters += 100)
    act(() => {
      planner.setRange({ from: 0, to: meters });
      jest.advanceTimersByTime(5);
    });
  act(() => jest.advanceTimersByTime(50));
  // 150 ms of dragging: once at each 50 ms, at its start and at its end.
  expect(figures.mock.calls.length).toBeLessThanOrEqual(5);
  expect(text('Figures of the chosen part')).toMatch(/^Distance3\.00 km/);
});

it('[ROUTE-05] the time says what speed it assumes, and follows another one, remembered in this browser', async () => {
  installTestHost((call) => playRouting(call));
  const planner = createPlanner();
  await act(async () => planner.load(straight([0, 0], [0, 1])));
  const { unmount } = renderPage(<FiguresBar planner={planner} />);
  const select = () =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Speed on the flat, for the time' });
  const before = planner.figures().seconds;
  expect(select().selectedOptions[0]!.textContent).toMatch(/^at \d/);
  const [usual, slowest] = [...select().options];
  await userEvent.selectOptions(select(), slowest!);
  expect(planner.figures().seconds).toBeGreaterThan(before);
  expect(createPlanner().get().speeds).toEqual(planner.get().speeds);
  await userEvent.selectOptions(select(), usual!);
  expect(planner.figures().seconds).toBe(before);
  expect(createPlanner().get().speeds).toEqual({});
  unmount();
});
