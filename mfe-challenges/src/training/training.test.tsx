import type { PlannedSessionDetails } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { sampleMember } from '../testing/samples.ts';
import {
  planDetails,
  plannedSession,
  samplePlan,
  startedDetails,
  startedPlan,
} from '../testing/training-samples.ts';
import { readSteps, writeSteps } from './plan-draft.ts';

const LIST = 'GET /training_plan/';
const STARTED = 'GET /started_plan/';
const ADDRESS = 'GET /calendar_address/';
const marathon = samplePlan({
  plan: 'first-marathon',
  title: 'First marathon',
  goal: 'marathon',
  level: 'advanced',
});
const none = {
  [STARTED]: { today: '2026-11-24', started_plans: [], coming: [] },
  [ADDRESS]: { href: null, created_datetime: null },
};

it('[CHAL-04] lists plans by goal and level, and says when none fits', async () => {
  const { user } = openPage('/training-plans', {
    [LIST]: { catalogue: [samplePlan(), marathon], own: [] },
    ...none,
  });
  const list = within(await screen.findByRole('list', { name: 'Plans' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByRole('link', { name: 'First 5 km' }).getAttribute('href')).toBe(
    '/training-plans/first-5k',
  );
  await user.selectOptions(screen.getByLabelText('Goal'), 'marathon');
  expect(screen.queryByRole('link', { name: 'First 5 km' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Level'), 'beginner');
  await user.click(await screen.findByRole('button', { name: 'Show all plans' }));
  expect(await screen.findByRole('link', { name: 'First 5 km' })).toBeTruthy();
});

it('[CHAL-04] shows a member what comes next, and makes a calendar address', async () => {
  const { user, sent } = openPage('/training-plans', {
    [LIST]: { catalogue: [samplePlan()], own: [samplePlan({ plan: '9', title: 'Mine', is_own: true })] },
    [STARTED]: {
      today: '2026-11-23',
      started_plans: [startedPlan({ done_count: 1 })],
      coming: [plannedSession({ load_percent: 50 })],
    },
    [ADDRESS]: { href: null, created_datetime: null },
    'POST /calendar_address/': { href: 'https://w.example/calendar/x/training.ics', created_datetime: null },
  });
  const coming = within(await screen.findByRole('list', { name: 'The next seven days' }));
  expect(coming.getByText('Today · 30 min · 50% of the plan’s load')).toBeTruthy();
  expect(screen.getByText(/1 of 3 done/)).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Mine' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Make an address' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('[CHAL-04] shows plans once what the member follows is there above them, so that they never move', async () => {
  const started = Promise.withResolvers<object>();
  const list = Promise.withResolvers<object>();
  openPage('/training-plans', {
    ...none,
    [LIST]: () => list.promise,
    [STARTED]: () => started.promise,
  });
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeTruthy());
  // The answer is on the page after the tasks that it starts.
  await act(async () => {
    list.resolve({ catalogue: [samplePlan()], own: [] });
    for (let task = 0; task < 5; task++) await new Promise((done) => setTimeout(done));
  });
  expect(screen.queryByRole('list', { name: 'Plans' })).toBeNull();
  started.resolve(none[STARTED]);
  expect(await screen.findByRole('list', { name: 'Plans' })).toBeTruthy();
});

it('[CHAL-04] shows visitors the catalogue alone, and the landing page leads to it', async () => {
  openPage('/training-plans', { [LIST]: { catalogue: [samplePlan()], own: [] } }, { user: null });
  expect(await screen.findByRole('link', { name: 'First 5 km' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Write your own' })).toBeNull();
  document.body.replaceChildren();
  openPage('/train/landing', { [LIST]: { catalogue: [samplePlan()], own: [] } }, { user: null });
  expect((await screen.findByRole('link', { name: 'Choose a plan' })).getAttribute('href')).toBe(
    '/training-plans',
  );
  expect(await screen.findByRole('link', { name: 'See all 1 plans' })).toBeTruthy();
});

it('[CHAL-04] starts a plan so that it ends on a day, and shows a refusal', async () => {
  const { user, sent } = openPage('/training-plans/first-5k', {
    'GET /training_plan/first-5k/': planDetails(),
    'POST /started_plan/': refusal(
      409,
      'too_many_active_plans',
      'You follow 3 plans. Stop one to start another.',
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Start this plan' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: /I want to be ready by/ }));
  await user.click(dialog.getByRole('button', { name: 'Start plan' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toMatchObject({ plan: 'first-5k', key: null, anchor: 'finish' });
  expect((await dialog.findByRole('alert')).textContent).toMatch(/Stop one to start another/);
});

it('[CHAL-04] a plan that is not there says so', async () => {
  openPage('/training-plans/12', { 'GET /training_plan/12/': refusal(404, 'not_found') });
  expect(await screen.findByRole('heading', { name: 'This plan is private or does not exist' })).toBeTruthy();
});

const PLAN = 'GET /started_plan/61/';
const openCalendar = (more: Record<string, unknown> = {}) =>
  openPage('/training-plans/started/61', {
    [PLAN]: startedDetails(),
    'PATCH /planned_session/72/': startedDetails(),
    'PATCH /started_plan/61/': startedDetails(),
    ...more,
  });
const pick = async (user: ReturnType<typeof openPage>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: /^Actions for Hills/ }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('[CHAL-04] a plan that runs for weeks leads to this one', async () => {
  const shown = startedDetails();
  const weekEarlier = '2026-11-09';
  const sessions = [plannedSession({ id: 70, day: weekEarlier, status: 'done' }), ...shown.sessions];
  const { user } = openCalendar({ [PLAN]: { ...shown, first_day: weekEarlier, sessions } });
  await user.click(await screen.findByRole('button', { name: 'Go to this week' }));
  const week = document.activeElement!;
  expect(week.getAttribute('aria-label')).toMatch(/^Week of/);
  expect(week.querySelector('[aria-current=date]')).toBeTruthy();
});

it('[CHAL-04] says distances so that ten kilometres are not six miles, and one week is no range', async () => {
  const plan = samplePlan({
    first_week_duration: 4200,
    peak_week_duration: 4200,
    longest_session: { duration: 3600, distance: 10_000 },
  });
  openPage(
    '/training-plans/first-5k',
    { 'GET /training_plan/first-5k/': planDetails(plan) },
    { user: sampleMember({ display_measurement_system: 'imperial' }) },
  );
  const line = await screen.findByText(/longest 6\.2 mi/);
  expect(line.textContent).toContain('1:10 h a week');
  expect(line.textContent).not.toContain('1:10 h to');
});

it('[CHAL-04] moves a session by keyboard to a free day, and says where it is', async () => {
  let shown = startedDetails();
  const { user, sent, host } = openCalendar({
    [PLAN]: () => shown,
    'PATCH /planned_session/72/': () => {
      shown = startedDetails({
        sessions: shown.sessions.map((one) =>
          plannedSession(one.id === 72 ? { ...one, day: '2026-11-26' } : one),
        ),
      });
      return shown;
    },
  });
  await pick(user, 'Move');
  const button = screen.getByRole('button', { name: /^Actions for Hills/ });
  fireEvent.keyDown(button, { key: 'ArrowRight' });
  expect(screen.getByText('Hills: Thu, Nov 26')).toBeTruthy();
  fireEvent.keyDown(button, { key: 'Enter' });
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ day: '2026-11-26' });
  expect(host.notifications[0]?.text).toBe('Hills is on Thu, Nov 26 now.');
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Hills, Thu, Nov 26'),
  );
});

it('[CHAL-04] swaps with the session of a day by its button, and Escape leaves all as it is', async () => {
  const { user, sent } = openCalendar();
  await pick(user, 'Move');
  fireEvent.keyDown(screen.getByRole('button', { name: /^Actions for Hills/ }), { key: 'Escape' });
  expect(screen.queryByText(/Where to with/)).toBeNull();
  await pick(user, 'Move');
  await user.click(screen.getByRole('button', { name: /^Swap.*Sat, Nov 28/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ swap_with: 73 });
});

it('[CHAL-04] buttons in focus do what they say while a session is being moved, and arrows open no menu', async () => {
  const { user, sent } = openCalendar();
  await pick(user, 'Move');
  const actions = screen.getByRole('button', { name: /^Actions for Hills/ });
  fireEvent.keyDown(actions, { key: 'ArrowDown' });
  expect(actions.getAttribute('aria-expanded')).toBe('false');
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByText(/Where to with/)).toBeNull();
  await pick(user, 'Move');
  screen.getByRole('button', { name: /^Move here.*Fri, Nov 27/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ day: '2026-11-27' });
});

it('[CHAL-04] who missed two hard sessions is offered a week, once', async () => {
  const missed = [
    plannedSession({ day: '2026-11-20', kind: 'tempo', status: 'missed' }),
    plannedSession({ id: 72, day: '2026-11-22', kind: 'long', status: 'missed' }),
  ];
  const next = (day: string) => {
    const session = plannedSession({ id: 73, day });
    return startedDetails({ sessions: [...missed, session], next_session: session });
  };
  let shown = next('2026-11-25');
  const { user, sent } = openCalendar({
    [PLAN]: () => shown,
    'PATCH /started_plan/61/': () => {
      shown = next('2026-12-02');
      return shown;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Push the rest back a week' }));
  await waitFor(() => expect(sent()[0]!.body).toEqual({ shift: { from: '2026-11-24', days: 7 } }));
  await waitFor(() => expect(screen.queryByText(/You missed the last two/)).toBeNull());
});

const ADAPT = 'Adapt this plan after a break';
const MISSED = startedDetails({
  sessions: [
    plannedSession({ day: '2026-11-20', kind: 'tempo', status: 'missed' }),
    plannedSession({ id: 72, day: '2026-11-22', kind: 'long', status: 'missed' }),
    plannedSession({ id: 73, day: '2026-11-25' }),
  ],
  next_session: plannedSession({ id: 73, day: '2026-11-25' }),
});

it('[CHAL-04] a member with premium lets the plan adapt, and reads what it did', async () => {
  let shown = MISSED;
  const { user, sent } = openPage(
    '/training-plans/started/61',
    {
      [PLAN]: () => shown,
      'PATCH /started_plan/61/': () => {
        shown = startedDetails({
          is_adaptive: true,
          adapted: { day: '2026-11-24', away_days: 9, moved_days: 7, eased_until: '2026-12-03' },
          sessions: [plannedSession({ day: '2026-11-27', load_percent: 50 }), plannedSession({ id: 72 })],
        });
        return shown;
      },
    },
    { hasPremium: true },
  );
  await screen.findByText(/You missed the last two/);
  await user.click(screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(ADAPT, 'u') }));
  await waitFor(() => expect(sent()[0]!.body).toEqual({ is_adaptive: true }));
  expect(await screen.findByText('You were away for 9 days.')).toBeTruthy();
  expect(
    screen.getByText('The rest of the plan moved by 7 days, and sessions until Dec 03 are shorter.'),
  ).toBeTruthy();
  expect(screen.getAllByText('50% of the plan’s load')).toHaveLength(1);
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  expect(screen.queryByText(/You missed the last two/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'See premium' })).toBeNull();
});

it('[CHAL-04] [PREM-01] without premium the page says what premium would do, and asks about missed sessions', async () => {
  openCalendar({ [PLAN]: MISSED });
  expect(await screen.findByText(ADAPT)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText('Premium')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See premium' }).getAttribute('href')).toBe('/mvp');
  expect(screen.getByText(/You missed the last two/)).toBeTruthy();
});

it('[CHAL-04] whose premium has ended is asked again, and can switch it off', async () => {
  const { user, sent } = openCalendar({ [PLAN]: { ...MISSED, is_adaptive: true } });
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  expect(toggle.checked).toBe(true);
  expect(screen.getByRole('link', { name: 'See premium' })).toBeTruthy();
  expect(screen.getByText(/You missed the last two/)).toBeTruthy();
  await user.click(toggle);
  await waitFor(() => expect(sent()[0]!.body).toEqual({ is_adaptive: false }));
});

it('[CHAL-04] says that a race keeps its day, and is silent once the break is over', async () => {
  const adapted = { day: '2026-11-18', away_days: 9, moved_days: 0, eased_until: '2026-11-24' };
  let shown = startedDetails({ is_adaptive: true, adapted });
  const first = openPage('/training-plans/started/61', { [PLAN]: () => shown }, { hasPremium: true });
  expect(
    await screen.findByText('Your race keeps its day, and sessions until Nov 24 are shorter.'),
  ).toBeTruthy();
  expect(first.sent()).toHaveLength(0);
  document.body.replaceChildren();
  shown = startedDetails({ is_adaptive: true, adapted, today: '2026-11-25' });
  openPage('/training-plans/started/61', { [PLAN]: () => shown }, { hasPremium: true });
  expect(await screen.findByRole('switch')).toBeTruthy();
  expect(screen.queryByText(/You were away/)).toBeNull();
});

it('[CHAL-04] a plan that was stopped has no switch', async () => {
  openPage(
    '/training-plans/started/61',
    { [PLAN]: startedDetails({ status: 'stopped' }) },
    { hasPremium: true },
  );
  expect(await screen.findByText('You stopped this plan.')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

it('[CHAL-04] drags a session to another day', async () => {
  const { sent } = openCalendar();
  const card = (await screen.findByRole('link', { name: 'Hills' })).closest('[draggable="true"]')!;
  const day = document.querySelector('[data-day="2026-11-27"]')!;
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(card, { dataTransfer });
  fireEvent.dragOver(day, { dataTransfer });
  fireEvent.drop(day, { dataTransfer });
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ day: '2026-11-27' });
});

it('[CHAL-04] skips a session and closes up the week, stops the plan and takes it up again', async () => {
  const { user, sent, host } = openCalendar();
  await pick(user, 'Skip and close up the week');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ is_skipped: true, closes_up: true });
  await user.click(screen.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Stop plan' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]!.body).toEqual({ status: 'stopped' });
  host.notifications.at(-1)!.action!.run();
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]!.body).toEqual({ status: 'active' });
});

it('[CHAL-04] shows what to do in a session and lets the member choose its workout', async () => {
  const session: PlannedSessionDetails = {
    ...plannedSession({ id: 72, title: 'Hills', load_percent: 75 }),
    plan_title: 'First 5 km',
    is_plan_active: true,
    candidates: [{ id: 5, name: 'Morning run', day: '2026-11-24', closeness: 80 }],
  };
  const { user, sent } = openPage('/training-plans/sessions/72', {
    'GET /planned_session/72/': session,
    'PATCH /planned_session/72/': startedDetails(),
  });
  expect(await screen.findByText('5 times')).toBeTruthy();
  expect(screen.getByText('75% of the plan’s load')).toBeTruthy();
  expect(screen.getByText(/4:45–4:55 \/km/)).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Shape of the session/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^FIT/ })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Workout for this session'), '5');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ workout_id: 5 });
});

it('[CHAL-04] who said that no workout was the session sees that, and may take it back', async () => {
  const session: PlannedSessionDetails = {
    ...plannedSession({ id: 72, is_unmatched: true }),
    plan_title: 'First 5 km',
    is_plan_active: true,
    candidates: [{ id: 5, name: 'Morning run', day: '2026-11-24', closeness: 80 }],
  };
  const { user, sent } = openPage('/training-plans/sessions/72', {
    'GET /planned_session/72/': session,
    'PATCH /planned_session/72/': startedDetails(),
  });
  const select = await screen.findByLabelText<HTMLSelectElement>('Workout for this session');
  expect(select.value).toBe('none');
  await user.selectOptions(select, 'auto');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toEqual({ is_matched: true });
});

it('[CHAL-04] steps that cannot be read are not saved as those before them, and clearing them closes nothing', async () => {
  const { user, sent } = openPage('/training-plans/create?from=first-5k', {
    'GET /training_plan/first-5k/': planDetails(),
    'POST /training_plan/': planDetails({ plan: '9', is_own: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Rewrite the steps' }));
  const steps = screen.getAllByLabelText(/^Steps/)[1]!;
  expect(steps.closest('details')!.open).toBe(true);
  await user.type(steps, '10:00 easy');
  await user.type(steps, '{Enter}fast');
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  expect(await screen.findByText(/Look for the marked fields/)).toBeTruthy();
  expect(sent()).toHaveLength(0);
  await user.clear(steps);
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('[CHAL-04] writes a plan: what is missing is marked, then it is saved', async () => {
  const { user, sent } = openPage('/training-plans/create', {
    'POST /training_plan/': planDetails({ plan: '9', is_own: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Save plan' }));
  expect(await screen.findByText('Name the plan.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Mine');
  await user.type(screen.getByLabelText('Session'), 'Run');
  await user.click(screen.getByRole('button', { name: 'Repeat week 1' }));
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.body).toMatchObject({
    title: 'Mine',
    weeks: [
      { sessions: [{ title: 'Run', duration: 1800, distance: null }] },
      { sessions: [{ title: 'Run', duration: 1800, distance: null }] },
    ],
  });
});

it('[SESS-06] [CHAL-04] a plan without an answer is saved again under the same key', async () => {
  const made = [new ApiError(0, '', null), planDetails({ plan: '9', is_own: true })];
  const { host, user, sent } = openPage('/training-plans/create', {
    'POST /training_plan/': () => made.shift(),
  });
  await user.type(await screen.findByLabelText('Name'), 'Mine');
  await user.type(screen.getByLabelText('Session'), 'Run');
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await expectFailureAt('Save plan', /couldn’t reach Waymark/);
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await waitFor(() => expect(host.navigated).toHaveLength(1));
  expectOneKey(sent());
});

it('[CHAL-04] shares an own plan by link', async () => {
  const { user, sent } = openPage('/training-plans/9', {
    'GET /training_plan/9/': planDetails({ plan: '9', is_own: true }),
    'POST /training_plan/9/link/': { link_key: 'k'.repeat(22) },
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('[CHAL-04] reads steps as lines and writes them back', () => {
  const text = '10:00 warm-up\n5x\n- 400 m fast\n- 1:30 jog\n10:00 cool-down';
  const steps = readSteps(text)!;
  expect(steps).toHaveLength(3);
  expect(steps[1]).toMatchObject({
    reps: 5,
    steps: [{ distance: 400 }, { duration: 90, intensity: 'recovery' }],
  });
  expect(writeSteps(steps)).toBe(text);
  for (const wrong of ['fast', '- 400 m', '5x', '1x\n- 400 m', '400 parsecs'])
    expect(readSteps(wrong)).toBeNull();
});

it('[CHAL-04] an address that could not be made is told at its button', async () => {
  const { user } = openPage('/training-plans', {
    [LIST]: { catalogue: [samplePlan()], own: [] },
    [STARTED]: { today: '2026-11-23', started_plans: [startedPlan({})], coming: [plannedSession({})] },
    [ADDRESS]: { href: null, created_datetime: null },
    'POST /calendar_address/': new ApiError(0, '', null),
  });
  await user.click(await screen.findByRole('button', { name: 'Make an address' }));
  await expectFailureAt('Make an address', /couldn’t reach Waymark/);
});
