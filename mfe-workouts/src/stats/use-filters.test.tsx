import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useLocation } from 'react-router-dom';
import { useFilters } from './use-filters.ts';

function Sample() {
  const [filters, change] = useFilters();
  return (
    <>
      <p>{`${filters.period} ${filters.currentWeekIndex} ${filters.activityTypes.join('+')}`}</p>
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => change({ currentWeekIndex: filters.currentWeekIndex + 1 })}>
        Back
      </button>
      <button
        type="button"
        onClick={() => change({ period: 'week', currentWeekIndex: 0, activityTypes: ['all'] })}
      >
        As at first
      </button>
      <Link to="/workout/stats">Stats</Link>
      <Link to="/workout/stats?period=year">Year</Link>
    </>
  );
}

function open(at: string) {
  installTestHost(() => null);
  return renderPage(<Sample />, { at });
}
const address = () => screen.getByRole('status').textContent;

beforeEach(() => sessionStorage.clear());

it('[WORK-07] each click counts, however quickly they follow', async () => {
  open('/workout/stats');
  const back = screen.getByRole('button', { name: 'Back' });
  await userEvent.dblClick(back);
  await userEvent.click(back);
  expect(screen.getByText('week 3 all')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('?currentWeekIndex=3'));
});

it('[WORK-07] a link without filters takes those of before, one with its own does not', async () => {
  open('/workout/stats?currentWeekIndex=2&activityTypes=16');
  expect(screen.getByText('week 2 16')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Stats' }));
  await waitFor(() => expect(address()).toBe('?activityTypes=16&currentWeekIndex=2'));
  await userEvent.click(screen.getByRole('link', { name: 'Year' }));
  expect(await screen.findByText('year 0 all')).toBeTruthy();
  expect(address()).toBe('?period=year');
});

it('[WORK-07] back to how it was at first is kept as well', async () => {
  const { unmount } = open('/workout/stats?currentWeekIndex=2&activityTypes=16');
  await userEvent.click(screen.getByRole('button', { name: 'As at first' }));
  await waitFor(() => expect(address()).toBe(''));
  unmount();
  open('/workout/stats');
  expect(screen.getByText('week 0 all')).toBeTruthy();
});

it('[WORK-07] without a storage the page still works', async () => {
  const refused = () => {
    throw new DOMException('denied');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refused);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refused);
  open('/workout/stats');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('week 1 all')).toBeTruthy();
});
