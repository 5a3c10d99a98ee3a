import { ApiError } from '@waymark/contract';
import type { UserStats } from '@waymark/api-contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { stubLayout } from '@waymark/chart/testing';
import { sampleUser } from '../testing/samples.ts';
import { sampleStats } from './samples.ts';
import StatsPage from './stats-page.tsx';

const Address = () => <output data-testid="address">{useLocation().search}</output>;
const address = () => screen.getByTestId('address').textContent;
const TYPES = {
  _embedded: {
    activity_types: [
      { id: 16, name: 'Run', parent_id: null, root_id: 16, mets: 9, has_children: false },
      { id: 9, name: 'Walk', parent_id: null, root_id: 9, mets: 3, has_children: false },
    ],
  },
};

function open(answer: (call: TestCall) => UserStats, at = '/workout/stats', bare = false) {
  const answerOf = (call: TestCall) => {
    if (call.path.endsWith('/profile/')) return { user: { id: 55, display_name: 'Maya Brooks' } };
    return call.path === '/activity_type/' ? TYPES : answer(call);
  };
  const host = installTestHost(answerOf, {
    user: sampleUser(),
    settings: { version: 'test' },
  });
  const page = renderPage(
    <>
      <Routes>
        <Route path="*" element={<StatsPage bare={bare} />} />
      </Routes>
      <Address />
    </>,
    { at },
  );
  // The picker's own question, what the member does, has no week.
  const asked = () =>
    host.calls.filter(
      ({ path, options }) => path.startsWith('/user_stats/') && 'week_start' in (options?.params ?? {}),
    );
  return { ...page, host, asked };
}

beforeEach(() => {
  stubLayout(900);
  sessionStorage.clear();
});

it('[WORK-07] a week is compared with the week before, in figures and in words', async () => {
  const { asked } = open(() => sampleStats());
  expect(await screen.findByRole('heading', { level: 1, name: /Nov 16\s–\s22, 2026/u })).toBeTruthy();
  const tile = screen.getByRole<HTMLInputElement>('radio', { name: /^Distance/u });
  expect(tile.checked).toBe(true);
  expect(tile.closest('label')!.textContent).toBe('Distance 30.0\u00a0km 50% more 20.0 km the week before');
  expect(asked()[0]).toMatchObject({
    path: '/user_stats/7/',
    options: {
      params: { period: 'week', date: undefined, week_start: undefined, activity_types: undefined },
    },
  });
  const table = screen.getByRole('table', { name: 'By activity' });
  expect(within(table).getAllByRole('row')[1]!.textContent).toContain('Run75%22.5 km');
});

it('[WORK-07] the bars are read with keys, day against day, and stand in a table', async () => {
  open(() => sampleStats());
  const slider = await screen.findByRole('slider');
  act(() => slider.focus());
  await userEvent.keyboard('{Home}');
  expect(slider.getAttribute('aria-valuetext')).toBe(
    'Monday, November 16, 2026: 10.0 km; Monday, November 9, 2026: 20.0 km',
  );
  const details = screen.getByText('Show as table').closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const rows = within(await screen.findByRole('table', { name: 'Chart as a table' })).getAllByRole('row');
  expect(rows).toHaveLength(8);
  expect(rows[1]!.textContent).toBe('Monday, November 16, 202610.0 km50:00100 m0 kcal120.0 km');
});

it('[WORK-07] every choice is in the address, and kept for the next visit in this tab', async () => {
  const { asked, unmount } = open((call) => sampleStats({ period: call.options?.params?.period as 'week' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Month' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Previous month' }));
  await userEvent.click(screen.getByRole('radio', { name: /^Ascent/u }));
  expect(address()).toBe('?period=month&show=ascent&currentDateIndex=1');
  await waitFor(() => expect(asked().at(-1)?.options?.params).toMatchObject({ period: 'month' }));
  expect(String(asked().at(-1)?.options?.params?.date)).toMatch(/^\d{4}-\d\d-01$/u);
  unmount();
  open(() => sampleStats({ period: 'month' }), '/workout/stats?user=7');
  await waitFor(() => expect(address()).toBe('?user=7&period=month&show=ascent&currentDateIndex=1'));
});

