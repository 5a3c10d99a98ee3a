import { z } from 'zod';
import type { Call } from './common.ts';
import { platformEndpoints, geoEndpoints } from './endpoints/members.ts';

/** Map types of the specification. Only those with a configured source are offered; `roadmap` always has one. */
export const MapType = z.enum(['roadmap', 'terrain', 'satellite', 'hybrid', 'OSM', 'USA_TOPO', 'WORLD_TOPO']);
export type MapType = z.infer<typeof MapType>;

/** Where a map's background comes from. `url` holds {z}, {x} and {y}. */
export const MapSourceSetting = z.object({
  type: MapType,
  /** `vector` takes tiles with the layers land, countries, states and places; `raster` takes pictures. */
  kind: z.enum(['vector', 'raster']),
  url: z.string(),
  /** The same in the colours of the dark scheme, of `raster`; pictures without one are dimmed there. */
  darkUrl: z.string().optional(),
  maxZoom: z.number().int().min(0).max(24),
  /** Plain text shown in the corner of the map. */
  attribution: z.string(),
  /** The shape of the land, drawn over it: addresses of pictures of shading and of vector tiles of contour lines. */
  relief: z.object({ shading: z.string(), contours: z.string() }).optional(),
});
export type MapSourceSetting = z.infer<typeof MapSourceSetting>;

/** Coasts, borders and cities that come along with the site: works without any other server. */
export const OFFLINE_BASEMAP: MapSourceSetting = {
  type: 'roadmap',
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth · GeoNames',
};

/** A partner whose app shows pages of this site: a code for the address, and who may frame them. */
export const PartnerSetting = z.object({
  code: z.string().regex(/^[a-z][a-z0-9-]*$/, 'A partner code has small letters, digits and hyphens.'),
  name: z.string(),
  /** Origins like `https://app.hotel.example`. */
  origins: z.array(z.string()),
});
export type PartnerSetting = z.infer<typeof PartnerSetting>;

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
    /** Chat apps that members log in with; none unless given. */
    chatApps: z.array(z.object({ channel: z.string(), name: z.string() })).optional(),
    /** Backgrounds of maps, the first of each type; never empty. */
    mapSources: z.array(MapSourceSetting).min(1),
    partners: z.array(PartnerSetting),
  }),
  paymentConfig: z.object({ provider: z.string() }),
  supportEmail: z.string(),
  supportLink: z.string(),
  /** The external support login of the profile menu: a navigation that hands the member over to the help desk. */
  supportLoginLink: z.string(),
  developerLink: z.string(),
  dataExportLink: z.string(),
  premiumPaymentKey: z.string().nullable(),
  messages: z.record(z.string(), z.string()),
  country: z.string().nullable(),
  languageCode: z.string(),
  webp: z.boolean(),
  /** `scriptUrl` is loaded with the site key by pages that ask the captcha. */
  captcha: z.object({ siteKey: z.string(), scriptUrl: z.url() }).nullable(),
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
  settings: { ...platformEndpoints.settings, summary: 'Startup settings', response: StartupSettings },
  rollouts: {
    ...platformEndpoints.rollouts,
    summary: 'Feature variants of the caller',
    response: RolloutList,
  },
} satisfies Record<keyof typeof platformEndpoints, Call>;

const Code = z.object({ en: z.string().nullable() });

/** Where a visitor seems to be, in the form the footer reads. Null where it is not known. */
export const GeoLookup = z.object({ CountryISOCode: Code, StateISOCode: Code });
export type GeoLookup = z.infer<typeof GeoLookup>;

export const geoCalls = {
  lookup: { ...geoEndpoints.lookup, summary: 'Country and state of the caller', response: GeoLookup },
} satisfies Record<keyof typeof geoEndpoints, Call>;
