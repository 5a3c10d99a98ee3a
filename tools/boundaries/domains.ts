import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTestCode } from './cycles.ts';
import type { ImportGraph } from './graph.ts';

/** Folders of `api/src`, each of which may use those before it; `docs/architecture.md` says what each owns. */
const DOMAINS = [
  'kernel',
  'recordings',
  'members',
  'commerce',
  'maps',
  'training',
  'programs',
  'community',
  'platform',
  'account',
];

/** Writes what it does not own: it stores and erases whole accounts, by rules that tests compare with all tables. */
const STORES_ACCOUNTS = 'account';

const SOURCE = 'api/src/';
const rank = (domain: string): number => DOMAINS.indexOf(domain);

function domainOf(file: string): string | null {
  const [domain = ''] = file.startsWith(SOURCE) ? file.slice(SOURCE.length).split('/') : [];
  return DOMAINS.includes(domain) ? domain : null;
}

/** The body of an interface that stands at the beginning of a line; empty where the file has none of that name. */
function bodyOf(source: string, name: string): string {
  const [, ...rest] = source.split(`interface ${name} {`);
  return name === '' ? '' : (rest.join('').split('\n}')[0] ?? '');
}

const DECLARATION = /interface Database (?:extends ([\w, ]+))?\{([^}]*)\}/g;
const FIELD = /^ {2}(\w+):/gm;
const FIELD_OF_BLOCK = /^ {4}(\w+):/gm;

/** Which domain declares a table, or a view, by its name. */
function ownersOf(sources: ReadonlyMap<string, string>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [file, source] of sources)
    for (const [, names = '', fields = ''] of source.matchAll(DECLARATION)) {
      const body = names
        .split(',')
        .map((name) => bodyOf(source, name.trim()))
        .join('\n');
      for (const [, table = ''] of [...fields.matchAll(FIELD_OF_BLOCK), ...body.matchAll(FIELD)])
        owners.set(table, domainOf(file) ?? '');
    }
  return owners;
}

const READS = [
  /\.(?:selectFrom|from|table|(?:inner|left|right|full|cross)Join(?:Lateral)?|using)\(\s*\[?\s*'(\w+)/g,
  /\b(?:from|join)\s+(?:only\s+)?(\w+)/g,
];
const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(\w+)/g,
];

const namesIn = (source: string, patterns: readonly RegExp[]): Set<string> =>
  new Set(patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name)));

const withoutComments = (source: string): string => source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

function problemsWithTables(sources: ReadonlyMap<string, string>): string[] {
  const owners = ownersOf(sources);
  return [...sources].flatMap(([file, source]) => {
    const domain = domainOf(file);
    if (domain === null || /migrations\.ts$|\/tables\.ts$/.test(file)) return [];
    const code = withoutComments(source);
    const isForeign = (table: string) => owners.has(table) && owners.get(table) !== domain;
    const written = domain === STORES_ACCOUNTS ? [] : [...namesIn(code, WRITES)].filter(isForeign);
    const read = [...namesIn(code, READS)].filter(
      (table) => isForeign(table) && rank(owners.get(table)!) > rank(domain) && !written.includes(table),
    );
    return written
      .map(
        (table) =>
          `${file} writes the table ${table} of ${owners.get(table)}; call a function of that domain, or publish an event that it subscribes to.`,
      )
      .concat(
        read.map(
          (table) =>
            `${file} reads the table ${table} of ${owners.get(table)}, a domain above ${domain}; ask a question that it answers (api/src/kernel/server/questions.ts), or declare a view.`,
        ),
      );
  });
}

/** @returns a line for each import, read or write between domains of the API that their order does not allow */
export function checkDomains(root: string, graph: ImportGraph): string[] {
  const files = [...graph.keys()].filter((file) => file.startsWith(SOURCE) && !isTestCode(file));
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const imports = files.flatMap((file) => {
    const domain = domainOf(file);
    return (graph.get(file) ?? []).flatMap((target) => {
      const other = domainOf(target);
      if (domain === null || other === null || isTestCode(target) || rank(other) <= rank(domain)) return [];
      return [
        `${file} imports ${target} of a domain above ${domain}; publish an event, ask a question (api/src/kernel/server/questions.ts), or move what both need.`,
      ];
    });
  });
  return [...imports, ...problemsWithTables(sources)];
}
