import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { open, part, preparePage, RUN, SECONDS, seen } from '../test-page.tsx';

// jsdom has no canvas: drawing is left out at the edge of the two libraries that do it.
jest.mock('./plot.ts', () => ({ createPlot: jest.fn() }));
jest.mock('@waymark/map', () => ({
  ...jest.requireActual<object>('../../../../shared/map/src/sources.ts'),
  createTrackMap: jest.fn(),
}));

const FRAME_MS = 17;
beforeEach(preparePage);

const layer = () => screen.findByRole('slider');

it('[WORK-04] the chart shares its cursor with the map, both ways', async () => {
  open(RUN);
  const slider = await layer();
  await waitFor(() => expect(seen.map.setTrack.mock.lastCall?.[0]).toHaveLength(SECONDS + 1));
  fireEvent.pointerMove(slider, { clientX: 400 });
  await waitFor(() => expect(seen.map.setCursor.mock.lastCall).toEqual([500]));
  expect(await screen.findByText('120 bpm')).toBeTruthy();
  act(() => seen.hover(750));
  expect(await screen.findByText('150 bpm')).toBeTruthy();
  expect(await screen.findByText('12:30 · 1.88 km')).toBeTruthy();
});

it('[WORK-04] the chart gives the figures of a dragged range, and lets go of it', async () => {
  open(RUN);
  const slider = await layer();
  slider.setPointerCapture = () => {};
  fireEvent.pointerDown(slider, { clientX: 80, button: 0 });
  fireEvent.pointerMove(slider, { clientX: 240 });
  fireEvent.pointerUp(slider);
  const box = await part();
  expect(within(box).getByRole('group', { name: 'Time' }).textContent).toContain('3:20');
  expect(within(box).getByRole('group', { name: 'Distance' }).textContent).toContain('0.50');
  await userEvent.click(within(box).getByRole('button', { name: 'Zoom to it' }));
  await waitFor(() => expect(seen.drawn.at(-1)?.xRange).toEqual([100, 300]));
  await userEvent.click(within(box).getByRole('button', { name: 'Show all' }));
  await userEvent.click(within(box).getByRole('button', { name: 'Clear' }));
  expect(within(box).queryByRole('group', { name: 'Time' })).toBeNull();
  expect(seen.drawn.at(-1)?.xRange).toEqual([0, SECONDS]);
});

it('[WORK-04] the chart can be read and selected with the keyboard, and typed into', async () => {
  open(RUN);
  const slider = await layer();
  act(() => slider.focus());
  await userEvent.keyboard('{Home}{PageUp}{Shift>}{PageUp}{PageUp}{/Shift}');
  await waitFor(() =>
    expect(slider.getAttribute('aria-valuetext')).toBe(
      '5:00, 0.75 km, Elevation 130 m, Pace 6:40 min/km, Heart rate 120 bpm',
    ),
  );
  const box = await part();
  await waitFor(() => expect(within(box).getByRole('group', { name: 'Time' }).textContent).toContain('3:20'));
  await userEvent.keyboard('{Escape}');
  expect(within(box).queryByRole('group', { name: 'Time' })).toBeNull();
  const to = within(box).getByRole('textbox', { name: 'To' });
  await userEvent.clear(to);
  await userEvent.type(to, 'soon{Enter}');
  expect(within(box).getByText('Enter it like 12:30.')).toBeTruthy();
  await userEvent.clear(to);
  await userEvent.type(to, '1:40{Enter}');
  expect(within(box).getByRole('group', { name: 'Distance' }).textContent).toContain('0.25');
});

it('[WORK-04] the chart has its numbers as a table', async () => {
  open(RUN);
  await userEvent.click(await screen.findByText('Show as table'));
  const details = screen.getByText('Show as table').closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const table = await screen.findByRole('table', { name: 'Chart as a table' });
  expect(within(table).getAllByRole('row')).toHaveLength(22);
  expect(within(table).getAllByRole('row')[11]!.textContent).toBe('8:20150 m6:40 min/km120 bpm');
});

it('[WORK-04] a finger that rests on the chart selects from there; one that moves on only reads', async () => {
  open(RUN);
  const slider = await layer();
  await waitFor(() => expect(seen.map.setTrack.mock.lastCall?.[0]).toHaveLength(SECONDS + 1));
  const finger = (name: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number) =>
    fireEvent(
      slider,
      Object.assign(new MouseEvent(name.toLowerCase(), { bubbles: true, clientX }), { pointerType: 'touch' }),
    );
  jest.useFakeTimers();
  try {
    finger('pointerDown', 80);
    finger('pointerMove', 240);
    jest.advanceTimersByTime(1000);
    finger('pointerMove', 400);
    finger('pointerUp', 400);
    jest.advanceTimersByTime(FRAME_MS);
    expect(seen.map.setCursor.mock.lastCall).toEqual([500]);
    expect(seen.map.setRange.mock.calls).toEqual([]);
    finger('pointerDown', 80);
    jest.advanceTimersByTime(500);
    finger('pointerMove', 240);
    finger('pointerUp', 240);
    jest.advanceTimersByTime(FRAME_MS);
    expect(seen.map.setRange.mock.lastCall).toEqual([{ from: 100, to: 300 }]);
  } finally {
    jest.useRealTimers();
  }
});
