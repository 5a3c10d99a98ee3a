import type { ConsentMatrix, ConsentState, ConsentStatus, HealthDataStatus } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { TestCall } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const definition = (id: string, kind: ConsentState['kind'], blocks: 'account' | 'feature' | 'nothing') => ({
  id,
  kind,
  blocks,
  title: `Title of ${id}`,
  text: `Text of ${id}.`,
  consequence: `Consequence of ${id}.`,
  legal_pages: ['terms'],
  changed_in: 1,
  refused_by_gpc: false,
});
const MATRIX: ConsentMatrix = {
  id: 'EU1',
  version: 4,
  effective_from: '2026-11-01',
  min_age: 16,
  honours_gpc: true,
  consents: [
    definition('terms', 'required', 'account'),
    definition('health', 'explicit', 'feature'),
    definition('analytics', 'optional', 'nothing'),
  ],
};
const answered = (id: string, kind: ConsentState['kind'], choice: ConsentState['choice']): ConsentState => ({
  id,
  kind,
  is_granted: choice === 'accepted',
  choice,
  source: choice && 'form',
  matrix_version: choice && 4,
  recorded_datetime: choice && '2026-11-20T10:00:00.000Z',
  needs_answer: choice === null,
});
const status = (over: Partial<ConsentStatus> = {}): ConsentStatus => ({
  matrix_id: 'EU1',
  matrix_version: 4,
  country: 'DE',
  state: null,
  needs_country: false,
  needs_answer: false,
  gpc: { is_received: false, is_honoured: false },
  shows_do_not_sell: false,
  shows_privacy_choices: false,
  consents: [
    answered('terms', 'required', 'accepted'),
    answered('health', 'explicit', 'accepted'),
    answered('analytics', 'optional', null),
  ],
  ...over,
});
const STORED = {
  workouts: 12,
  has_weight: true,
  heart_rate_zones: 1,
  threshold_powers: 0,
  files: 3,
  archives: 0,
};
const NOTHING_STORED = { ...STORED, workouts: 0, has_weight: false, heart_rate_zones: 0, files: 0 };
const healthData = (
  stored: HealthDataStatus['stored'] = STORED,
  deletion: HealthDataStatus['deletion'] = null,
): HealthDataStatus => ({ is_hidden: true, stored, deletion });
const UPDATE = 'POST /update-consents';
const answers = (over: Partial<ConsentStatus> = {}, more: Record<string, unknown> = {}) => ({
  'GET /consents-status': status(over),
  'GET /consents-matrix/EU1': MATRIX,
  'GET /consents-history': { records: [] },
  [UPDATE]: status(),
  ...more,
});
const choose = (consent: string, choice: 'Accept' | 'Decline') =>
  within(screen.getByRole('radiogroup', { name: `Title of ${consent}` })).getByLabelText(choice);

