import path from 'node:path';
import { z } from 'zod';
import { parseTrustedProxies } from './http/trusted-proxies.ts';

const flag = z.enum(['true', 'false', '1', '0', '']).transform((v) => v === 'true' || v === '1');
const milliseconds = z.coerce.number().int().min(50).max(3_600_000);

/** Every variable that the edge reads. docs/configuration.md is made from the descriptions. */
export const edgeEnvSchema = z.object({
  EDGE_HOST: z.string().default('127.0.0.1').describe('Address the site listens on'),
  EDGE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(4000)
    .describe('Port the site listens on; 0 takes a free one'),
  SITE_URL: z
    .url()
    .default('http://localhost:4000')
    .describe('Public address of the site, used in mails and redirects'),
  API_URL: z.url().default('http://127.0.0.1:4001').describe('Where the edge finds the API'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder for the embedded database, uploads and the registry'),
  HOST_DIST: z.string().optional().describe('Built host; host/dist unless told'),
  BASEMAP_DIR: z
    .string()
    .optional()
    .describe('Map tiles that the site serves itself; tools/dist/basemap unless told'),
  EXTRA_SOURCES: z
    .string()
    .default('')
    .describe(
      'Origins that pages may load images and data from besides the site, for instance of map tiles; separated by spaces',
    ),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text, context) => {
      try {
        return parseTrustedProxies(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .describe(
      'Proxies in front of the edge, which is then reached through them only: how many there are (true for one), or the address of each, separated by commas or spaces; no networks, whose visitors would count as proxies. Each must add whom it was called by to x-forwarded-for; x-forwarded-proto and x-request-id are taken from them too. x-forwarded-host never counts: proxies pass Host on, or ALLOWED_HOSTS names what they write instead',
    ),
  PSEUDO_LOCALE: flag.default(false).describe('Allow the pseudo language that shows untranslated text'),
  PAGE_TIMEOUT_MS: milliseconds
    .default(800)
    .describe('How long a page waits for the API before it is sent without the session'),
  CALL_TIMEOUT_MS: milliseconds
    .default(60_000)
    .describe('How long a call may be silent before the edge gives it up'),
  BODY_TIMEOUT_MS: milliseconds
    .default(15_000)
    .describe('How long a visitor may take to send a small body, or the first 64 kB of a long one'),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(0)
    .default(256)
    .describe(
      'Connections that one address may hold open, or with TRUST_PROXY requests that it may have under way; 0 does not count them. Connections of this machine are not counted',
    ),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .describe(
      'Names besides that of SITE_URL that site and API answer to, separated by spaces, for instance that of the API in a container network; * for every name. /livez and /readyz answer to every name',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much the servers log'),
});
export type EdgeEnv = z.infer<typeof edgeEnvSchema>;

/** Reads and checks the environment once. @throws Error naming each wrong variable */
export function readEdgeEnv(source: Record<string, string | undefined> = process.env): EdgeEnv {
  const result = edgeEnvSchema.safeParse(source);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Configuration: ${wrong.join('; ')}`);
  }
  for (const origin of sourcesOf(result.data))
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(
        `Configuration: EXTRA_SOURCES: "${origin}" is not an origin like https://tiles.example.`,
      );
  return result.data;
}

export const sourcesOf = ({ EXTRA_SOURCES }: EdgeEnv): string[] => EXTRA_SOURCES.split(/\s+/).filter(Boolean);
export const allowedHostsOf = ({ ALLOWED_HOSTS }: EdgeEnv): string[] =>
  ALLOWED_HOSTS.split(/[\s,]+/).filter(Boolean);
export const hostDist = (env: EdgeEnv): string =>
  path.resolve(env.HOST_DIST ?? path.join(import.meta.dirname, '../dist'));
export const basemapDir = (env: EdgeEnv): string =>
  path.resolve(env.BASEMAP_DIR ?? path.join(import.meta.dirname, '../../tools/dist/basemap'));
