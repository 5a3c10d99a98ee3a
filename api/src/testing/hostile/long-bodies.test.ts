import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApiProblem } from '../../kernel/server/errors.ts';
import { validate } from '../../kernel/server/validate.ts';
import { services } from '../../services.ts';
import { z } from 'zod';
import { fieldsOf, type JsonSchema, withValue } from './json-schema.ts';

/** Long enough for thousands of entries: the answer must not grow with them. */
const BODY_BYTES = 60_000;
const ANSWER_MAX_CHARS = 30_000;

const listOf = (entry: string): unknown =>
  JSON.parse(`[${Array.from({ length: BODY_BYTES / (entry.length + 1) }, () => entry).join(',')}]`);
const recordOf = (entry: string): unknown =>
  JSON.parse(
    `{${Array.from({ length: BODY_BYTES / (entry.length + 10) }, (_, i) => `"k${i}":${entry}`).join(',')}}`,
  );

const NUL = String.raw`"\u0000"`;
const LISTS = ['0', '""', '{}', '[]', NUL].map(listOf);
const RECORDS = ['7', '"x"', '[]', NUL].map(recordOf);

/** Lists and records wherever the schema has room for one, and in place of the whole. */
function* longBodies(schema: JsonSchema): Generator {
  yield* RECORDS;
  for (const list of LISTS) yield { list };
  for (const [path, field] of fieldsOf(schema)) {
    const isList = field.items !== undefined;
    const isRecord = field.type === 'object' && field.properties === undefined;
    for (const value of isList ? LISTS : isRecord ? RECORDS : []) yield withValue({}, path, value);
  }
}

test('[DATA-02] no list and no record of a body, however long and wrong, gets a long answer', () => {
  let bodies = 0;
  for (const { base, routes } of services)
    for (const { call, rawBody } of routes) {
      if (!call.body || rawBody) continue;
      const key = `${call.method} ${base}${call.path}`;
      const check = validate({
        schema: call.body,
        method: call.method,
        url: call.path,
        httpPart: 'body',
      }) as (data: unknown) => { error?: ApiProblem };
      const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      for (const body of longBodies(schema)) {
        bodies++;
        const { error } = check(body);
        const { length } = JSON.stringify([error?.diagnostics ?? null, error?.fieldProblems ?? null]);
        assert.ok(length < ANSWER_MAX_CHARS, `${key}: ${length} characters`);
      }
    }
  assert.ok(bodies > 500, `${bodies} bodies`);
});