describe.each(['', '/mobile'])('%s/privacy_center', (prefix) => {
  const at = `${prefix}/privacy_center`;

  it('[PRIV-01] [PRIV-02] manage: refusing all takes one click, like accepting all; each counts at once', async () => {
    const { host, user } = openPage(`${at}/manage`, answers(), { user: sampleMember() });
    await user.click(await screen.findByRole('button', { name: 'Refuse all' }));
    await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
    expect(sentCalls(host)[0]?.body).toEqual({
      matrix_id: 'EU1',
      matrix_version: 4,
      choices: { health: 'declined', analytics: 'declined' },
      locale: 'en-us',
      screen: `${prefix.slice(1)}${prefix && '/'}privacy_center/manage`,
    });
    const toggle = screen.getByRole('switch', { name: /Title of analytics/ });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept all' }).disabled).toBe(false),
    );
    await user.click(toggle);
    await waitFor(() => expect(sentCalls(host)).toHaveLength(2));
    expect(sentCalls(host)[1]?.body).toMatchObject({ choices: { analytics: 'accepted' } });
    expect(screen.queryByRole('switch', { name: /Title of terms/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Consents' }).getAttribute('href')).toBe(`${at}/consents`);
  });

  it('[PRIV-01] [PRIV-02] consents: what was answered and when, and its history', async () => {
    openPage(
      `${at}/consents`,
      answers(
        {},
        {
          'GET /consents-history': {
            records: [
              {
                consent_id: 'health',
                choice: 'declined',
                matrix_id: 'EU1',
                matrix_version: 3,
                locale: 'en-us',
                screen: 'x',
                source: 'gpc',
                recorded_datetime: '2026-10-20T10:00:00.000Z',
                wording: null,
              },
            ],
          },
        },
      ),
      { user: sampleMember() },
    );
    expect(await screen.findAllByText(/You accepted on Nov 20, 2026/)).toHaveLength(2);
    expect(screen.getByText('Not answered yet')).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Your answers' });
    expect(table.textContent).toMatch(/Title of healthDeclinedYour browser’s signalOct 20, 2026.*EU1 3/);
  });

  it('[PRIV-01] [PRIV-02] edit: sends what changed, with version, locale and screen', async () => {
    const { host, user } = openPage(`${at}/consents/edit`, answers(), { user: sampleMember() });
    await screen.findByRole('heading', { name: /Title of terms/ });
    await user.click(choose('analytics', 'Accept'));
    await user.click(screen.getByRole('button', { name: 'Save answers' }));
    await waitFor(() => expect(host.navigated).toEqual([`${at}/consents`]));
    expect(sentCalls(host)[0]?.body).toMatchObject({
      matrix_version: 4,
      choices: { analytics: 'accepted' },
      screen: expect.stringMatching(/privacy_center\/consents\/edit$/) as string,
    });
  });
});

it('[PRIV-05] what waits for an answer is asked before the page that was wanted', async () => {
  const { host, user } = openPage(
    '/privacy_center/consents/edit?next=%2Fdashboard',
    answers({
      needs_answer: true,
      consents: [
        answered('terms', 'required', 'accepted'),
        answered('health', 'explicit', null),
        answered('analytics', 'optional', null),
      ],
    }),
    { user: sampleMember() },
  );
  expect(await screen.findByRole('heading', { name: 'Before you go on' })).toBeTruthy();
  expect(screen.queryByText(/has changed/)).toBeNull();
  await screen.findByRole('heading', { name: /Title of terms/ });
  await user.click(screen.getByRole('button', { name: 'Save answers' }));
  expect(screen.getByText('Choose one.')).toBeTruthy();
  expect(sentCalls(host)).toEqual([]);
  await user.click(choose('health', 'Accept'));
  await user.click(screen.getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard']));
});

/** What is asked depends on the region that a call names, before it is stored. */
const AMERICA = (initial: Partial<ConsentStatus>) => ({
  'GET /consents-matrix/US': { ...MATRIX, id: 'US', consents: MATRIX.consents.slice(0, 1) },
  'GET /consents-matrix/US-WA': { ...MATRIX, id: 'US-WA' },
  'GET /consents-status': ({ options }: TestCall) => {
    const { country, state } = (options?.params ?? {}) as { country?: string; state?: string };
    if (country !== 'US') return status({ ...initial, ...(country && { country, needs_country: false }) });
    const isAskedForHealth = state === 'WA';
    return status({
      matrix_id: isAskedForHealth ? 'US-WA' : 'US',
      country,
      state: state ?? null,
      consents: status().consents.slice(0, isAskedForHealth ? 3 : 1),
    });
  },
});

it('[PRIV-03] a guessed region is confirmed first, and its own matrix is asked', async () => {
  const { host, user } = openPage(
    '/privacy_center/consents/edit',
    answers({ needs_country: true, country: null }, AMERICA({ needs_country: true, country: null })),
    { user: sampleMember() },
  );
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Save answers' })).disabled).toBe(
    true,
  );
  await user.selectOptions(screen.getByLabelText('Country'), 'US');
  await user.selectOptions(await screen.findByLabelText('State'), 'TX');
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Title of health/ })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
  expect(sentCalls(host)[0]?.body).toMatchObject({
    matrix_id: 'US',
    choices: {},
    country: 'US',
    state: 'TX',
  });
});

