import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { CONFIGURATION, readVariables, withVariables } from './docs.ts';
import { ASVS_REQUIREMENTS } from './testing/asvs-requirements.ts';
import { ROOT } from './testing/results.ts';

const squeezed = (text: string) => text.replaceAll(/[ -]+/g, ' ');

test('docs/configuration.md lists the variables of this code (node tools/docs.ts mends it)', () => {
  const text = readFileSync(CONFIGURATION, 'utf8');
  assert.equal(squeezed(text), squeezed(withVariables(text)));
});

test('every variable has a description', () => {
  assert.deepEqual(
    readVariables().filter(({ description }) => description === ''),
    [],
  );
});

test('every file that docs/security.md names exists', () => {
  const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`((?:\w[\w-]*\/)+[\w.-]+\.\w+)`/gu)].map(([, file]) => file!);
  assert.ok(named.length > 60, String(named.length));
  assert.deepEqual(
    named.filter((file) => !existsSync(path.join(ROOT, file))),
    [],
  );
});

/** Numbers of ASVS in a text: `1.2.3` and `1.2.3–1.2.5`. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\d+\.\d+\.\d+(?:–\d+\.\d+\.\d+)?/g)].flatMap(([range]) => {
    const [first = '', last = first] = range.split('–');
    const all = ASVS_REQUIREMENTS;
    return all.slice(all.indexOf(first), all.indexOf(last) + 1);
  });

test('docs/security.md says of each requirement of ASVS whether it is met and by which test, or why it does not apply', () => {
  assert.equal(ASVS_REQUIREMENTS.length, 253);
  const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const rows = [
    ...text.matchAll(/^\| ([\d., –]+?) +\| [\d, ]+ +\| (met|partly|not met) +\| (.+?) +\|$/gm),
  ].map(([, numbers = '', state, where = '']) => ({ numbers: numbersIn(numbers), state, where }));
  const leftOut = numbersIn(/^.*Left out, because they do not apply:(.*)$/m.exec(text)?.[1] ?? '');
  const answered = [...rows.flatMap(({ numbers }) => numbers), ...leftOut];
  assert.deepEqual(
    ASVS_REQUIREMENTS.filter((number) => !answered.includes(number)),
    [],
    'in neither list',
  );
  assert.deepEqual(
    answered.filter((number, i) => answered.indexOf(number) !== i),
    [],
    'answered twice',
  );
  assert.deepEqual(
    rows
      .filter(({ state, where }) => state === 'met' && !/\.(?:test|spec)\.tsx?`/.test(where))
      .map(({ numbers }) => numbers),
    [],
    'met without a test',
  );
});
