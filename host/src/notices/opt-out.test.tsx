import type { ConsentStatus } from '@waymark/api-contract';
import { installHost, type HostEngine } from '@waymark/contract/host';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedInAs } from '../app/session-state.ts';
import { ADA, renderShellAt } from '../testing/fixtures.tsx';
import { createOptOut } from './opt-out.ts';

const STATUS = {
  matrix_id: 'US-CA',
  matrix_version: 3,
  shows_do_not_sell: true,
  gpc: { is_received: false, is_honoured: false },
  consents: [{ id: 'analytics', is_granted: true }],
} as ConsentStatus;

function open(answer: () => unknown, status: Partial<ConsentStatus> = {}) {
  const asked: { path: string; params?: unknown }[] = [];
  const sent: unknown[] = [];
  installHost({
    http: () => ({
      get: async (path: string, options?: { params?: unknown }) => {
        asked.push({ path, params: options?.params });
        return { ...STATUS, ...status };
      },
      post: async (_path: string, body: unknown) => {
        sent.push(body);
        return answer();
      },
    }),
    events: { publish: () => {}, subscribe: () => () => {} },
  } as unknown as HostEngine);
  const { app } = renderShellAt('/error/notfound');
  const optOut = createOptOut(app);
  app.links.answerSale = optOut.answer;
  act(() => optOut.start());
  return { app, asked, sent, optOut };
}
const region = () => screen.findByRole('region', { name: 'Your privacy choices' });

beforeEach(() => localStorage.clear());

it('[PRIV-04] a visitor refuses with one click, which is recorded for this browser and its matrix', async () => {
  const { asked, sent } = open(() => STATUS);
  await region();
  expect(asked[0]).toEqual({
    path: '/consents-status',
    params: { user_locale: 'en-us' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Do not sell or share' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your privacy choices' })).toBeNull());
  expect(sent).toEqual([
    {
      matrix_id: 'US-CA',
      matrix_version: 3,
      choices: { sale_share: 'declined' },
      locale: 'en-us',
      screen: 'do_not_sell_banner',
    },
  ]);
});

it('[PRIV-04] a refusal that could not be recorded keeps the banner and says so', async () => {
  open(() => {
    throw new Error('down');
  });
  await region();
  await userEvent.click(screen.getByRole('button', { name: 'Do not sell or share' }));
  expect(await screen.findByText(/That didn’t work\. Try again/)).toBeTruthy();
});

it('[PRIV-04] keeping the sharing is an answer, too: it is recorded, and asked again only once its meaning changed', async () => {
  const { sent, app } = open(() => STATUS);
  await region();
  await userEvent.click(screen.getByRole('button', { name: 'Keep sharing' }));
  await waitFor(() => expect(app.optOut.get()).toBeNull());
  expect(sent).toMatchObject([{ choices: { sale_share: 'accepted' } }]);
  expect(localStorage).toHaveLength(0);
});

it('[PRIV-04] a Global Privacy Control signal shows no banner but that it is honored', async () => {
  open(() => STATUS, { gpc: { is_received: true, is_honoured: true }, shows_do_not_sell: false });
  expect(await screen.findByText(/Opt-out request honored/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Your privacy choices' })).toBeNull();
});

it('[PRIV-04] the lasting link follows what the status says', async () => {
  open(() => STATUS, { shows_do_not_sell: false, shows_privacy_choices: true });
  expect(await screen.findByRole('link', { name: 'Your Privacy Choices' })).toBeTruthy();
});

it('[PRIV-02] analytics wait for the consent and follow it; a member is asked for by account', async () => {
  const { app, asked } = open(() => STATUS, { consents: [{ id: 'analytics', is_granted: false }] as never });
  expect(app.mayTrack.get()).toBeNull();
  await waitFor(() => expect(app.mayTrack.get()).toBe(false));
  act(() => app.session.set(signedInAs(ADA, null)));
  await waitFor(() => expect(asked.at(-1)?.params).toEqual({ user_locale: 'en-us' }));
});
