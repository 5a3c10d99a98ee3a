import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import type { ApiProblem } from './errors.ts';
import { validate } from './validate.ts';

const schema = z.object({
  names: z.array(z.string().max(3)).max(20_000).optional(),
  choices: z.record(z.string(), z.boolean()).optional(),
});
const check = validate({ schema, method: 'POST', url: '/', httpPart: 'body' }) as (data: unknown) => {
  value?: unknown;
  error?: ApiProblem;
};

const MEGABYTE = 1_000_000;
const listOf = (entry: string) => {
  const entries = Array.from({ length: Math.floor(MEGABYTE / (entry.length + 1)) }, () => entry);
  return JSON.parse(`{"names":[${entries.join(',')}]}`) as unknown;
};
const answerOf = (data: unknown) => {
  const { diagnostics, fieldProblems } = check(data).error!;
  return {
    fields: Object.keys(diagnostics ?? {}),
    length: JSON.stringify([diagnostics, fieldProblems]).length,
  };
};

test('[DATA-02] however many NULs a body holds, the first places are told', () => {
  for (const entry of [String.raw`"\u0000"`, String.raw`{"\u0000":1}`, String.raw`[[["a\u0000"]]]`]) {
    const { fields, length } = answerOf(listOf(entry));
    assert.ok(fields.length >= 1 && fields.length <= 20, `${entry}: ${fields.length} fields`);
    assert.ok(length < 5000, `${entry}: ${length} characters`);
  }
  assert.deepEqual(answerOf({ names: ['a', '\0'], choices: { 'b\0': true } }).fields, ['names.1', 'choices']);
});

test('[DATA-02] of a list or a record with very many wrong entries the first are told', () => {
  const names = Array.from({ length: 1000 }, () => 'too long');
  const choices = Object.fromEntries(names.map((name, i) => [`${name} ${i}`, 7]));
  for (const data of [{ names }, { choices }]) {
    const { fields, length } = answerOf(data);
    assert.equal(fields.length, 100);
    assert.ok(length < 20_000, `${length} characters`);
  }
});

test('[DATA-02] an object with more fields than any call takes is refused before its fields are looked at', () => {
  const choices = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`choice ${i}`, 7]));
  const { diagnostics, fieldProblems } = check({ choices }).error!;
  assert.deepEqual(diagnostics, { choices: ['Choices has more than 1000 fields.'] });
  assert.deepEqual(fieldProblems, { choices: [{ code: 'too_many', parameters: { max: 1000 } }] });
  assert.deepEqual(answerOf(choices).fields, ['body']);
});

test('[DATA-02] halves of characters become whole ones, at any depth of a long body', () => {
  const names = Array.from({ length: 1000 }, () => '\ud800');
  assert.deepEqual(check({ names }).value, { names: names.map(() => '\ufffd') });
});
