import assert from 'node:assert/strict';
import test from 'node:test';
import { compareReports, versionProblem } from './changes.ts';

const report = (version: string, session = 'user: User;', more = '') =>
  `export const CONTRACT_VERSION = "${version}";

export interface Session {
    ${session}
}
${more}`;

test('the version alone is no change of the contract', () => {
  assert.equal(compareReports(report('1.0.0'), report('2.0.0')), 'none');
  assert.equal(versionProblem(report('1.0.0'), report('1.0.0')), null);
});

test('[PLAT-01] what is added asks for a new minor', () => {
  const after = (version: string) =>
    report(version, 'user: User;\n    country?: string;', '\nexport type New = 1;\n');
  assert.equal(compareReports(report('1.4.2'), after('1.4.2')), 'added');
  assert.match(versionProblem(report('1.4.2'), after('1.4.3')) ?? '', /to 1\.5\.0/);
  assert.equal(versionProblem(report('1.4.2'), after('1.5.0')), null);
  assert.equal(versionProblem(report('1.4.2'), after('2.0.0')), null);
});

test('[PLAT-01] what is changed or removed asks for a new major', () => {
  for (const session of ['user: User | null;', '']) {
    assert.equal(compareReports(report('1.4.2'), report('1.5.0', session)), 'breaking');
    assert.match(versionProblem(report('1.4.2'), report('1.5.0', session)) ?? '', /to 2\.0\.0/);
    assert.equal(versionProblem(report('1.4.2'), report('2.0.0', session)), null);
  }
});

test('a line that moves to another declaration is a removal', () => {
  const before = 'export interface A {\n    id: number;\n}\n\nexport interface B {\n    name: string;\n}\n';
  const after = 'export interface A {\n}\n\nexport interface B {\n    id: number;\n    name: string;\n}\n';
  assert.equal(compareReports(before, after), 'breaking');
});

test('the comma after what was the last of a list is no change', () => {
  const names = (...all: string[]) =>
    `declare namespace early {\n    export {\n        ${all.join(',\n        ')}\n    }\n}\n`;
  assert.equal(compareReports(names('a', 'b'), names('a', 'b', 'c')), 'added');
});
