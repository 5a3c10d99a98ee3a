import { apiEnvSchema } from '@waymark/api/env';
import { edgeEnvSchema } from '@waymark/host/edge/env';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from './testing/results.ts';

const README = path.join(ROOT, 'README.md');
const START = '<!-- configuration: made by `node tools/docs.ts` -->';
const END = '<!-- end of configuration -->';

/** One row for each variable that a server reads, from the schemas that check them. */
export function configurationTable(): string {
  const rows = new Map<string, { servers: string[]; description: string; standard: string }>();
  for (const [server, schema] of [
    ['API', apiEnvSchema],
    ['edge', edgeEnvSchema],
  ] as const) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const [name, property] of Object.entries(properties)) {
      const { description = '', default: standard } = property as {
        description?: string;
        default?: string | number | boolean;
      };
      const row = rows.get(name) ?? {
        servers: [],
        description,
        standard: standard === undefined || standard === '' ? '' : `\`${String(standard)}\``,
      };
      row.servers.push(server);
      rows.set(name, row);
    }
  }
  const lines = [...rows].map(
    ([name, row]) => `| \`${name}\` | ${row.servers.join(', ')} | ${row.description} | ${row.standard} |`,
  );
  return ['| variable | read by | what it does | default |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
}

/** The README with the table of this code in its place. @throws Error when the markers are gone */
export function withTable(readme: string): string {
  const from = readme.indexOf(START);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error('README.md has lost the markers of the configuration table.');
  return `${readme.slice(0, from)}${START}\n\n${configurationTable()}\n\n${readme.slice(to)}`;
}

if (import.meta.main) writeFileSync(README, withTable(readFileSync(README, 'utf8')));
