import { z } from 'zod';
import { type Call } from './common.ts';

/** What the host needs to know before it starts; never baked into the build. */
export const StartupSettings = z.object({
  version: z.string(),
  accountPortalRoot: z.string(),
  appConfig: z.object({
    siteName: z.string(),
    countries: z.array(z.string()),
    dataRegions: z.record(z.string(), z.enum(['US', 'EU1', 'EU2'])),
    services: z.record(z.string(), z.string()),
    demo: z.boolean(),
    mailbox: z.boolean(),
  }),
  paymentConfig: z.object({ provider: z.string() }),
  supportEmail: z.string(),
  supportLink: z.string(),
  developerLink: z.string(),
  dataExportLink: z.string(),
  premiumPaymentKey: z.string().nullable(),
  messages: z.record(z.string(), z.string()),
  country: z.string().nullable(),
  languageCode: z.string(),
  webp: z.boolean(),
  captcha: z.object({ siteKey: z.string() }).nullable(),
  unlockPremium: z.boolean(),
  privacyRequestLink: z.string().nullable(),
  contactLink: z.string(),
  jobsLink: z.string(),
  socialLink: z.string(),
  appStoreLink: z.string().nullable(),
  playStoreLink: z.string().nullable(),
  legal: z.object({
    privacyPolicy: z.string(),
    terms: z.string(),
    cookies: z.string(),
    privacyNotice: z.string(),
  }),
});
export type StartupSettings = z.infer<typeof StartupSettings>;

export const Rollout = z.object({ rollout_name: z.string(), variant_name: z.string() });
export type Rollout = z.infer<typeof Rollout>;
export const RolloutList = z.object({ rollouts: z.array(Rollout) });

export const platformCalls = {
  settings: { method: 'GET', path: '/settings', summary: 'Startup settings', response: StartupSettings },
  rollouts: {
    method: 'GET',
    path: '/rollouts',
    summary: 'Feature variants of the caller',
    response: RolloutList,
  },
} satisfies Record<string, Call>;