it('[WORK-07] an address that names filters does not mix with those of the last visit', async () => {
  sessionStorage.setItem('waymark.stats', 'activityTypes=16&period=year');
  const { asked } = open(() => sampleStats(), '/workout/stats?weekStartDay=0');
  await screen.findByRole('slider');
  expect(asked()[0]?.options?.params).toMatchObject({
    period: 'week',
    week_start: 0,
    activity_types: undefined,
  });
});

it('[WORK-12] activities are chosen together, and all of them clears the others', async () => {
  const { asked } = open(() => sampleStats());
  await screen.findByRole('slider');
  await userEvent.click(await screen.findByRole('button', { name: /Activities|All activities/u }));
  await userEvent.click((await screen.findAllByRole('option', { name: /Walk/u }))[0]!);
  await waitFor(() => expect(address()).toBe('?activityTypes=9'));
  await waitFor(() => expect(asked().at(-1)?.options?.params?.activity_types).toBe('9'));
  await userEvent.click(await screen.findByRole('option', { name: 'Select All' }));
  await waitFor(() => expect(address()).toBe(''));
});

it('[WORK-12] the filter finds an activity by an everyday word', async () => {
  const { asked } = open(() => sampleStats());
  await screen.findByRole('slider');
  await userEvent.click(await screen.findByRole('button', { name: /Activities|All activities/u }));
  await userEvent.type(await screen.findByLabelText('Search activities'), 'jogging');
  const options = screen.getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).not.toContain('Walk');
  await userEvent.click(screen.getAllByRole('option', { name: 'Run' })[0]!);
  await waitFor(() => expect(asked().at(-1)?.options?.params?.activity_types).toBe('16'));
});

it('[WORK-12] what the member does stands first among the activities', async () => {
  open(() => sampleStats());
  await screen.findByRole('slider');
  await userEvent.click(await screen.findByRole('button', { name: /Activities|All activities/u }));
  const options = await screen.findAllByRole('option');
  expect(screen.getByText('Yours')).toBeTruthy();
  expect(screen.queryByText('Popular')).toBeNull();
  expect(options.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['Select All', 'Run']);
});

it('[WORK-07] the page inside an app has no ways elsewhere', async () => {
  open(() => sampleStats(), '/mobile/workout/stats', true);
  await screen.findByRole('slider');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('[WORK-07] another member’s figures are asked for by name, and refused in words', async () => {
  const { asked } = open(() => {
    throw new ApiError(404, 'Not Found', null);
  }, '/workout/stats?user=55');
  expect(await screen.findByText('This profile is set to private or the user does not exist.')).toBeTruthy();
  expect(asked()[0]?.path).toBe('/user_stats/55/');
  expect(screen.getByRole('link', { name: 'Calendar' }).getAttribute('href')).toBe(
    '/profile/55/dashboard?tab=calendar',
  );
});

it('[WORK-07] before the first workout there is one thing to do', async () => {
  open(() => sampleStats({ first_day: null, last_day: null }));
  expect((await screen.findByRole('link', { name: 'Upload a file' })).getAttribute('href')).toBe(
    '/workout/import',
  );
  expect(screen.queryByRole('slider')).toBeNull();
});

it('a failed load says that nothing was lost and can be tried again', async () => {
  let broken = true;
  open(() => {
    if (broken) throw new ApiError(503, 'Service Unavailable', null);
    return sampleStats();
  });
  expect(
    await screen.findByText('Your workouts are safe. Check your connection and try again.'),
  ).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('slider')).toBeTruthy();
});

it('[WORK-07] bars and activities lead to their workouts; of another member’s they do not', async () => {
  const { host, unmount } = open(() => sampleStats(), '/workout/stats?activityTypes=16');
  const chart = await screen.findByRole('slider', { name: /^Distance, bar by bar/u });
  fireEvent.keyDown(chart, { key: 'Home' });
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(host.navigated).toEqual(['/workouts/all?activityTypes=16&from=2026-11-16&to=2026-11-16']);
  const table = screen.getByRole('table', { name: 'By activity' });
  expect(within(table).getByRole('link', { name: 'Run' }).getAttribute('href')).toBe(
    '/workouts/all?activityTypes=16&from=2026-11-16&to=2026-11-22',
  );
  unmount();
  open(() => sampleStats(), '/workout/stats?user=55');
  expect(within(await screen.findByRole('table', { name: 'By activity' })).queryByRole('link')).toBeNull();
});