it.each([
  [refusal(409, 'matrix_outdated', 'Old.'), /questions have changed since you opened this page/],
  [refusal(400, 'country/unknown', 'There is no such country.'), /There is no such country/],
  [refusal(500, 'unknown_error'), /Nothing was lost/],
])('[PRIV-03] a refused answer says why', async (error, text) => {
  const { user } = openPage('/privacy_center/consents/edit', answers({}, { [UPDATE]: error }), {
    user: sampleMember(),
  });
  await screen.findByRole('heading', { name: /Title of terms/ });
  await user.click(choose('analytics', 'Decline'));
  await user.click(screen.getByRole('button', { name: 'Save answers' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

it('[PRIV-02] [PRIV-03] a member who moved to another state is asked what its law wants', async () => {
  const texan = { matrix_id: 'US', country: 'US', consents: status().consents.slice(0, 1) };
  const { host, user } = openPage('/privacy_center/consents/edit', answers(texan, AMERICA(texan)), {
    user: sampleMember(),
  });
  expect(await screen.findByText(/Where you live: United States\./)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /Title of health/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change where you live' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Country'));
  await user.selectOptions(await screen.findByLabelText('State'), 'WA');
  expect(await screen.findByRole('heading', { name: /Title of health/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
  expect(sentCalls(host)[0]?.body).toMatchObject({ matrix_id: 'US-WA', country: 'US', state: 'WA' });
});

it.each([undefined, sampleMember()])(
  '[PRIV-03] where nothing else is saved, a chosen region is saved by itself, for the account or the browser, and its fields close',
  async (user) => {
    const guessed = { needs_country: true, matrix_id: 'US', country: 'US', consents: [] };
    let isSaved = false;
    const here = () => (isSaved ? status() : status(guessed));
    const page = openPage(
      '/privacy_center/manage',
      answers(
        {},
        {
          ...AMERICA(guessed),
          'GET /consents-status': here,
          [UPDATE]: () => {
            isSaved = true;
            return status();
          },
        },
      ),
      user && { user },
    );
    await page.user.selectOptions(await screen.findByLabelText('Country'), 'DE');
    expect(sentCalls(page.host)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Save where you live' }));
    await waitFor(() => expect(sentCalls(page.host)).toHaveLength(1));
    expect(sentCalls(page.host)[0]?.body).toMatchObject({ choices: {}, country: 'DE' });
    expect(await screen.findByText(/Where you live: Germany\./)).toBeTruthy();
    expect(screen.queryByLabelText('Country')).toBeNull();
    expect(page.host.notifications).toMatchObject([{ kind: 'success' }]);
  },
);

it('[PRIV-02] [PRIV-03] what was answered stays when the region changes and when somebody comes back from what declining means', async () => {
  const german = { matrix_id: 'EU1', country: 'DE' };
  const first = openPage('/privacy_center/consents/edit', answers(german, AMERICA(german)), {
    user: sampleMember(),
  });
  await screen.findByRole('heading', { name: /Title of analytics/ });
  await first.user.click(choose('analytics', 'Accept'));
  await first.user.click(choose('health', 'Decline'));
  await first.user.click(screen.getByRole('button', { name: 'Change where you live' }));
  await first.user.selectOptions(screen.getByLabelText('Country'), 'US');
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Title of analytics/ })).toBeNull());
  await first.user.selectOptions(screen.getByLabelText('State'), 'WA');
  await screen.findByRole('heading', { name: /Title of analytics/ });
  expect(choose('analytics', 'Accept')).toHaveProperty('checked', true);
  expect(choose('health', 'Decline')).toHaveProperty('checked', true);
  first.unmount();

  openPage('/privacy_center/consents/edit', answers(), { user: sampleMember(), state: staged('health') });
  await screen.findByRole('heading', { name: /Title of health/ });
  expect(choose('health', 'Decline')).toHaveProperty('checked', true);
  expect(choose('analytics', 'Accept')).toHaveProperty('checked', true);
});

it('[PRIV-02] a visitor is not asked for what an account needs', async () => {
  openPage('/privacy_center/consents/edit', answers());
  await screen.findByRole('heading', { name: /Title of health/ });
  expect(screen.queryByRole('radiogroup', { name: 'Title of terms' })).toBeNull();
});

const OUTDATED = { needs_answer: true, is_granted: false, matrix_version: 3 };

it('[PRIV-02] the page says what holds: a refusal stands, what was accepted under other words is off', async () => {
  openPage(
    '/privacy_center/consents',
    answers({
      consents: [
        answered('terms', 'required', 'accepted'),
        { ...answered('health', 'explicit', 'declined'), matrix_version: 3 },
        { ...answered('analytics', 'optional', 'accepted'), ...OUTDATED },
      ],
    }),
    { user: sampleMember() },
  );
  const item = async (id: string) =>
    (await screen.findByRole('heading', { name: new RegExp(`Title of ${id}`) })).closest('li')!.textContent;
  expect(await item('health')).toMatch(/Off.*You declined on Nov 20, 2026/);
  expect(await item('analytics')).toMatch(
    /Changed since you accepted.*Off.*You accepted on Nov 20, 2026[^.]*\. It stays off until you answer again\.$/,
  );
});

it('[PRIV-02] the history shows the words that were answered', async () => {
  const record = {
    consent_id: 'health',
    choice: 'accepted',
    matrix_id: 'EU1',
    matrix_version: 3,
    locale: 'en-us',
    screen: 'x',
    source: 'form',
    recorded_datetime: '2026-10-20T10:00:00.000Z',
    wording: { title: 'Heart', text: 'Older words.', consequence: 'Older consequence.' },
  };
  openPage('/privacy_center/consents', answers({}, { 'GET /consents-history': { records: [record] } }), {
    user: sampleMember(),
  });
  const table = await screen.findByRole('table', { name: 'Your answers' });
  expect(table.textContent).toMatch(/Heart.*EU1 3.*Older words\. If declined: Older consequence\./);
});

it('[PRIV-05] a permission that changed is asked for before the page that was wanted, also an optional one', async () => {
  const { host, user } = openPage(
    '/mobile/privacy_center/consents/edit?next=%2Fmobile%2Fworkout%2Fstats',
    answers({
      needs_answer: true,
      consents: [
        answered('terms', 'required', 'accepted'),
        answered('health', 'explicit', 'accepted'),
        { ...answered('analytics', 'optional', 'accepted'), ...OUTDATED },
      ],
    }),
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Save answers' }));
  expect(sentCalls(host)).toEqual([]);
  expect(screen.getByText('Choose one.')).toBeTruthy();
  await user.click(choose('analytics', 'Decline'));
  await user.click(screen.getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(host.navigated).toEqual(['/mobile/workout/stats']));
  expect(sentCalls(host)[0]?.body).toMatchObject({ choices: { analytics: 'declined' } });
});

it('[PRIV-04] says that the browser’s signal is honored; a visitor answers for the browser', async () => {
  const { host, user } = openPage(
    '/privacy_center/manage',
    answers({ gpc: { is_received: true, is_honoured: true } }),
  );
  expect(await screen.findByText('Opt-out request honored')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refuse all' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
  expect(screen.queryByText('Delete your account')).toBeNull();
});

it('[PRIV-04] what was allowed despite the browser’s signal is never said to be refused', async () => {
  const sale = answered('sale_share', 'opt_out', 'accepted');
  openPage(
    '/privacy_center/manage',
    answers(
      { gpc: { is_received: true, is_honoured: false }, consents: [...status().consents, sale] },
      {
        'GET /consents-matrix/EU1': {
          ...MATRIX,
          consents: [...MATRIX.consents, definition('sale_share', 'opt_out', 'nothing')],
        },
      },
    ),
  );
  expect(await screen.findByText(/You allowed it all the same/)).toBeTruthy();
  expect(screen.queryByText(/It isn’t|Opt-out request honored/)).toBeNull();
});

const staged = (...declined: string[]) => ({
  staged: {
    stagedUnconsentedList: declined,
    stagedScreenName: 'privacy_center/consents/edit',
    answers: { analytics: 'accepted', ...Object.fromEntries(declined.map((id) => [id, 'declined'])) },
    residence: null,
    next: null,
  },
});

it('[PRIV-02] declining what a feature needs shows what is lost, and counts only after that', async () => {
  const first = openPage('/privacy_center/consents/edit', answers(), { user: sampleMember() });
  await screen.findByRole('heading', { name: /Title of terms/ });
  await first.user.click(choose('health', 'Decline'));
  await first.user.click(screen.getByRole('button', { name: 'Save answers' }));
  expect(first.host.navigated.at(-1)).toBe('/privacy_center/consents/decline');
  expect(sentCalls(first.host)).toEqual([]);
  first.unmount();

  const nothing = { 'GET /health-data': healthData(NOTHING_STORED) };
  const { host, user } = openPage('/privacy_center/consents/decline', answers({}, nothing), {
    user: sampleMember(),
    state: staged('health'),
  });
  expect(await screen.findByText('Consequence of health.')).toBeTruthy();
  expect(screen.queryByText('Consequence of analytics.')).toBeNull();
  const decline = await screen.findByRole('button', { name: 'Decline' });
  expect(screen.queryByText('What is stored already')).toBeNull();
  await user.click(decline);
  await waitFor(() => expect(host.navigated).toEqual(['/privacy_center/consents']));
  expect(sentCalls(host)[0]?.body).toMatchObject({
    choices: { analytics: 'accepted', health: 'declined' },
    screen: 'privacy_center/consents/edit',
  });
});

it('[PRIV-02] whoever takes the consent for health data back chooses: hide what is stored, or delete it, counted and for good', async () => {
  const REMOVE = 'DELETE /health-data';
  const open = () =>
    openPage(
      '/privacy_center/consents/decline',
      answers({}, { 'GET /health-data': healthData(), [REMOVE]: [noAnswer(), healthData()] }),
      { user: sampleMember(), state: staged('health') },
    );
  const first = open();
  expect(await screen.findByLabelText<HTMLInputElement>(/Hide it/)).toHaveProperty('checked', true);
  await first.user.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(first.host.navigated).toEqual(['/privacy_center/consents']));
  expect(sentCalls(first.host).map(({ path }) => path)).toEqual(['/update-consents']);
  first.unmount();

  const { host, user } = open();
  await user.click(await screen.findByLabelText(/Delete it for good/));
  const list = screen.getByText('This is deleted:').parentElement!.textContent;
  for (const part of [
    /of 12 workouts/,
    /Your weight/,
    /1 set of heart rate zones/,
    /3 files/,
    /cannot be undone/,
  ])
    expect(list).toMatch(part);
  await user.click(screen.getByRole('button', { name: 'Decline and delete' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /answer is saved, but nothing was deleted yet/,
  );
  await user.click(screen.getByRole('button', { name: 'Try to delete it again' }));
  await waitFor(() => expect(host.navigated).toEqual(['/privacy_center/consents']));
  expect(sentCalls(host).map(({ method, path }) => `${method} ${path}`)).toEqual([UPDATE, REMOVE, REMOVE]);
});

it.each(['/privacy_center/consents', '/privacy_center/manage'])(
  '[PRIV-02] while hidden health data is stored %s offers to delete it, once, after a question',
  async (where) => {
    const running = { requested_datetime: '2026-11-20T10:00:00.000Z', done_datetime: null };
    const { host, user } = openPage(
      where,
      answers(
        {},
        {
          'GET /health-data': [healthData(), healthData(NOTHING_STORED, running)],
          'DELETE /health-data': healthData(NOTHING_STORED, running),
        },
      ),
      { user: sampleMember({ consents: { terms: true, health: false } }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Delete stored health data' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your health data?' }));
    expect(dialog.getByText(/of 12 workouts/)).toBeTruthy();
    expect(sentCalls(host)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText(/Your health data is being deleted\. This goes on/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete stored health data' })).toBeNull();
  },
);

it('[PRIV-02] declining what an account needs leads to one’s data and the deletion, not to a dead end', async () => {
  const { host } = openPage('/mobile/privacy_center/consents/decline', answers(), {
    user: sampleMember(),
    state: staged('terms'),
  });
  expect(await screen.findByText('There is no account without it')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download your data' }).getAttribute('href')).toBe('/account/data');
  expect(screen.getByRole('link', { name: 'Delete your account' }).getAttribute('href')).toBe(
    '/mobile/account/delete',
  );
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  expect(sentCalls(host)).toEqual([]);
});

it('[PRIV-01] opened by itself, the page of consequences leads to the consents', async () => {
  const { host } = openPage('/privacy_center/consents/decline', answers(), { user: sampleMember() });
  await waitFor(() => expect(host.navigated).toEqual(['/privacy_center/consents']));
});

it('has no text outside the translations', async () => {
  openPage('/privacy_center/consents/edit', answers(), { user: sampleMember(), locale: 'pseudo' });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByRole('radiogroup');
  for (const own of document.querySelectorAll('[data-untranslated]')) own.remove();
  expect(document.body.textContent).not.toMatch(/[a-z]/i);
});

it('[PRIV-02] links to the pages behind a consent are told apart by their words', async () => {
  const ads = {
    ...definition('sale_share', 'optional', 'nothing'),
    legal_pages: ['privacy-policy', 'cookies'],
  };
  openPage(
    '/privacy_center/consents/edit',
    answers(
      { consents: [answered('sale_share', 'optional', null)] },
      { 'GET /consents-matrix/EU1': { ...MATRIX, consents: [ads] } },
    ),
    { user: sampleMember() },
  );
  const links = await screen.findAllByRole('link', { name: /^Read / });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Read the privacy policy', '/legal/privacy-policy'],
    ['Read the cookie policy', '/legal/cookies'],
  ]);
});

it('[PRIV-02] a question without an answer is led to, however far above the button', async () => {
  const { user } = openPage(
    '/privacy_center/consents/edit',
    answers({
      consents: [answered('terms', 'required', 'accepted'), answered('health', 'explicit', null)],
    }),
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Save answers' }));
  const [error] = screen.getAllByText('Choose one.');
  const field = error!.closest('.wm-field')!;
  await waitFor(() => expect(field.contains(document.activeElement)).toBe(true));
});
