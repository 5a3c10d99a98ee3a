import { SERVICE_BASES, type StartupSettings } from '@waymark/api-contract';

/** What a page gets while the API has never answered since the edge started: enough for header, footer and retry. */
export const FALLBACK_SETTINGS: StartupSettings = {
  version: '0',
  accountPortalRoot: '/account',
  appConfig: {
    siteName: 'Waymark',
    countries: [],
    dataRegions: {},
    services: { ...SERVICE_BASES },
    demo: false,
    mailbox: false,
  },
  paymentConfig: { provider: 'local' },
  supportEmail: '',
  supportLink: '/privacy_center/help',
  developerLink: '/developer',
  dataExportLink: '/account/settings',
  premiumPaymentKey: null,
  messages: {},
  country: null,
  languageCode: 'en-us',
  webp: true,
  captcha: null,
  unlockPremium: false,
  privacyRequestLink: null,
  contactLink: '/privacy_center/help',
  jobsLink: '/',
  socialLink: '/',
  appStoreLink: null,
  playStoreLink: null,
  legal: { privacyPolicy: '/', terms: '/', cookies: '/', privacyNotice: '/' },
};
