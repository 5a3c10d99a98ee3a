import type { Workout } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import {
  expectFailureAt,
  expectOneKey,
  installTestHost,
  renderPage,
  type TestCall,
} from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addZoneDraft, checkZoneDrafts, createZoneDrafts, zonesOfDrafts } from '@waymark/units';
import { sampleStreams } from '../../testing/recording.ts';
import { sampleUser, sampleWorkout } from '../../testing/samples.ts';
import { validFrom } from './apply-from.tsx';
import { PowerSection } from './power-section.tsx';
import { powerZones } from './power-zones.ts';
import { ThresholdDialog } from './threshold-dialog.tsx';
import { ZoneBars } from './zone-bars.tsx';
import { ZonesDialog } from './zones-dialog.tsx';

const ZONES = [
  { name: 'zone1', start: 0, end: 108 },
  { name: 'zone2', start: 109, end: 125 },
  { name: 'Threshold', start: 126, end: 180 },
];
const close = jest.fn();

function show(dialog: React.ReactNode, answer: (call: TestCall) => unknown) {
  close.mockClear();
  const host = installTestHost(answer, { user: sampleUser() });
  renderPage(dialog);
  return host;
}
const sets = (heart_rate_zones: unknown[]) => ({ _embedded: { heart_rate_zones }, total_count: 1 });
const showZones = (answer: (call: TestCall) => unknown = () => sets([]), over: Partial<Workout> = {}) =>
  show(<ZonesDialog open workout={sampleWorkout({ hrZones: ZONES, ...over })} onClose={close} />, answer);
const end = (number: number) => screen.getByRole('textbox', { name: `Zone ${number} ends at` });
const write = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

it('[ACCT-06] zones are changed by where they end, and the next one follows', async () => {
  const host = showZones();
  await write(end(1), '115');
  expect(screen.getByText('116 –')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save zones' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(host.calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/heart_rate_zones/',
    body: {
      zones: [
        { name: 'zone1', start: 0, end: 115 },
        { name: 'zone2', start: 116, end: 125 },
        { name: 'Threshold', start: 126, end: 180 },
      ],
    },
  });
  expect(host.notifications[0]!.text).toBe('Your zones are saved.');
});

