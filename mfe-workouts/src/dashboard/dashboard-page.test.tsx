import type { Dashboard, User, UserGoalProgress } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { expectFailureAt, installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { sampleSummary, sampleUser } from '../testing/samples.ts';
import DashboardPage from './dashboard-page.tsx';

const TOTALS = { count: 0, distance: 0, duration: 0, energy: 0, ascent: 0 };
const sample = (over: Partial<Dashboard> = {}): Dashboard => ({
  today: '2026-11-21',
  week_start: 1,
  month: '2026-11',
  week: {
    from: '2026-11-16',
    this: { ...TOTALS, count: 3, distance: 32_400, duration: 10_800, ascent: 210 },
    last: { ...TOTALS, count: 2, distance: 21_000, duration: 7200 },
  },
  month_totals: { ...TOTALS, count: 9, distance: 88_000, duration: 30_000 },
  calendar: [
    {
      id: 101,
      name: 'Morning run',
      day: '2026-11-20',
      activity_type_id: 16,
      activity_group: 'run',
      duration: 3000,
      distance: 10_000,
    },
    {
      id: 102,
      name: 'Evening ride',
      day: '2026-11-20',
      activity_type_id: 11,
      activity_group: 'ride',
      duration: 7200,
      distance: 40_000,
    },
  ],
  recent: [sampleSummary()],
  streak_weeks: 5,
  goals: [],
  lifetime: { ...TOTALS, count: 9 },
  records: [],
  records_group: null,
  has_sample_data: false,
  ...over,
});

function Address() {
  return <p>at {useLocation().search}</p>;
}

/** Of the member whose dashboard somebody else looks at. */
const PROFILE = { user: { id: 55, display_name: 'Maya Brooks' } };

function open(
  answer: (call: TestCall) => unknown,
  at = '/dashboard',
  as: { user?: User } = { user: sampleUser() },
) {
  const host = installTestHost((call) => (call.path.endsWith('/profile/') ? PROFILE : answer(call)), as);
  renderPage(
    <>
      <Routes>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/profile/:userId/dashboard" element={<DashboardPage />} />
      </Routes>
      <Address />
    </>,
    { at },
  );
  return host;
}

it('[WORK-01] shows this week against the last, the month with its markers, and recent workouts', async () => {
  open(() => sample());
  const week = await screen.findByRole('region', { name: 'This week' });
  expect(within(week).getByText('32.4')).toBeTruthy();
  expect(within(week).getByText('3:00:00')).toBeTruthy();
  expect(within(week).getByText('21.0 km last week')).toBeTruthy();
  expect(within(week).getByText('5 weeks in a row with a workout.')).toBeTruthy();
  const month = screen.getByRole('region', { name: 'November 2026' });
  expect(within(month).getByText('9 workouts · 88.0 km · 8:20:00')).toBeTruthy();
  const ride = within(month).getByRole('link', { name: 'Evening ride, 40.0 km, 2:00:00' });
  expect(ride.getAttribute('href')).toBe('/workout/102');
  const recent = screen.getByRole('region', { name: 'Recent workouts' });
  expect(within(recent).getByRole('link', { name: 'Morning run' }).getAttribute('href')).toBe('/workout/101');
});

it('[WORK-01] another month is asked for, and none after the present one', async () => {
  const host = open((call) =>
    sample(call.options?.params?.month === '2026-10' ? { month: '2026-10', calendar: [] } : {}),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Previous month' }));
  expect(await screen.findByRole('heading', { name: 'October 2026' })).toBeTruthy();
  expect(host.calls.at(-1)?.options?.params).toEqual({ user: undefined, month: '2026-10' });
  expect(screen.getByText('at ?month=2026-10')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(await screen.findByText('at')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true),
  );
});

it('[WORK-01] tabs lead to Dashboard and Stats; on a friend there is the Calendar', async () => {
  open(() => sample());
  expect((await screen.findByRole('link', { name: 'Stats' })).getAttribute('href')).toBe('/workout/stats');
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
});

it("[WORK-01] a friend's dashboard has the Calendar apart and nothing to add", async () => {
  const host = open(() => sample(), '/profile/55/dashboard');
  await screen.findByRole('region', { name: 'This week' });
  const tabs = within(screen.getByRole('navigation', { name: 'Workouts' })).getAllByRole('link');
  expect(
    tabs.map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')]),
  ).toEqual([
    ['Dashboard', '/profile/55/dashboard', 'page'],
    ['Stats', '/workout/stats?user=55', null],
    ['Calendar', '/profile/55/dashboard?tab=calendar', null],
  ]);
  expect(screen.queryByRole('link', { name: 'Upload a file' })).toBeNull();
  expect((await screen.findByRole('link', { name: 'Lifetime' })).getAttribute('href')).toBe(
    '/workouts/dashboard/lifetime?user=55',
  );
  expect(screen.queryByRole('link', { name: 'Your map' })).toBeNull();
  expect(host.calls.find(({ path }) => path === '/dashboard/')?.options?.params?.user).toBe(55);
});

it('[WORK-01] another member’s figures say whose they are and lead back to their profile', async () => {
  open(() => sample(), '/profile/55/dashboard');
  const owner = await screen.findByRole('link', { name: 'Maya Brooks' });
  expect(owner.getAttribute('href')).toBe('/profile/55');
  cleanup();
  open(() => sample());
  await screen.findByRole('region', { name: 'This week' });
  expect(screen.queryByRole('link', { name: 'Maya Brooks' })).toBeNull();
});

it('[WORK-01] a visitor is not led to pages that only members can open', async () => {
  open(() => sample(), '/profile/55/dashboard', {});
  await screen.findByRole('heading', { name: 'Records' });
  const tabs = within(screen.getByRole('navigation', { name: 'Workouts' })).getAllByRole('link');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Dashboard', 'Calendar']);
  expect(screen.queryByRole('link', { name: 'Lifetime' })).toBeNull();
});

it("[WORK-01] a friend's calendar is the month alone", async () => {
  open(() => sample(), '/profile/55/dashboard?tab=calendar');
  expect(await screen.findByRole('region', { name: 'November 2026' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Calendar' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByRole('region', { name: 'This week' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Recent workouts' })).toBeNull();
});

it('[WORK-01] [WORK-09] records stand at the side with their dates and lead to their workouts', async () => {
  const workout = {
    id: 77,
    name: 'City race',
    day: '2026-05-03',
    activity_name: 'Run',
    activity_group: 'run',
  };
  open(() =>
    sample({
      records_group: 'run',
      records: [
        {
          key: 'longest_distance',
          value: 42_300,
          distance: 42_300,
          duration: 13_000,
          is_best_effort: false,
          workout,
        },
        {
          key: 'half_marathon',
          value: 5400,
          distance: 21_097.5,
          duration: 5400,
          is_best_effort: true,
          workout,
        },
      ],
    }),
  );
  const records = await screen.findByRole('region', { name: 'Records' });
  const rows = within(records).getAllByRole('listitem');
  expect(within(records).getByText('Run')).toBeTruthy();
  expect(rows.map((row) => row.textContent)).toEqual([
    'Longest distanceMay 03, 202642.3\u00a0km',
    'Half marathonMay 03, 20261:30:00',
  ]);
  expect(within(rows[1]!).getByRole('link').getAttribute('href')).toBe('/workout/77');
  expect(within(records).getByRole('link', { name: 'Your map' }).getAttribute('href')).toBe(
    '/workouts/dashboard/map',
  );
});

it('[DATA-03] a private profile is said to be so', async () => {
  open(() => {
    throw new ApiError(404, 'Not Found', {
      status: 404,
      error: 'not_found',
      error_description: 'x',
      request_id: 'r',
    });
  }, '/profile/55/dashboard');
  expect(await screen.findByText('This profile is set to private or the user does not exist.')).toBeTruthy();
});

it('[WORK-01] a file dropped on the first dashboard is on its way, and the import page opens', async () => {
  const host = open((call) =>
    call.path === '/device/file_import/' ? new Promise(() => {}) : sample({ lifetime: TOTALS, recent: [] }),
  );
  await screen.findByText('Drop files here, one or years of them in a zip');
  const file = new File(['<gpx/>'], 'run.gpx');
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], files: [file] },
  });
  act(() => void document.body.dispatchEvent(drop));
  expect(host.navigated).toEqual(['/workout/import']);
  const sent = host.calls.find(({ method }) => method === 'POST')!.body as FormData;
  expect((sent.get('file') as File).name).toBe('run.gpx');
});

