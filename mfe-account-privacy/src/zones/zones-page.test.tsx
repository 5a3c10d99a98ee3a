import { screen, waitFor } from '@testing-library/react';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const AT = '/account/zones';
const ZONES = [
  { name: 'zone1', start: 0, end: 108 },
  { name: 'zone2', start: 109, end: 125 },
  { name: 'zone3', start: 126, end: 180 },
];
const answers = {
  'GET /heart_rate_zones/': {
    _embedded: {
      heart_rate_zones: [
        { id: 3, created_datetime: '2026-03-01T10:00:00.000Z', is_default: false, zones: ZONES },
      ],
    },
    total_count: 1,
  },
  'GET /threshold_power/': {
    _embedded: { threshold_powers: [{ id: 4, watts: 250, created_datetime: '1970-01-01T00:00:00.000Z' }] },
    total_count: 1,
  },
  'POST /heart_rate_zones/': {},
  'POST /threshold_power/': {},
  'DELETE /heart_rate_zones/3/': undefined,
};

it('[ACCT-06] zones are changed for workouts from now on or for all', async () => {
  const { host, user } = openPage(AT, answers, { user: sampleMember() });
  const end = await screen.findByLabelText('Zone 2 ends at');
  await user.clear(end);
  await user.type(end, '130');
  await user.click(screen.getByRole('button', { name: 'Save zones' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
  expect(sentCalls(host)[0]?.body).toEqual({
    zones: [
      { name: 'zone1', start: 0, end: 108 },
      { name: 'zone2', start: 109, end: 130 },
      { name: 'zone3', start: 131, end: 180 },
    ],
  });
  await user.click(screen.getAllByLabelText('For all workouts, earlier ones too')[0]!);
  await user.click(screen.getByRole('button', { name: 'Save zones' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(2));
  expect(sentCalls(host)[1]?.body).toMatchObject({ valid_from: '1970-01-01T00:00:00.000Z' });
});

it('[ACCT-06] limits that overlap are refused beside the zone', async () => {
  const { host, user } = openPage(AT, answers, { user: sampleMember() });
  const end = await screen.findByLabelText('Zone 2 ends at');
  await user.clear(end);
  await user.type(end, '100');
  await user.click(screen.getByRole('button', { name: 'Save zones' }));
  expect(screen.getByText('This zone has to end above 109.')).toBeTruthy();
  expect(sentCalls(host)).toEqual([]);
});

it('[ACCT-06] shows what was set before and takes it back; power has its limits', async () => {
  const { host, user } = openPage(AT, answers, { user: sampleMember() });
  expect(await screen.findByText('Since Mar 01, 2026: 108 · 125 · 180')).toBeTruthy();
  expect(screen.getByText('Always: 250 W')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete zones: Since Mar 01, 2026' }));
  const watts = screen.getByLabelText('Threshold power');
  await user.clear(watts);
  await user.type(watts, '701');
  await user.click(screen.getByRole('button', { name: 'Save threshold' }));
  expect(screen.getByText('Threshold power is between 30 and 700 watts.')).toBeTruthy();
  await user.clear(watts);
  await user.type(watts, '260');
  await user.click(screen.getByRole('button', { name: 'Save threshold' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(2));
  expect(sentCalls(host).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /heart_rate_zones/3/',
    'POST /threshold_power/',
  ]);
});

it('[PRIV-02] [ACCT-06] zones are neither shown nor asked for without the consent for health data, and a line leads to the choice', async () => {
  const { host } = openPage(AT, {}, { user: sampleMember({ consents: { health: false } }) });
  expect(await screen.findByText('Zones need your consent for health data')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Change your answer in a new tab' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  expect(host.calls).toEqual([]);
});

it('[PRIV-02] [ACCT-06] zones that the server refuses, since the consent was taken back elsewhere, stay as they were typed', async () => {
  const member = sampleMember();
  const { user } = openPage(
    AT,
    {
      ...answers,
      'POST /heart_rate_zones/': refusal(403, 'health_consent_needed', 'Not without consent.', {
        zones: 'Not without consent.',
      }),
    },
    { user: member, reloadedUser: { ...member, consents: { health: false } } },
  );
  const end = await screen.findByLabelText<HTMLInputElement>('Zone 2 ends at');
  await user.clear(end);
  await user.type(end, '130');
  await user.click(screen.getByRole('button', { name: 'Save zones' }));
  expect(await screen.findByText('Not without consent.')).toBeTruthy();
  expect(await screen.findByText('Zones need your consent for health data')).toBeTruthy();
  expect(end.value).toBe('130');
  expect(document.contains(end)).toBe(true);
});

it.each([
  ['Save zones', 'POST /heart_rate_zones/'],
  ['Save threshold', 'POST /threshold_power/'],
])(
  '[SESS-06] [ACCT-06] “%s” without an answer is saved again under the same key',
  async (button, address) => {
    const { host, user } = openPage(
      AT,
      { ...answers, [address]: [noAnswer(), {}] },
      { user: sampleMember() },
    );
    await user.click(await screen.findByRole('button', { name: button }));
    await expectFailureAt(button, /couldn’t reach Waymark/);
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(host.notifications).toHaveLength(1));
    expectOneKey(sentCalls(host));
  },
);
