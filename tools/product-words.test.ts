import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parseSync } from '@swc/core';
import { ROOT } from './testing/results.ts';

const PAGES = '{mfe-*/src,host/src,shared/*}/**/*.{ts,tsx}';
/** Besides the pages members read the sentences of the API and of the edge; the scaffold writes new pages. */
const SERVERS = '{api/src,host/edge,tools/scaffold}/**/*.ts';
const LEFT_OUT = /testing|\.test\.|\.d\.ts$|^shared\/remote\/(?:build|development)\//;

/** Phrases that read like a translation, with the words that athletes and other apps use. */
const REPLACED: readonly [phrase: RegExp, write: string][] = [
  [/\bjust now\b/i, 'right now, or nothing'],
  [/knows? the heights?\b/i, 'No elevation data for this area.'],
  [/was not drawn|No roads are known/i, 'No roads here yet, so this leg is a straight line.'],
  [/On the way there|\bPut it\b/i, 'Travel by / Add as'],
  [/Put another route|Cut out a part/i, 'Insert a route / Remove a section'],
  [/Standing still|Pauses count/i, 'Stopped time / Includes stops.'],
  [/\bis called that\b/i, 'No routes match “…”'],
  [/cannot be (?:shared|shown|opened) (?:just|right) now/i, 'We couldn’t load …'],
  [/\bLet go anywhere|\blets go\b/i, 'Drop files anywhere / clears the selection'],
  [/Bring in your/i, 'Import your first workout'],
  [/Choose where it begins/i, 'Set a start point'],
  [/More to do at/i, 'More actions'],
  [/\bunfolds to\b/i, 'unpacks to'],
  [/against robots/i, 'bot check'],
  [/\b(?:front|start) page\b/i, 'home page'],
  [/\b(?:does|do) not merge\b|after the other merge/i, 'can’t be merged'],
  [/You cut this workout|cannot be cut|Cut, split/i, 'trim'],
  [/Import a course/i, 'Import a route'],
  [/Routing does not work/i, 'Routing isn’t available right now.'],
  [/You are offline|seem to be offline/i, 'You’re offline.'],
  [
    /\b(?:recogni|organi|authori|synchroni|personali|summari|minimi|optimi|apologi)s(?:e|ed|es|ing|ation)\b/i,
    'it with a z: American spelling, as everywhere',
  ],
  [
    /\b(?:cancelled|cancelling|colours?|favourites?|honour(?:s|ed)?|behaviour|neighbours?)\b/i,
    'it in American spelling, as everywhere',
  ],
];

/** Typed on a keyboard inside a word; messages have a typographic one. */
const STRAIGHT_APOSTROPHE = /\p{L}'(?:s|t|re|ve|ll|d|m)\b/u;

interface Text {
  text: string;
  /** `path:line` */
  place: string;
}

interface Node {
  type?: string;
  value?: unknown;
  cooked?: unknown;
  span?: { start: number };
}

/** Reads every text of a file: strings, templates and what stands between tags; comments are none. */
function collectTexts(file: string, code: string): Text[] {
  const bytes = Buffer.from(code);
  const texts: Text[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const child of Object.values(node)) visit(child);
    const { type, value, cooked, span } = node as Node;
    const text =
      type === 'TemplateElement' ? cooked : type === 'StringLiteral' || type === 'JSXText' ? value : '';
    if (typeof text !== 'string' || !text.includes(' ')) return;
    const trimmed = text.trimStart();
    // Positions count bytes from 1.
    const before = bytes.toString('utf8', 0, span!.start - 1) + text.slice(0, text.length - trimmed.length);
    texts.push({
      text: trimmed.trimEnd().replaceAll(/\s+/g, ' '),
      place: `${file}:${before.split('\n').length}`,
    });
  };
  visit(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }));
  return texts;
}

const textsOf = (pattern: string): Text[] =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
    .flatMap((file) => collectTexts(file, readFileSync(path.join(ROOT, file), 'utf8')));

const pageTexts = textsOf(PAGES);

test('no text of the product has a phrase that athletes would not say', () => {
  const texts = [...pageTexts, ...textsOf(SERVERS)];
  assert.ok(texts.length > 3000, `${texts.length} texts were found`);
  const found = texts.flatMap(({ text, place }) =>
    REPLACED.filter(([phrase]) => phrase.test(text)).map(
      ([, write]) => `${place}: “${text}”. Write: ${write}`,
    ),
  );
  assert.deepEqual(found, []);
});

test('texts of the pages have typographic apostrophes', () => {
  const found = pageTexts
    .filter(({ text }) => STRAIGHT_APOSTROPHE.test(text))
    .map(({ text, place }) => `${place}: ${text}`);
  assert.deepEqual(found, []);
});

test('texts are found in strings, templates, tags and attributes, but not in comments', () => {
  const code = [
    '// Not just now.',
    'const a = msg`Not just ${x} now.`;',
    "const b = 'Not just now.';",
    'const c = <Trans aria-label="Just now, please">',
    '  Not just',
    '  now.',
    '</Trans>;',
  ].join('\n');
  assert.deepEqual(
    collectTexts('code.tsx', code).map(({ text, place }) => `${place} ${text}`),
    [
      'code.tsx:2 Not just',
      'code.tsx:2 now.',
      'code.tsx:3 Not just now.',
      'code.tsx:4 Just now, please',
      'code.tsx:5 Not just now.',
    ],
  );
});
