import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { LEGAL_PAGES, STORED_ITEMS, type ErrorBody, type LegalPage } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { parseMarkdown } from './markdown.ts';

let api: TestApi;
const folder = mkdtempSync(path.join(tmpdir(), 'waymark-legal-'));
before(async () => {
  mkdirSync(path.join(folder, 'terms'));
  const write = (day: string, text: string) => writeFileSync(path.join(folder, 'terms', `${day}.md`), text);
  write('2025-01-01', '# Old terms\n\nBe kind.');
  write('2026-02-03', '# Our terms\n\nBe **very** kind.');
  write('2199-01-01', '# Terms to come\n\nBe perfect.');
  api = await startTestApi({ env: { LEGAL_DIR: folder, VISITOR_CONSENTS_DAYS: '30' } });
});
after(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});
const read = (page: string) => api.call<LegalPage & ErrorBody>('GET', `/platform/legal/${page}`);

test("[HOST-12] each legal page is there: the operator's newest text that has begun, or the one that comes along", async () => {
  const { body } = await api.call<{ pages: { page: string; title: string; version: string }[] }>(
    'GET',
    '/platform/legal',
  );
  assert.deepEqual(
    body.pages.map(({ page }) => page),
    [...LEGAL_PAGES],
  );
  for (const page of LEGAL_PAGES) assert.ok((await read(page)).body.blocks.length > 0, page);
  const terms = await read('terms');
  assert.deepEqual([terms.body.title, terms.body.version], ['Our terms', '2026-02-03']);
  assert.deepEqual(
    terms.body.versions.map(({ version }) => version),
    ['2026-02-03', '2025-01-01'],
  );
});

test('[HOST-12] [PRIV-02] the page about cookies lists all that the site stores, with purpose and time, apart from what needs a permission', async () => {
  const { body } = await read('cookies');
  const sections = new Map<string, string[]>();
  let section = '';
  for (const block of body.blocks)
    if (block.type === 'heading') section = block.spans.map(({ text }) => text).join('');
    else if (block.type === 'list')
      sections.set(section, [
        ...(sections.get(section) ?? []),
        ...block.items.map((spans) => spans.map(({ text }) => text).join('')),
      ]);
  const listed = [...sections.values()].flat();
  for (const { name, purpose } of STORED_ITEMS)
    assert.ok(
      listed.some((line) => line.startsWith(`${name}: to ${purpose}.`)),
      name,
    );
  assert.deepEqual(sections.get('Only if you allow usage statistics'), [
    'wm_device: to tell browsers apart in usage statistics, by a random number. For 365 days.',
  ]);
  const choices = listed.find((line) => line.startsWith('wm_choices:'));
  assert.match(choices ?? '', / For 30 days\.$/, 'as configured');
  assert.ok(!listed.some((line) => line.includes('{{')));
});

test('earlier versions stay readable; one to come and an unknown one are not there', async () => {
  assert.equal((await read('terms?version=2025-01-01')).body.title, 'Old terms');
  assert.equal((await read('terms?version=2199-01-01')).status, 404);
  assert.equal((await read('terms?version=../../etc')).status, 404);
  assert.equal((await read('secrets')).status, 400);
});

test('Markdown becomes blocks of text; neither HTML nor a script link gets through as such', () => {
  const blocks = parseMarkdown(
    '## A & B\n\nSee [us](/about) and [evil](javascript:alert(1)) <script>x</script>\n\n1. one\n2. *two*',
  );
  assert.deepEqual(blocks, [
    { type: 'heading', level: 2, id: 'a-b', spans: [{ text: 'A & B', style: 'plain' }] },
    {
      type: 'paragraph',
      spans: [
        { text: 'See ', style: 'plain' },
        { text: 'us', style: 'plain', href: '/about' },
        { text: ' and [evil](javascript:alert(1)) <script>x</script>', style: 'plain' },
      ],
    },
    {
      type: 'list',
      is_ordered: true,
      items: [[{ text: 'one', style: 'plain' }], [{ text: 'two', style: 'emphasis' }]],
    },
  ]);
  assert.deepEqual(parseMarkdown('[out](//evil.example)')[0], {
    type: 'paragraph',
    spans: [{ text: 'out', style: 'plain' }],
  });
});
