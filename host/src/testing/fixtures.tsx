import { OFFLINE_BASEMAP } from '@waymark/api-contract';
import type { SessionResponse, StartupSettings, User } from '@waymark/api-contract';
import type { ResolvedRemote } from '@waymark/contract';
import { render } from '@testing-library/react';
import type { Boot } from '../../boot.ts';
import { createApp, type App } from '../app/app.ts';
import Home from '../home/home.tsx';
import { ShellRoot } from '../shell/shell.tsx';

export const SETTINGS: StartupSettings = {
  version: '1.0.0',
  accountPortalRoot: '/account',
  appConfig: {
    siteName: 'Waymark',
    countries: ['us', 'de'],
    dataRegions: { us: 'US', de: 'EU1' },
    services: {},
    demo: false,
    mailbox: false,
    mapSources: [OFFLINE_BASEMAP],
    partners: [],
  },
  paymentConfig: { provider: 'local' },
  supportEmail: 'support@waymark.test',
  supportLink: 'https://support.waymark.test/login',
  supportLoginLink: 'https://support.waymark.test/login',
  developerLink: '/developer',
  dataExportLink: '/account/export',
  premiumPaymentKey: null,
  messages: {},
  country: 'DE',
  languageCode: 'en-us',
  webp: true,
  captcha: null,
  unlockPremium: false,
  privacyRequestLink: 'https://privacy.waymark.test/request',
  contactLink: 'https://waymark.test/contact',
  jobsLink: 'https://waymark.test/jobs',
  socialLink: 'https://social.test/waymark',
  appStoreLink: 'https://apps.test/waymark',
  playStoreLink: 'https://play.test/waymark',
  legal: {
    privacyPolicy: '/legal/privacy',
    terms: '/legal/terms',
    cookies: '/legal/cookies',
    privacyNotice: '/legal/notice',
  },
};

export const ADA = {
  id: 42,
  uacfUserId: 'u-42',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Berg',
  display_name: 'Ada Berg',
  profilePictureStatus: 'ready',
  display_measurement_system: 'metric',
  first_day_of_week: 1,
  favorite_activities: [] as number[],
} as User;

export const SIGNED_OUT_START: SessionResponse = {
  authToken: null,
  expires_in: 0,
  user: null,
  premium: null,
  rollouts: [],
  consents: null,
  deletion: null,
};
export const ADA_START: SessionResponse = {
  authToken: 'token-1',
  expires_in: 600,
  user: ADA,
  premium: { is_ad_free: false, days_remaining: 0 },
  rollouts: [{ rollout_name: 'mapping', variant_name: 'maplibre' }],
  consents: { matrix_id: 'US', matrix_version: 1, needs_answer: false, granted: ['terms', 'privacy_policy'] },
  deletion: null,
};

const NORMAL = { wide: false, reduced: false, header: true, footer: true };

/** A remote as the registry resolves it, with the patterns of its pages. */
export function remote(
  name: string,
  patterns: string[],
  layout: Partial<typeof NORMAL> = {},
): ResolvedRemote {
  return {
    name,
    version: '1.2.0',
    contract: '1.0.0',
    shared: {},
    base: `/remotes/${name}/1.2.0/`,
    entry: 'entry.js',
    integrity: 'sha256-x',
    pages: patterns.map((pattern) => ({
      pattern,
      guard: 'none',
      layout: { ...NORMAL, ...layout },
      firstCalls: [],
    })),
  };
}

export function bootOf(changes: Partial<Boot> = {}): Boot {
  return {
    settings: SETTINGS,
    session: SIGNED_OUT_START,
    locale: 'en-us',
    remotes: [
      {
        ...remote('mfe-workouts', ['/dashboard', '/workout/:workoutId(\\d+)', '/workout/stats']),
        title: 'Workouts',
      },
      remote('mfe-auth', ['/auth/login', '/auth/signup'], { reduced: true }),
    ],
    page: { status: 200, remote: null, layout: NORMAL },
    release: 'release-1',
    ...changes,
  };
}

/** Renders the whole shell at an address, as the first script does. */
export function renderShellAt(address: string, changes: Partial<Boot> = {}, links: App['links'] = {}) {
  const app = createApp(bootOf(changes), address);
  Object.assign(app.links, links);
  return { app, ...render(<ShellRoot app={app} home={Home} />) };
}

/** jsdom has no modal dialogs: open and close as a browser does, without the focus trap. */
export function installDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
