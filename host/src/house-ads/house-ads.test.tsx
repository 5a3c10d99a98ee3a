import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HouseAd } from '@waymark/api-contract';
import { installHost, type HostEngine } from '@waymark/contract/host';
import type { Boot } from '../../boot.ts';
import { ADA_START, remote, renderShellAt, SETTINGS, SIGNED_OUT_START } from '../testing/fixtures.tsx';
import { followHouseAds } from './follow-house-ads.ts';

const AD: HouseAd = {
  title: 'Trail weekend',
  text: 'Two days in the hills.',
  label: 'See the dates',
  href: '/challenges',
  image: { url: '/services/house-ads/images/0123456789abcdef', alt: '' },
};
const ROLLOUTS = [{ rollout_name: 'ads', variant_name: 'enabled' }];
const START = { ...ADA_START, rollouts: ROLLOUTS };
const PREMIUM = { is_ad_free: true, days_remaining: 30 };

function open(
  changes: Partial<Boot> = {},
  { ad = AD, at = '/dashboard' }: { ad?: HouseAd | null; at?: string } = {},
) {
  const asked: { path: string; options: unknown }[] = [];
  const track = jest.fn();
  installHost({
    http: () => ({
      get: async (path: string, options: unknown) => {
        asked.push({ path, options });
        return { ad };
      },
    }),
    events: { publish: () => {}, subscribe: () => () => {} },
  } as unknown as HostEngine);
  const { app, container } = renderShellAt(at, { session: START, ...changes }, { track });
  act(() => followHouseAds(app));
  return { app, asked, track, place: () => container.querySelector('.wm-h-ad-place') };
}
const card = () => screen.queryByRole('complementary', { name: 'Ad' });

beforeEach(() => localStorage.clear());

it('[HOST-24] a member without premium sees one ad below the page, marked as one, in a place that was there before', async () => {
  const { asked, place, track } = open();
  expect(place()).not.toBeNull();
  await waitFor(() => expect(card()).not.toBeNull());
  expect(screen.getByText('Trail weekend')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the dates' }).getAttribute('href')).toBe('/challenges');
  expect(screen.getByRole('link', { name: 'Go ad-free' }).getAttribute('href')).toBe('/mvp');
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked)).not.toMatch(/device/);
  expect(track).not.toHaveBeenCalled();
});

it.each([
  ['to visitors', { session: { ...SIGNED_OUT_START, rollouts: ROLLOUTS } }],
  ['to members who are ad-free', { session: { ...START, premium: PREMIUM } }],
  ['to members of whom that is not known', { session: { ...START, premium: null } }],
  ['without the rollout', { session: ADA_START }],
  [
    'under another variant of it',
    { session: { ...START, rollouts: [{ rollout_name: 'ads', variant_name: 'none' }] } },
  ],
  [
    'before consents are answered',
    { session: { ...START, consents: { ...START.consents!, needs_answer: true } } },
  ],
])('[HOST-24] no ad is asked for nor shown %s', (_who, changes) => {
  const { asked, place } = open(changes);
  expect(place()).toBeNull();
  expect(asked).toEqual([]);
});

it('[HOST-24] pages of a payment, full-screen pages and pages of the host have no ad', () => {
  const paying = remote('mfe-premium', ['/premium/checkout']);
  for (const page of paying.pages) page.payment = true;
  expect(open({ remotes: [paying] }, { at: '/premium/checkout' }).place()).toBeNull();
  expect(open({ remotes: [remote('mfe-x', ['/x'], { footer: false })] }, { at: '/x' }).place()).toBeNull();
  expect(open({ settings: SETTINGS }, { at: '/error/notfound' }).place()).toBeNull();
});

it('[HOST-24] the ad goes at once when premium begins', async () => {
  const { app, place } = open();
  await waitFor(() => expect(card()).not.toBeNull());
  act(() => app.session.set((before) => ({ ...before, premium: PREMIUM })));
  expect(place()).toBeNull();
});

it('[HOST-24] an ad that was hidden stays away for a week', async () => {
  const first = open();
  await waitFor(() => expect(card()).not.toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Hide this ad' }));
  expect(first.place()).toBeNull();
  const second = open();
  expect(second.asked).toEqual([]);
  expect(second.place()).toBeNull();
});

it('[HOST-24] where there is no ad the place stays empty and nothing moves; other sites get no referrer', async () => {
  const { place, asked } = open({}, { ad: null });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(place()?.childElementCount).toBe(0);
  open({}, { ad: { ...AD, href: 'https://shop.example/shoes' } });
  const link = await screen.findByRole('link', { name: 'See the dates' });
  expect(link.getAttribute('rel')).toBe('sponsored noopener noreferrer');
  expect(link.getAttribute('referrerpolicy')).toBe('no-referrer');
});
