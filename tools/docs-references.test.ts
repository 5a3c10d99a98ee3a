import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: ROOT })];
/** Every block counts, whatever its language: else the end of one is taken for the start of the next. */
const CODE_BLOCK = /^```(\w*)\n([\s\S]*?)^```/gm;
/** Placeholders of commands, such as `mfe-hello`, have no slash behind them. */
const FOLDERS = /^(?:api|docs|e2e|host|mfe-[\w-]+|shared|tools)\//;

/** Text of code spans, and of the lines of code blocks that hold commands or a picture of folders. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(CODE_BLOCK)]
    .filter(([, language = '']) => ['', 'sh', 'text'].includes(language))
    .flatMap(([, , block = '']) => block.split('\n').map((line) => line.replace(/(?:^|\s)#.*/, '')));
  const spans = text.replace(CODE_BLOCK, '').matchAll(/`([^`\n]+)`/g);
  return [...blocks, ...[...spans].map(([, span = '']) => span)].filter(Boolean);
}

/** Names of files and folders of the repository that a document mentions or links to. */
function namedFiles(file: string, text: string): string[] {
  const mentioned = codeOf(text)
    .flatMap((code) => code.split(/\s+/))
    .filter((word) => FOLDERS.test(word));
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(file), target),
  );
  return [...mentioned, ...linked].filter((name) => !name.includes('*') && !name.includes('node_modules'));
}

const scripts = Object.keys(
  (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const COMMANDS_OF_NPM = new Set(['start', 'test', 'install', 'exec']);

/** Commands that cannot be run: a script that package.json does not have. */
function unknownCommands(text: string): string[] {
  return codeOf(text).flatMap((code) => {
    const [, run, name = ''] = /\bnpm (run )?([\w-]+)/.exec(code) ?? [];
    if (!name || (run ? scripts.includes(name) : COMMANDS_OF_NPM.has(name))) return [];
    return [code];
  });
}

for (const document of DOCUMENTS)
  test(`what ${document} names exists: files, folders and commands`, () => {
    const text = readFileSync(path.join(ROOT, document), 'utf8');
    const missing = namedFiles(document, text).filter((name) => globSync(name, { cwd: ROOT }).length === 0);
    assert.deepEqual({ missing, unknown: unknownCommands(text) }, { missing: [], unknown: [] });
  });

/** Rows of a document's tables, by cell. */
const tableRows = (text: string): string[][] =>
  [...text.matchAll(/^\|(.+)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([first = '']) => first !== 'term' && !/^-+$/.test(first));

test('the glossary explains each term once, and every name of the code that it gives as a source exists', () => {
  const rows = tableRows(readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8'));
  const terms = rows.map(([term = '']) => term);
  assert.ok(terms.length > 100, String(terms.length));
  const repeated = terms.filter((term, i) => terms.indexOf(term) !== i);
  const source = globSync('{api,host,mfe-*,shared/*}/{src,edge,early,sharing}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');
  const words = new Set(source.match(/[\w-]+/g));
  const missing = rows
    .flatMap(([, , place = '']) => [...place.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    .filter((name) => !name.includes('/') && !name.endsWith('.json'))
    .filter((name) => name.split('.').some((word) => !words.has(word)));
  assert.deepEqual({ repeated, missing }, { repeated: [], missing: [] });
});

test('prose between blocks of other languages is no code', () => {
  const text = '```json\n{}\n```\nMade by `tools/docs.ts`; then\n```json\n{}\n```\n';
  assert.deepEqual(namedFiles('README.md', text), ['tools/docs.ts']);
});

test('a missing file and a command that does not exist are found', () => {
  const text =
    'See `api/src/no-such.ts` and [more](docs/none.md).\n\n```sh\nnpm run no-such -- x # why\nnode tools/none.ts\n```\n';
  const named = namedFiles('README.md', text);
  assert.deepEqual(named.sort(), ['api/src/no-such.ts', 'docs/none.md', 'tools/none.ts']);
  assert.deepEqual(unknownCommands(text), ['npm run no-such -- x']);
});
