import { renderPage, installTestHost } from '@waymark/remote/testing';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BarChart } from './bar-chart.tsx';
import { stubLayout } from '@waymark/chart/testing';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const values = [10, 0, 7, 4, null];

function open(onOpen?: (at: number) => void) {
  stubLayout(554);
  installTestHost(() => null);
  return renderPage(
    <BarChart
      label="Distance by day"
      title="km"
      bars={DAYS.map((key, i) => ({ key, tick: key, value: values[i]!, previous: i }))}
      top={10}
      ticks={[{ at: 1, text: '10' }]}
      text={(at) => `${DAYS[at]} ${values[at] ?? 'none'} km`}
      renderReadout={(at) => (at === null ? 'at rest' : `reading ${DAYS[at]}`)}
      start={3}
      onOpen={onOpen}
    />,
  );
}

it('[WORK-07] bars are read with keys, from where the member is', async () => {
  open();
  const slider = await screen.findByRole('slider', { name: 'Distance by day' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Thu 4 km');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(slider.getAttribute('aria-valuetext')).toBe('Wed 7 km');
  expect(screen.getByText('reading Wed')).toBeTruthy();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(slider.getAttribute('aria-valuenow')).toBe('0');
  await userEvent.keyboard('{End}');
  expect(slider.getAttribute('aria-valuetext')).toBe('Fri none km');
});

it('[WORK-07] bars are read with the pointer, and let go of', async () => {
  const opened: number[] = [];
  open((at) => opened.push(at));
  const slider = await screen.findByRole('slider');
  fireEvent.pointerMove(slider, { clientX: 44 + 250 });
  expect(screen.getByText('reading Wed')).toBeTruthy();
  fireEvent.click(slider, { clientX: 44 + 50 });
  expect(opened).toEqual([0]);
  fireEvent.pointerLeave(slider);
  expect(screen.getByText('at rest')).toBeTruthy();
});

it('the span before is drawn behind, and nothing for nothing', async () => {
  const { container } = open();
  await screen.findByRole('slider');
  expect(container.querySelectorAll('path[fill="var(--wm-blaze)"]')).toHaveLength(3);
  expect(container.querySelectorAll('path[fill="var(--wm-sunken)"]')).toHaveLength(4);
});