it('[WORK-01] each hint is shown once', async () => {
  open(() => sample());
  await userEvent.click(await screen.findByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
  cleanup();
  open(() => sample());
  await screen.findByRole('region', { name: 'This week' });
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
});

it('[WORK-01] a first-run member sees one obvious action and can add samples, and later remove them', async () => {
  let state = sample({ lifetime: TOTALS, recent: [], calendar: [] });
  const host = open((call) => {
    if (call.method === 'POST') state = sample({ has_sample_data: true });
    if (call.method === 'DELETE') state = sample({ lifetime: TOTALS });
    return state;
  });
  expect(await screen.findByText('Choose files')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add sample workouts' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the samples' }));
  expect(await screen.findByRole('button', { name: 'Add sample workouts' })).toBeTruthy();
  expect(host.calls.filter((c) => c.method !== 'GET').map((c) => `${c.method} ${c.path}`)).toEqual([
    'POST /workout/samples/',
    'DELETE /workout/samples/',
  ]);
});

it('[AUTH-02] [WORK-01] the first dashboard says where the confirmation mail went until the address is confirmed, and sends it again', async () => {
  let isOffline = true;
  const unconfirmed = sampleUser({ email: 'robin@example.com', email_confirmed: false });
  const first = sample({ lifetime: TOTALS, recent: [] });
  const answer = (call: TestCall) => {
    if (call.path !== '/email/resend') return first;
    if (isOffline) throw new ApiError(0, 'network', null);
    return undefined;
  };
  const host = open(answer, '/dashboard', { user: unconfirmed });
  expect(
    await screen.findByText('We sent a link to robin@example.com: open it to confirm your address.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
  await expectFailureAt('Send it again', /couldn’t reach Waymark/);
  isOffline = false;
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
  expect(await screen.findByText('A new mail is on its way to robin@example.com.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
  expect(host.calls.filter(({ path }) => path === '/email/resend')).toHaveLength(2);
  cleanup();
  open(answer, '/dashboard', { user: sampleUser({ email: 'robin@example.com' }) });
  await screen.findByText('Choose files');
  expect(screen.queryByText(/robin@example\.com/)).toBeNull();
});

it('a failed load says that nothing was lost and can be tried again', async () => {
  let broken = true;
  open(() => {
    if (broken) throw new ApiError(503, 'Service Unavailable', null);
    return sample();
  });
  expect(
    await screen.findByText('Your workouts are safe. Check your connection and try again.'),
  ).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'This week' })).toBeTruthy();
});

it('[WORK-01] a month of the address is shown again after back or a reload; what is no month is the present one', async () => {
  const asked = open(() => sample({ month: '2026-03' }), '/dashboard?month=2026-03');
  expect(await screen.findByRole('heading', { name: 'March 2026' })).toBeTruthy();
  expect(asked.calls[0]?.options?.params?.month).toBe('2026-03');
  const other = open(() => sample(), '/dashboard?month=2026-13');
  await waitFor(() => expect(other.calls[0]?.options?.params).toEqual({ user: undefined, month: undefined }));
});

const weeklyGoal = (value: number, over: Partial<UserGoalProgress['goal']> = {}): UserGoalProgress => {
  const week = { from: '2026-11-16', to: '2026-11-22', value, target: 40_000, is_reached: value >= 40_000 };
  return {
    goal: {
      id: 31,
      period: 'P1W',
      criteria: { activity_type_id: null, threshold: { metric: 'distance', value: 40_000 } },
      activity_name: null,
      activity_group: null,
      status: 'active',
      privacy: 1,
      start_datetime: '2026-11-02T10:00:00.000Z',
      end_datetime: null,
      _links: {},
      ...over,
    },
    progress: { ...week, remaining: 40_000 - value, days_left: 2 },
    performance: { weeks: [week], week_count: 4, reached_count: 3, current_streak: 3, longest_streak: 3 },
    _links: {},
  };
};

it('[WORK-01] shows how far the goals of this week are, with streaks, and the target beside the week', async () => {
  open(() => sample({ goals: [weeklyGoal(32_400)] }));
  const goals = within(await screen.findByRole('region', { name: 'Goals' }));
  expect(goals.getByRole('progressbar', { name: 'All activities' }).textContent).toBe('81%');
  expect(goals.getByText('32.4 of 40 km')).toBeTruthy();
  expect(goals.getByText('3 weeks in a row')).toBeTruthy();
  expect(goals.getByRole('link', { name: 'All goals' }).getAttribute('href')).toBe(
    `/profile/${sampleUser().id}/goals`,
  );
  const week = screen.getByRole('region', { name: 'This week' });
  expect(week.textContent).toContain('21.0 km last week · goal 40.0 km');
});

it('[WORK-01] a goal of one activity is no target of the whole week', async () => {
  const run = weeklyGoal(10_000, {
    criteria: { activity_type_id: 16, threshold: { metric: 'distance', value: 40_000 } },
    activity_name: 'Run',
    activity_group: 'run',
  });
  open(() => sample({ goals: [run] }));
  expect(await screen.findByRole('progressbar', { name: 'Run' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'This week' }).textContent).not.toContain('goal');
});

it('[WORK-01] without goals the dashboard leads to the first one; a friend’s shows nothing of them', async () => {
  open(() => sample());
  const link = await screen.findByRole('link', { name: 'Set a weekly goal' });
  expect(link.getAttribute('href')).toBe(`/profile/${sampleUser().id}/goals/create`);
  cleanup();
  open(() => sample(), '/profile/55/dashboard');
  await screen.findByRole('region', { name: 'This week' });
  expect(screen.queryByRole('region', { name: 'Goals' })).toBeNull();
});
