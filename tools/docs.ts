import { apiEnvSchema } from '@waymark/api/env';
import { edgeEnvSchema } from '@waymark/host/edge/env';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from './testing/results.ts';

export const CONFIGURATION = path.join(ROOT, 'docs/configuration.md');
const START = '<!-- variables: made by `node tools/docs.ts` -->';

/** Headings of the document, and the names below each; the first that fits counts. */
const SUBJECTS: readonly (readonly [heading: string, names: RegExp])[] = [
  ['Trying things out', /^(DEMO|CLOCK_AHEAD_DAYS|UNLOCK_PREMIUM|RATE_LIMITS|LOG_LEVEL|PSEUDO_LOCALE)$/],
  ['Database and files', /^(DATA_DIR|DATABASE_|NODE_NUMBER|TOKEN_SECRET_FILE|IMPORT_WORKERS)/],
  ['Mail', /^(SMTP_URL|MAIL)/],
  ['Privacy and legal pages', /^(CONSENT_|LEGAL_|DELETION_|GEO_MMDB|PRIVACY_|TERMS_|COOKIE_|RECAPTCHA_)/],
  ['How long things are kept, and how much', /(_DAYS|^MEMBER_ROUTES|^MEMBER_STORAGE_GB|^UPLOADS_PER_HOUR)$/],
  ['Premium and payments', /^(BILLING_|STRIPE_|ALLOW_TEST_PAYMENTS|NODE_ENV)/],
  ['Maps, roads, places and heights', /^(MAP_|ROUTING_|PLACES_|GEOCODER_|ELEVATION_|BASEMAP_|EXTRA_SOURCES)/],
  ['Weather', /^WEATHER_/],
  ['Signing in with others, connected services', /^(CHAT_APPS|CONNECTED_SERVICES|PUSH_SERVICES)$/],
  ['Support, moderation and partners', /^(SUPPORT_|MODERATORS|CHALLENGE|PARTNERS_FILE|HOUSE_ADS_DIR)/],
  ['Links and words of the site', /(_LINK|^COUNTRIES|^LANGUAGE_CODE|^ROLLOUTS)$/],
  ['Servers, addresses and time limits', /./],
];

interface Variable {
  name: string;
  servers: string[];
  description: string;
  standard: string;
}

/** Each variable that a server reads, from the schemas that check them. */
export function readVariables(): Variable[] {
  const variables = new Map<string, Variable>();
  for (const [server, schema] of [
    ['API', apiEnvSchema],
    ['edge', edgeEnvSchema],
  ] as const) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const [name, property] of Object.entries(properties)) {
      const { description = '', default: value } = property as {
        description?: string;
        default?: string | number | boolean;
      };
      const standard = value === undefined || value === '' ? '' : `\`${String(value)}\``;
      const variable = variables.get(name) ?? { name, servers: [], description, standard };
      variable.servers.push(server);
      variables.set(name, variable);
    }
  }
  return [...variables.values()];
}

const subjectOf = ({ name }: Variable): string => SUBJECTS.find(([, names]) => names.test(name))![0];

/** The document with the variables of this code. @throws Error when the marker is gone */
export function withVariables(text: string): string {
  const start = text.indexOf(START);
  if (start < 0) throw new Error('docs/configuration.md has lost the marker above its variables.');
  const bySubject = Map.groupBy(readVariables(), subjectOf);
  const sections = SUBJECTS.toReversed().map(([heading]) => {
    const rows = (bySubject.get(heading) ?? []).map(
      ({ name, servers, description, standard }) =>
        `| \`${name}\` | ${servers.join(', ')} | ${description} | ${standard} |`,
    );
    return [
      `## ${heading}`,
      '',
      '| variable | read by | what it does | default |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n');
  });
  return `${text.slice(0, start)}${START}\n\n${sections.join('\n')}`;
}

if (import.meta.main) writeFileSync(CONFIGURATION, withVariables(readFileSync(CONFIGURATION, 'utf8')));
