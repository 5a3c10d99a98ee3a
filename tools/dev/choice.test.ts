import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { readChoice } from './choice.ts';

const KNOWN = ['mfe-trails', 'mfe-races'];

function rootWithRemotes(t: test.TestContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'choice-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const name of KNOWN) {
    mkdirSync(path.join(root, name));
    writeFileSync(path.join(root, name, 'waymark.json'), JSON.stringify({ name }));
  }
  return root;
}

test('all remotes unless told; a name or a folder chooses one', (t) => {
  const root = rootWithRemotes(t);
  const names = (args: string[]) => readChoice(args, root, KNOWN).remotes.map(({ name }) => name);
  assert.deepEqual(names([]), KNOWN);
  assert.deepEqual(names(['mfe-races']), ['mfe-races']);
  assert.deepEqual(readChoice([path.join(root, 'mfe-trails'), '--alone'], root, KNOWN), {
    remotes: [{ name: 'mfe-trails', folder: path.join(root, 'mfe-trails') }],
    alone: true,
  });
});

test('what cannot be done is refused with what to write', (t) => {
  const root = rootWithRemotes(t);
  const choose = (...args: string[]) => readChoice(args, root, KNOWN);
  assert.throws(() => choose('mfe-nothing'), /no remote "mfe-nothing".*mfe-trails, mfe-races/);
  assert.throws(() => choose('--alone'), /which one remote/);
  assert.throws(() => choose('--fast'), /--fast/);
});
