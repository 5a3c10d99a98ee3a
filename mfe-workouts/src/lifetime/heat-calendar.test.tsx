import { installTestHost, renderPage } from '@waymark/remote/testing';
import { fireEvent, screen } from '@testing-library/react';
import { HeatCalendar } from './heat-calendar.tsx';
import { stubLayout } from '@waymark/chart/testing';

const HOURS: Record<string, number> = { '2026-01-05': 1, '2026-01-06': 2, '2026-01-07': 3, '2026-01-08': 4 };
const valueOf = (day: string) => HOURS[day] ?? 0;

function open(width: number, today: string, onOpen?: (day: string) => void) {
  stubLayout(width);
  installTestHost(() => null);
  return renderPage(
    <HeatCalendar
      label="Days"
      year={2026}
      today={today}
      valueOf={valueOf}
      locale="en-us"
      weekStart={1}
      text={(day) => `${day}: ${valueOf(day)} h`}
      renderReadout={(day) => <p>{day ?? 'at rest'}</p>}
      onOpen={onOpen}
    />,
  );
}

const read = () => screen.getByRole('slider').getAttribute('aria-valuetext');
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('slider'), { key });
};

it('[WORK-08] the longer a day was trained, the larger its mark; days to come have none', () => {
  const { container } = open(900, '2026-01-10');
  const marks = [...container.querySelectorAll('g > rect')].map((mark) => Number(mark.getAttribute('width')));
  expect(marks).toHaveLength(4);
  expect(marks).toEqual(marks.toSorted((a, b) => a - b));
  expect(new Set(marks).size).toBe(4);
  expect(container.querySelectorAll('g > circle')).toHaveLength(6);
});

it('[WORK-08] keys go by day, by week and to both ends, and no further', () => {
  open(900, '2026-03-31');
  expect(read()).toBe('2026-03-31: 0 h');
  press('ArrowRight');
  expect(read()).toBe('2026-03-31: 0 h');
  press('ArrowLeft');
  expect(read()).toBe('2026-03-24: 0 h');
  press('PageUp', 'ArrowDown');
  expect(read()).toBe('2026-02-25: 0 h');
  press('Home');
  expect(read()).toBe('2026-01-01: 0 h');
  press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  expect(read()).toBe('2026-01-05: 1 h');
});

it('[WORK-08] a pointer finds the day below it, and a click opens it; beside the days it finds none', () => {
  const opened: string[] = [];
  open(34 + 53 * 10, '2026-12-31', (day) => opened.push(day));
  const slider = screen.getByRole('slider');
  // On a narrow screen: two bands of half a year, 27 columns. The box of the test is 100 px high for both.
  const cell = Math.min(26, (53 * 10) / 27);
  const band = 18 + 7 * cell + 6;
  const y = (row: number, half: number) => ((half * band + 18 + (row + 0.5) * cell) / (2 * band)) * 100;
  fireEvent.pointerMove(slider, { clientX: 34 + 1.5 * cell, clientY: y(0, 0) });
  expect(screen.getByText('2026-01-05')).toBeTruthy();
  fireEvent.pointerMove(slider, { clientX: 5, clientY: y(0, 0) });
  expect(screen.getByText('2026-01-05')).toBeTruthy();
  fireEvent.click(slider, { clientX: 5, clientY: y(0, 0) });
  fireEvent.click(slider, { clientX: 34 + 0.5 * cell, clientY: y(2, 1) });
  expect(opened).toEqual(['2026-07-01']);
});
