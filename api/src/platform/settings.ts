import { countriesOf, dataRegionOf } from '../members/geo/countries.ts';
import {
  elevationCalls,
  type MapSourceSetting,
  platformCalls,
  SERVICE_BASES,
  type StartupSettings,
  SUPPORT_LOGIN_PATH,
} from '@waymark/api-contract';
import { hasTerrain } from '../maps/elevation/sources.ts';
import { countryOfVisitor } from '../members/geo/geoip.ts';
import { hasMailbox } from '../kernel/mail/mail.ts';
import { partnersOf } from '../maps/partners/partners.ts';
import type { Env } from '../kernel/server/env.ts';
import { route } from '../kernel/server/route.ts';
import { VERSION } from '../kernel/server/version.ts';

const tiles = (path: string): string =>
  SERVICE_BASES.elevation + path.replaceAll(/:([zxy])/g, (_, name: string) => `{${name}}`);

/**
 * The backgrounds of maps: those of the operator and, where heights are configured, the road map with the shape of the
 * land as terrain. A terrain of the operator's own stays.
 */
export function mapSourcesOf(env: Env): MapSourceSetting[] {
  const sources = env.MAP_SOURCES;
  const roadmap = sources.find(({ type }) => type === 'roadmap');
  if (!roadmap || !hasTerrain(env) || sources.some(({ type }) => type === 'terrain')) return sources;
  const attribution = [roadmap.attribution, env.ELEVATION_ATTRIBUTION].filter(Boolean).join(' · ');
  const relief = {
    shading: tiles(elevationCalls.shadingTile.path),
    contours: tiles(elevationCalls.contourTile.path),
  };
  return [...sources, { ...roadmap, type: 'terrain', attribution, relief }];
}

/** What the host needs to know before it starts. Nothing here is secret. */
export function settingsOf(env: Env, visitor: { country: string | null; webp: boolean }): StartupSettings {
  const countries = countriesOf(env);
  return {
    version: VERSION,
    accountPortalRoot: env.SITE_URL.replace(/\/$/, ''),
    appConfig: {
      siteName: 'Waymark',
      countries,
      dataRegions: Object.fromEntries(countries.map((country) => [country, dataRegionOf(country)])),
      services: { ...SERVICE_BASES },
      demo: env.DEMO ?? false,
      mailbox: hasMailbox(env),
      chatApps: env.CHAT_APPS.map(({ channel, name }) => ({ channel, name })),
      mapSources: mapSourcesOf(env),
      partners: partnersOf(env).map(({ code, name, origins }) => ({ code, name, origins })),
    },
    paymentConfig: { provider: env.STRIPE_SECRET_KEY ? 'stripe' : 'local' },
    supportEmail: env.SUPPORT_EMAIL,
    supportLink: env.SUPPORT_LINK,
    developerLink: '/developer',
    supportLoginLink: env.SUPPORT_LOGIN_URL ? SUPPORT_LOGIN_PATH : env.SUPPORT_LINK,
    dataExportLink: env.DATA_EXPORT_LINK,
    premiumPaymentKey: env.STRIPE_SECRET_KEY ? (env.STRIPE_PUBLISHABLE_KEY ?? null) : null,
    messages: {},
    country: visitor.country,
    languageCode: env.LANGUAGE_CODE,
    webp: visitor.webp,
    captcha: env.RECAPTCHA_SITE_KEY
      ? { siteKey: env.RECAPTCHA_SITE_KEY, scriptUrl: env.RECAPTCHA_SCRIPT_URL }
      : null,
    unlockPremium: env.UNLOCK_PREMIUM ?? false,
    privacyRequestLink: env.PRIVACY_REQUEST_LINK,
    contactLink: env.SUPPORT_LINK,
    jobsLink: env.JOBS_LINK,
    socialLink: env.SOCIAL_LINK,
    appStoreLink: env.APP_STORE_LINK ?? null,
    playStoreLink: env.PLAY_STORE_LINK ?? null,
    legal: {
      privacyPolicy: env.PRIVACY_POLICY_LINK,
      terms: env.TERMS_LINK,
      cookies: env.COOKIE_POLICY_LINK,
      privacyNotice: env.PRIVACY_NOTICE_LINK,
    },
  };
}

export const settingsHandler = route<typeof platformCalls.settings>({
  call: platformCalls.settings,
  access: 'anyone',
  lenient: true,
  handler: ({ context, request }) =>
    Promise.resolve(
      settingsOf(context.env, {
        country: countryOfVisitor(request),
        webp: request.headers.accept?.includes('image/webp') ?? false,
      }),
    ),
});
