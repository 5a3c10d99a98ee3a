import { isIP } from 'node:net';
import { operatorLink } from '@waymark/api-contract/outside-address';
import { z } from 'zod';
import { readChatApps } from './chat-apps.ts';
import { readConnectedServices } from './connected-services.ts';
import { readMapSources } from './map-sources.ts';
import { KNOWN_PUSH_SERVICES, readPushServices } from './push-services.ts';

/** Stands behind a link of a page: whatever else it began with, a press would run it. */
const Link = z
  .string()
  .refine(
    (text) => text === '' || operatorLink(text) !== null,
    'begins with https://, http://, mailto:, tel: or, for a page of this site, /.',
  );

const flag = z.enum(['true', 'false', '1', '0', '']).transform((v) => v === 'true' || v === '1');

function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/');
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    /^\d+$/.test(prefix) &&
    Number(prefix) <= (isIP(address) === 6 ? 128 : 32)
  );
}

/** Every variable that the API reads. docs/configuration.md is made from the descriptions. */
export const apiEnvSchema = z.object({
  API_HOST: z.string().default('127.0.0.1').describe('Address the API listens on'),
  API_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4001)
    .describe('Port the API listens on; 0 takes a free one'),
  EDGE_ADDRESSES: z
    .string()
    .default('127.0.0.0/8, ::1')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (entries) => entries.every(isNetwork),
      'Addresses such as 10.0.0.5, or networks in which nobody but the edge reaches the API.',
    )
    .describe(
      'Where the edge calls the API from: addresses and networks, separated by commas or spaces, also of proxies between both. Only they are believed about the address of a visitor, so list a network only where nobody else in it reaches the API; set it where the edge runs on another machine or in another container',
    ),
  SITE_URL: z
    .url()
    .default('http://localhost:4000')
    .describe('Public address of the site, used in mails and redirects'),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .describe(
      'Names besides that of SITE_URL that site and API answer to, separated by spaces, for instance that of the API in a container network; * for every name. /livez and /readyz answer to every name',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder for the embedded database, uploads and the registry'),
  DATABASE_URL: z
    .string()
    .optional()
    .transform((url) => (url?.trim() ? url.trim() : undefined))
    .describe(
      'PostgreSQL server of your own, with `random_page_cost` 1.1 on solid-state disks; without it an embedded one runs in DATA_DIR',
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16).describe('Connections to the database'),
  DATABASE_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3600)
    .default(30)
    .describe('A database statement that takes longer is ended, and the call answered with 503'),
  DATABASE_WAIT_SECONDS: z.coerce
    .number()
    .min(0)
    .max(86_400)
    .default(60)
    .describe('How long the API waits at its start for a database that cannot be reached yet'),
  NODE_NUMBER: z.coerce
    .number()
    .int()
    .min(0)
    .max(31)
    .default(0)
    .describe('Number of this API process among several, part of each id'),
  TOKEN_SECRET_FILE: z
    .string()
    .optional()
    .describe('File with the key that signs access tokens; made in DATA_DIR when absent'),
  SMTP_URL: z
    .string()
    .optional()
    .describe(
      'Mail server, for instance smtp://user:pass@host:587; without it mails go to the local /mailbox page',
    ),
  MAIL_FROM: z.string().default('Waymark <hello@waymark.example>').describe('Sender of mails'),
  MAILBOX: flag
    .optional()
    .describe(
      'Show the mailbox page to everybody who reaches the site; without it only visitors on this machine see it, and only when no SMTP_URL is set and the site is local',
    ),
  GEO_MMDB: z
    .string()
    .optional()
    .describe(
      'MMDB file that tells the country and state of an address; without it the time zone and language are taken',
    ),
  COUNTRIES: z
    .string()
    .default('us,ca,gb,ie,au,nz,de,fr,es,it,nl,be,ch,at,se,no,dk,fi,pl,pt,cz,jp,br,mx,za,in')
    .describe('Country codes of the site, comma separated'),
  ROLLOUTS: z
    .string()
    .default('')
    .describe('Rollouts for everyone, for instance "mapping=maplibre,loyalty=enabled"'),
  HOUSE_ADS_DIR: z
    .string()
    .optional()
    .describe(
      "Folder with the operator's own ads (ads.json and pictures; see api/src/commerce/house-ads/house-ads.ts), for members without premium while ROLLOUTS has ads=enabled",
    ),
  SUPPORT_EMAIL: z.string().default('support@waymark.example').describe('Where members get help'),
  MODERATORS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe('E-mail addresses of the members who decide what is reported, comma separated'),
  CHALLENGE_OPERATORS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe('E-mail addresses of the members who make challenges for everyone, comma separated'),
  CHALLENGES_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with challenges for everyone, each with a key and the fields that /developer lists for POST /v2/challenges, and a partner with name and href where one gives the prizes; read at each start',
    ),
  SUPPORT_LINK: Link.default('mailto:support@waymark.example').describe('Support page'),
  SUPPORT_TICKET_URL: z
    .url()
    .optional()
    .describe(
      'Where tickets of the help form are posted, in the form of Zendesk (https://help.example/api/v2/tickets.json); without it they are mailed to SUPPORT_EMAIL',
    ),
  SUPPORT_TICKET_TOKEN: z
    .string()
    .optional()
    .describe('Authorization header of that service, such as "Basic ..."'),
  SUPPORT_LOGIN_URL: z
    .url()
    .optional()
    .describe(
      'Address of a help desk that takes signed hand-overs (JWT); without it the menu leads to SUPPORT_LINK',
    ),
  SUPPORT_LOGIN_SECRET: z
    .string()
    .optional()
    .describe('Secret shared with that help desk, at least 32 characters'),
  DATA_EXPORT_LINK: Link.default('/account/data').describe('Where members get their data'),
  PRIVACY_REQUEST_LINK: Link.default('/privacy_center/manage').describe(
    '"Privacy request" in the footer, for visitors of the states that ask for it',
  ),
  LANGUAGE_CODE: z.string().default('en-us').describe('Language of the site for who has chosen none'),
  JOBS_LINK: Link.default('mailto:jobs@waymark.example').describe('"Join our team" in the footer'),
  SOCIAL_LINK: Link.default('https://social.example/@waymark').describe('Social link in the footer'),
  APP_STORE_LINK: Link.optional().describe('Badge of the App Store in the footer'),
  PLAY_STORE_LINK: Link.optional().describe('Badge of Google Play in the footer'),
  PRIVACY_POLICY_LINK: Link.default('/legal/privacy-policy').describe('Privacy policy'),
  TERMS_LINK: Link.default('/legal/terms').describe('Terms of use'),
  COOKIE_POLICY_LINK: Link.default('/legal/cookies').describe('Cookie policy'),
  PRIVACY_NOTICE_LINK: Link.default('/legal/privacy-notice').describe('Privacy notice'),
  DELETION_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(14)
    .describe('Days in which a member can keep an account that they asked to delete'),
  LEGAL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with the legal pages as Markdown, one file for each version named after its first day, such as terms/2026-11-01.md; neutral texts come along',
    ),
  CONSENT_MATRIX_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with the consents that each region asks for; api/src/members/consents/matrix.json unless set',
    ),
  RECAPTCHA_SITE_KEY: z.string().optional().describe('Captcha on password reset; off without it'),
  RECAPTCHA_SECRET: z.string().optional().describe('Secret with which captcha answers are checked'),
  RECAPTCHA_SCRIPT_URL: z
    .url()
    .default('https://www.google.com/recaptcha/api.js')
    .describe('Script of the captcha, loaded by the pages that ask it'),
  RECAPTCHA_VERIFY_URL: z
    .url()
    .default('https://www.google.com/recaptcha/api/siteverify')
    .describe('Where captcha answers are checked'),
  CLIENT_EVENTS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(90)
    .describe('Days for which events that browsers report are stored; a daily job deletes older ones'),
  VISITOR_CONSENTS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(395)
    .describe('Days for which answers of visitors about consents are stored; a daily job deletes older ones'),
  MEMBER_ROUTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(100_000)
    .describe('Routes that each member may have; 0 for any number'),
  MEMBER_STORAGE_GB: z.coerce
    .number()
    .min(0)
    .max(100_000)
    .default(50)
    .describe('Space for the uploads, photos and routes of each member; 0 for any amount'),
  UPLOADS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(20_000)
    .describe('Uploads that each member may send within an hour; an upload may have many files'),
  FAILED_UPLOADS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe('Days for which files that could not be read are kept, so that their member can try again'),
  NODE_ENV: z
    .string()
    .default('')
    .describe(
      'With "production" the API refuses to start with the local payment provider, unless ALLOW_TEST_PAYMENTS is set',
    ),
  BILLING_CATALOG_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with products, prices in minor units, coupons, tax and seller; see api/src/commerce/billing/catalog.ts',
    ),
  BILLING_OPERATORS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe(
      'E-mail addresses of the members who may look up payments, refund, and give days and gifts of premium at /premium/operator, comma separated',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe(
      'Secret key of Stripe; without it the local payment provider takes test cards and no real money',
    ),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('Publishable key of Stripe, for the payment page'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Signing secret of the webhook endpoint /services/billing/notices/stripe'),
  STRIPE_API_URL: z
    .url()
    .optional()
    .describe("Server in the form of Stripe's API that is called instead, for tests"),
  ALLOW_TEST_PAYMENTS: flag
    .optional()
    .describe(
      'Let the local payment provider sell premium for test cards; without it, it does so where SITE_URL is this machine only',
    ),
  CLOCK_AHEAD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(0)
    .describe(
      'Days by which the API is ahead of the clock, to try what comes later: the end of a trial, renewals, the end of a challenge. With the local payment provider only; the way back is a new DATA_DIR',
    ),
  UNLOCK_PREMIUM: flag.optional().describe('Every member counts as premium'),
  DEMO: flag.optional().describe('Make the demo member with sample workouts at first start'),
  RATE_LIMITS: flag
    .default(true)
    .describe('Slow down who calls too often; off only for tests and load measurements'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much the API logs'),
  ROUTING_URL: z
    .url()
    .optional()
    .describe('Valhalla server for routing; without it roads are routed that were imported here'),
  ROUTING_DEMO: flag.optional().describe('Offer the invented demo town for routing; on with DEMO unless set'),
  PLACES_FILE: z
    .string()
    .optional()
    .describe('File with the cities of the world; tools/dist/places/places.bin unless told'),
  GEOCODER_URL: z
    .url()
    .optional()
    .describe(
      'Nominatim server that is asked for places and addresses; without it the cities that come along are searched',
    ),
  GEOCODER_PER_SECOND: z.coerce
    .number()
    .positive()
    .default(1)
    .describe('Requests to that server within a second; public servers of Nominatim allow one'),
  CHAT_APPS: z
    .string()
    .default('')
    .transform((text, context) => readChatApps(text, (message) => context.addIssue(message)))
    .describe(
      'OpenID providers, such as chat apps, that members log in with: a JSON list of channel, name, issuer, client_id and client_secret; members come back to /auth/chat/{channel}',
    ),
  CONNECTED_SERVICES: z
    .string()
    .default('')
    .transform((text, context) => readConnectedServices(text, (message) => context.addIssue(message)))
    .describe(
      'Services whose workouts members let in: a JSON list of type (polar, wahoo), client_id, client_secret, notice_secret and, where files are at others, file_hosts; members come back to /account/connected_apps, notices go to /services/main/v7.1/remoteconnection_notice/{type}',
    ),
  MAP_SOURCES: z
    .string()
    .default('')
    .transform((text, context) => readMapSources(text, (message) => context.addIssue(message)))
    .describe(
      'Backgrounds of maps: names of public services such as osm, or a JSON list; see docs/operating.md',
    ),
  PARTNERS_FILE: z
    .string()
    .optional()
    .describe('JSON file with the partners whose apps show pages of this site; see docs/operating.md'),
  PUSH_SERVICES: z
    .string()
    .default(KNOWN_PUSH_SERVICES)
    .transform((text, context) => readPushServices(text, (message) => context.addIssue(message)))
    .describe(
      'Hosts of the push services through which browsers get notifications, separated by spaces, *. before a domain for all below it; no other address is called. Empty for no notifications in browsers',
    ),
  ELEVATION_HGT: z.string().optional().describe('Folder of HGT files with heights'),
  ELEVATION_TERRARIUM_URL: z
    .string()
    .optional()
    .describe('Tiles of heights in the Terrarium encoding, an address with {z}, {x} and {y}'),
  ELEVATION_URL: z.url().optional().describe('Valhalla server that is asked for heights'),
  ELEVATION_ATTRIBUTION: z
    .string()
    .default('')
    .transform((text) => text.trim())
    .describe(
      'Whose heights those are, shown in the corner of maps of the type Terrain, for instance SRTM (NASA)',
    ),
  WEATHER_URL: z
    .url()
    .optional()
    .describe(
      "Where weather is asked for, in the form of Open-Meteo's hourly archive (https://archive-api.open-meteo.com/v1/archive); without it workouts have none",
    ),
  WEATHER_RECENT_URL: z
    .url()
    .optional()
    .describe(
      'The same for the last 14 days, which archives lack at first (https://api.open-meteo.com/v1/forecast); WEATHER_URL without it',
    ),
  WEATHER_ATTRIBUTION_NAME: z
    .string()
    .default('Open-Meteo')
    .describe('Who is named as the source beside the weather'),
  WEATHER_ATTRIBUTION_LINK: Link.default('https://open-meteo.com/').describe('Page of that source'),
  WEATHER_PER_MINUTE: z.coerce
    .number()
    .min(1)
    .max(6000)
    .default(30)
    .describe('Questions a minute that one API process asks for weather at most'),
  WEATHER_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(30)
    .describe(
      'Weather of workouts that began before so many days is asked for when they are first looked at',
    ),
  IMPORT_WORKERS: z.coerce.number().int().min(1).max(8).default(1).describe('Files read at the same time'),
});
export type Env = z.infer<typeof apiEnvSchema>;

/** Reads and checks the environment once. @throws Error naming each wrong variable */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const result = apiEnvSchema.safeParse(source);
  if (result.success) return result.data;
  throw new Error(
    `Configuration: ${result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`,
  );
}
