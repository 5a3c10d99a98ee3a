import * as fc from 'fast-check';
import {
  CONTENT_TYPES,
  HEADERS,
  HOSTILE_TEXTS,
  hostileValue,
  RAW_ADDRESS_PARTS,
  RAW_BODIES,
} from './fuzz-values.ts';
import { ABSENT, fieldsOf, type OpenApiOperation, withValue } from './json-schema.ts';
import type { CaseRequest } from './operation-case.ts';

export const FUZZ_IDENTITIES = ['visitor', 'member', 'other member', 'owner'] as const;
export type FuzzIdentity = (typeof FUZZ_IDENTITIES)[number];

/** A call as it goes over the line. */
export interface FuzzCall {
  key: string;
  identity: FuzzIdentity;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** An operation, how the document describes it, and requests that succeed: of the owner and of others. */
export interface FuzzTarget {
  key: string;
  method: string;
  pattern: string;
  operation: OpenApiOperation;
  requests: readonly CaseRequest[];
  multipart: boolean;
}

/** Also of texts that are no Unicode, which `encodeURIComponent` refuses. */
const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/u.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

const hostileText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 4000)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

function pathOf(pattern: string, { params = {} }: CaseRequest): fc.Arbitrary<string> {
  const parts = pattern.split(/(:\w+)/u);
  return fc
    .tuple(
      ...parts.map((part) => {
        if (!part.startsWith(':')) return fc.constant(part);
        const valid = encode(String(params[part.slice(1)] ?? '1'));
        return fc.oneof(
          { weight: 6, arbitrary: fc.constant(valid) },
          { weight: 2, arbitrary: hostileText.map(encode) },
          { weight: 1, arbitrary: fc.constantFrom(...RAW_ADDRESS_PARTS) },
        );
      }),
    )
    .map((all) => all.join(''));
}

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function queryOf({ parameters = [] }: OpenApiOperation, { query = {} }: CaseRequest): fc.Arbitrary<string> {
  const declared = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => {
      const valid = query[name];
      const pair = (value: unknown) => `${encode(name)}=${encode(asText(value))}`;
      return fc.oneof(
        { weight: 5, arbitrary: fc.constant(valid === undefined ? '' : pair(valid)) },
        { weight: 2, arbitrary: hostileValue(schema).map(pair) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            name,
            `${name}=`,
            `${name}[]=1`,
            `${name}=1&${name}=2`,
            `${name}[a]=b`,
            `${name}=%zz`,
          ),
        },
      );
    });
  const extra = fc.constantFrom(
    '',
    '',
    '',
    '__proto__=1',
    '&&&',
    '=',
    'constructor=x',
    '?',
    `x=${'y'.repeat(3000)}`,
  );
  return fc.tuple(...declared, extra).map((pairs) => pairs.filter(Boolean).join('&'));
}

const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'null';

function jsonBodyOf(schema: Parameters<typeof fieldsOf>[0], base: unknown): fc.Arbitrary<string> {
  const fields = [...fieldsOf(schema)];
  if (fields.length === 0) return hostileValue(schema).map(jsonText);
  const mutation = fc
    .constantFrom(...fields)
    .chain(([path, field]) =>
      fc
        .oneof({ weight: 5, arbitrary: hostileValue(field) }, { weight: 1, arbitrary: fc.constant(ABSENT) })
        .map((value) => ({ path, value })),
    );
  return fc
    .array(mutation, { maxLength: 4 })
    .map((mutations) =>
      jsonText(
        mutations.reduce<unknown>((body, { path, value }) => withValue(body, path, value), base ?? {}),
      ),
    );
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

const formText = (json: string): string =>
  new URLSearchParams(
    Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => [name, asText(value)]),
  ).toString();

type Sent = Pick<FuzzCall, 'body'> & { type: string | null };

function bodyOf({ operation, multipart, method }: FuzzTarget, base: unknown): fc.Arbitrary<Sent> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const raw = fc
    .tuple(fc.constantFrom(...RAW_BODIES), fc.constantFrom(...CONTENT_TYPES))
    .map(([body, type]) => ({ body, type }));
  const none = fc.constant<Sent>({ body: null, type: null });
  const form = operation.requestBody?.content[FORM_TYPE]?.schema;
  if (form)
    return fc.oneof(
      {
        weight: 7,
        arbitrary: jsonBodyOf(form, base).map((json) => ({ body: formText(json), type: FORM_TYPE })),
      },
      { weight: 1, arbitrary: raw },
    );
  if (multipart)
    return fc.oneof(
      raw,
      fc.constantFrom(...RAW_BODIES).map((body) => ({ body, type: 'multipart/form-data; boundary=x' })),
    );
  if (!schema)
    return method === 'GET'
      ? fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: raw })
      : fc.oneof(none, raw);
  return fc.oneof(
    { weight: 7, arbitrary: jsonBodyOf(schema, base).map((body) => ({ body, type: 'application/json' })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...RAW_BODIES).map((body) => ({ body, type: 'application/json' })),
    },
    { weight: 1, arbitrary: raw },
  );
}

const extraHeaders = fc
  .array(
    fc
      .constantFrom(...HEADERS)
      .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Calls of all operations, each about as often; some as they should be, most of them not. */
export function fuzzCalls(targets: readonly FuzzTarget[]): fc.Arbitrary<FuzzCall> {
  return fc.constantFrom(...targets).chain((target) =>
    fc.constantFrom(...target.requests).chain((request) =>
      fc
        .record({
          identity: fc.constantFrom(...FUZZ_IDENTITIES),
          path: pathOf(target.pattern, request),
          query: queryOf(target.operation, request),
          sent: bodyOf(target, request.newBody ? request.newBody() : request.body),
          headers: fc.oneof(
            { weight: 2, arbitrary: fc.constant({}) },
            { weight: 1, arbitrary: extraHeaders },
          ),
        })
        .map(({ identity, path, query, sent, headers }) => ({
          key: target.key,
          identity,
          method: target.method,
          path: query ? `${path}?${query}` : path,
          headers: {
            ...(sent.type !== null && { 'content-type': sent.type }),
            ...request.headers,
            ...headers,
          },
          body: sent.body,
        })),
    ),
  );
}