it('[ACCT-06] zones apply from now on, from this workout on, or to all', async () => {
  const host = showZones();
  await userEvent.click(screen.getByRole('radio', { name: 'From this workout on' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save zones' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  const { body } = host.calls.find(({ method }) => method === 'POST')!;
  const { valid_from: from } = body as { valid_from: string };
  expect(new Date(from).getTime()).toBeLessThan(new Date('2026-11-20T12:00:00.000Z').getTime());
  expect(validFrom('now', '2026-11-20T12:00:00.000Z')).toEqual({});
  expect(validFrom('always', '2026-11-20T12:00:00.000Z')).toEqual({ valid_from: '1970-01-01T00:00:00.000Z' });
});

it('[ACCT-06] limits that cannot be are answered with a sentence each, and nothing is sent', async () => {
  const host = showZones();
  await write(end(1), '300');
  await write(end(2), '90');
  await userEvent.clear(end(3));
  await userEvent.click(screen.getByRole('button', { name: 'Save zones' }));
  expect(await screen.findByText('A heart rate is at most 250.')).toBeTruthy();
  expect(screen.getByText('This zone has to end above 301.')).toBeTruthy();
  expect(screen.getByText('Write a whole number of beats.')).toBeTruthy();
  expect(host.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('[ACCT-06] zones can be added, named and taken away, two at least', async () => {
  showZones();
  await userEvent.click(screen.getByRole('button', { name: 'Add a zone' }));
  expect((end(4) as HTMLInputElement).value).toBe('190');
  await userEvent.click(screen.getByRole('button', { name: 'Remove zone 2' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Zone 2' }).value).toBe('Threshold');
  await userEvent.click(screen.getByRole('button', { name: 'Remove zone 3' }));
  expect(screen.queryByRole('button', { name: /Remove zone/ })).toBeNull();
});

it('[ACCT-06] what was set before is listed, and can be deleted', async () => {
  const host = showZones(({ method }) =>
    method === 'DELETE'
      ? undefined
      : sets([
          { id: 61, created_datetime: '2026-03-01T12:00:00.000Z', is_default: false, zones: ZONES },
          { id: null, created_datetime: null, is_default: true, zones: ZONES },
        ]),
  );
  expect(await screen.findByText(/Since Mar 01, 2026: 108 · 125 · 180/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Delete what was set/ }));
  await waitFor(() => expect(host.calls.map(({ path }) => path)).toContain('/heart_rate_zones/61/'));
});

it('[ACCT-06] a failure keeps the dialog and what was typed', async () => {
  showZones(({ method }) => {
    if (method === 'POST') throw new ApiError(0, '', null);
    return sets([]);
  });
  await write(end(3), '190');
  await userEvent.click(screen.getByRole('button', { name: 'Save zones' }));
  expect(await screen.findByText(/Nothing was lost/)).toBeTruthy();
  expect((end(3) as HTMLInputElement).value).toBe('190');
  expect(close).not.toHaveBeenCalled();
});

it('[ACCT-06] the limits of zones as typed become zones without a gap', () => {
  const drafts = addZoneDraft(createZoneDrafts(ZONES));
  expect(drafts.map(({ name, end: top }) => [name, top])).toEqual([
    ['', '108'],
    ['', '125'],
    ['Threshold', '180'],
    ['', '190'],
  ]);
  expect(checkZoneDrafts(drafts)).toEqual([null, null, null, null]);
  expect(zonesOfDrafts(drafts).map(({ start }) => start)).toEqual([0, 109, 126, 181]);
});

// Ten minutes each at 100, 200 and 400 W.
const ride = sampleStreams(1800, { power: (i) => (i <= 600 ? 100 : i <= 1200 ? 200 : 400) });

it('[WORK-13] the seven power zones are parts of the threshold power', () => {
  const zones = powerZones(ride, 250);
  expect(zones.map(({ from, to }) => [from, to])).toEqual([
    [0, 138],
    [139, 188],
    [189, 225],
    [226, 263],
    [264, 300],
    [301, 375],
    [376, null],
  ]);
  expect(zones.map(({ seconds }) => seconds)).toEqual([600, 0, 600, 0, 0, 0, 600]);
});

function showPower(over: Partial<Workout>, answer: (call: TestCall) => unknown = () => undefined) {
  return show(<PowerSection workout={sampleWorkout(over)} streams={ride} />, answer);
}

it('[WORK-13] time in power zones is shown, hardest on top', () => {
  showPower({ threshold_power: 250 });
  const rows = within(screen.getByRole('region', { name: 'Power zones' })).getAllByRole('listitem');
  expect(rows).toHaveLength(7);
  expect(rows[0]!.textContent).toContain('Sprint376 W and above10:0033 %');
  expect(rows[6]!.textContent).toContain('Recoveryup to 138 W10:00');
});

it('[WORK-13] without a threshold power it is said what to do, and setting it is at hand', async () => {
  const host = showPower({ threshold_power: null }, ({ method }) =>
    method === 'GET' ? { _embedded: { threshold_powers: [] }, total_count: 0 } : undefined,
  );
  expect(screen.getByText(/Set your threshold power to see/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Set threshold power' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your threshold power' }));
  // The best 20 minutes are half at 200 and half at 400 W.
  expect(dialog.getByText(/point to 285 W/)).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox'), '20');
  await userEvent.click(dialog.getByRole('button', { name: 'Save threshold' }));
  expect(await dialog.findByText('Threshold power is between 30 and 700 watts.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox'), '5');
  await userEvent.click(dialog.getByRole('button', { name: 'Save threshold' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(host.calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/threshold_power/',
    body: { watts: 205, valid_from: '1970-01-01T00:00:00.000Z' },
  });
});

it('[SESS-06] [WORK-13] a threshold whose answer was lost is saved under the same key, also with other watts', async () => {
  let isLost = true;
  const host = show(
    <ThresholdDialog open workout={sampleWorkout()} twentyMinutes={null} onClose={close} />,
    ({ method }) => {
      if (method === 'GET') return { _embedded: { threshold_powers: [] }, total_count: 0 };
      if (isLost) throw new ApiError(0, 'network', null);
      return undefined;
    },
  );
  const watts = screen.getByRole('textbox', { name: 'Threshold power' });
  await write(watts, '250');
  await userEvent.click(screen.getByRole('button', { name: 'Save threshold' }));
  await expectFailureAt('Save threshold', /couldn’t reach Waymark/);
  isLost = false;
  await write(watts, '260');
  await userEvent.click(screen.getByRole('button', { name: 'Save threshold' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  const sent = host.calls.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => (body as { watts: number }).watts)).toEqual([250, 260]);
  expectOneKey(sent);
});

it('[WORK-13] nobody else is told of power zones', () => {
  showPower({ threshold_power: null, user: { id: 9, display_name: 'Kim', username: 'kim' } });
  expect(screen.queryByRole('region')).toBeNull();
});

it('earlier thresholds are listed', async () => {
  show(<ThresholdDialog open workout={sampleWorkout()} twentyMinutes={null} onClose={close} />, () => ({
    _embedded: { threshold_powers: [{ id: 3, watts: 240, created_datetime: '1970-01-01T00:00:00.000Z' }] },
    total_count: 1,
  }));
  expect(await screen.findByText('Always: 240 W')).toBeTruthy();
});

it('[ACCT-06] the bar of a zone is as long as its share of the time', () => {
  const zones = [19, 81].map((seconds, i) => ({ key: i, name: `Z${i + 1}`, limits: '', seconds }));
  const { container } = renderPage(<ZoneBars zones={zones} colour="--wm-blaze" />);
  const bars = [...container.querySelectorAll<HTMLElement>('[aria-hidden] > *')];
  expect(bars.map(({ style }) => style.width)).toEqual(['81%', '19%']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Z2.*81.%$/),
    expect.stringMatching(/^Z1.*19.%$/),
  ]);
});
