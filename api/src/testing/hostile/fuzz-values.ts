import * as fc from 'fast-check';
import { branchesOf, type JsonSchema } from './json-schema.ts';

/** Texts that parsers, databases, shells and templates have stumbled over. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\uFEFF',
  '\u202E\u2066',
  'Ａ️⃣👩‍👩‍👧‍👦',
  'e\u0301'.repeat(500),
  "' or '1'='1",
  "'; drop table users; --",
  '" or 1=1) --',
  '%',
  '_',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '//evil.example',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e309',
  '-0',
  '0x10',
  '1_000',
  '1,5',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '-1',
  '0',
  '1.5',
  'true',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '2026-13-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20',
  'Mars/Olympus',
  'Etc/GMT+12',
  'x'.repeat(300),
  'x'.repeat(11_000),
  'a,'.repeat(5000),
  '('.repeat(2000),
  'a'.repeat(60) + '!',
  '1,'.repeat(99) + '1',
  '90,180',
  '-90.0000001,180',
  '{"locations":[]}',
  '{"locations":[{"lat":1e308,"lon":-1e308},{"lat":90,"lon":180}],"costing":"auto"}',
  '{"locations":[{"lat":52.2,"lon":21},{"lat":52.2,"lon":21}],"costing":"bicycle"}',
];

/** Parts of an address as they are sent, some of which are no encoding of anything. */
export const RAW_ADDRESS_PARTS: readonly string[] = [
  '%',
  '%00',
  '%zz',
  '%ff%fe',
  '%ed%a0%80',
  '%c0%ae%c0%ae',
  '%2e%2e',
  '..',
  '.',
  '%2f',
  '%5c',
  ';',
  '*',
  ':id',
  '{id}',
  '~',
  '+',
  '%20',
  '',
];

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  255,
  32_768,
  99_999,
  100_000,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  Number.MIN_VALUE,
  1e21,
  1e308,
  -1e308,
];

/** Values just inside and just outside of what a schema allows. */
function boundaryValues(schema: JsonSchema): unknown[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    ...branchesOf(schema).flatMap(boundaryValues),
    ...(schema.enum ?? []),
    ...('const' in schema ? [schema.const] : []),
    ...('default' in schema ? [schema.default] : []),
    ...(minimum === undefined ? [] : [minimum, minimum - 1, minimum + 1e-9]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1, maximum - 1e-9]),
    ...(minLength === undefined ? [] : ['x'.repeat(minLength), 'x'.repeat(Math.max(0, minLength - 1))]),
    ...(maxLength === undefined || maxLength > 20_000
      ? []
      : ['é'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
    ...(schema.type === 'string'
      ? ['2026-05-01T07:30:00Z', '2026-05-01', '2026-05', 'Europe/Warsaw', '42', 'x']
      : []),
    ...(schema.type === 'number' || schema.type === 'integer' ? [1, 16, 42.5] : []),
    ...(schema.type === 'boolean' ? [true, false] : []),
  ];
}

function nested(depth: number, key: string | null): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = key === null ? [value] : { [key]: value };
  return value;
}

const HOSTILE_JSON: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: 5 },
  { toString: 1 },
  { toJSON: 'x' },
  JSON.parse('{"then":"x","__proto__":{"polluted":true}}'),
  { constructor: { prototype: { polluted: true } } },
  nested(200, null),
  nested(200, 'a'),
  Array.from({ length: 200 }, (_, i) => i),
  Array.from({ length: 101 }, () => ({})),
];

/** Any value in the place of one that a schema describes. */
export const hostileValue = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const boundary = boundaryValues(schema);
  return fc.oneof(
    {
      weight: boundary.length > 0 ? 5 : 0,
      arbitrary: fc.constantFrom(...(boundary.length > 0 ? boundary : [null])),
    },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
};

/** Bodies that are no JSON, or JSON of a kind that programs do not write. */
export const RAW_BODIES: readonly (string | Uint8Array)[] = [
  '',
  '{',
  '[',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '{}',
  '{"a":1,"a":2}',
  '{"name":"a","name":{"$gt":""}}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"id":1e999}',
  '{"id":-0}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '\uFEFF{}',
  '{"a":1}garbage',
  "{'a':1}",
  '// comment\n{}',
  'a=1&b=2',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '['.repeat(20_000),
  '['.repeat(20_000) + ']'.repeat(20_000),
  '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
  Uint8Array.of(0xff, 0xfe, 0x00, 0x7b),
  Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d),
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n<gpx/>\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="photo"; filename="' +
    'n'.repeat(5000) +
    '.jpg"\r\n\r\nGIF89a\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="../../a.fit"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8\'\'%ff%00.zip\r\n\r\nPK\r\n--x--\r\n',
  '--x\r\n\r\n\r\n--x--',
  '--x',
  '--x--\r\n',
];

export const CONTENT_TYPES: readonly (string | null)[] = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/plain;charset=UTF-8',
  'text/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary=' + 'x'.repeat(300),
  'multipart/mixed; boundary=x',
  'application/octet-stream',
  'image/jpeg',
  '*/*',
  'nonsense',
  '/',
  '',
  null,
];

/** Headers with values that a server may take to be something else. */
export const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'authorization',
    [
      'Bearer',
      'Bearer ',
      'bearer x',
      'Basic YTpi',
      'Bearer a.b.c',
      `Bearer ${'x'.repeat(6000)}`,
      'Bearer \xff\xfe',
    ],
  ],
  [
    'cookie',
    [
      'waymark_refresh',
      'waymark_refresh=',
      'a=b; '.repeat(200),
      '__proto__=1',
      'waymark_refresh="%zz"',
      '=;=;',
      '\xe9=1',
    ],
  ],
  ['idempotency-key', ['', ' ', 'k', 'x'.repeat(255), 'x'.repeat(256), "';--", '\xff']],
  ['if-none-match', ['*', '""', 'W/"1"', 'x'.repeat(3000), '"1-Small"']],
  ['if-match', ['*', '"never"']],
  ['if-modified-since', ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['range', ['bytes=0-0', 'bytes=-1', 'bytes=99999999999-', 'bytes=0-1,2-3', 'pages=1']],
  ['accept', ['', 'text/html', 'application/json;q=0', '*/*;q=nonsense', 'x'.repeat(2000)]],
  ['accept-language', ['', 'x-klingon', 'de;q=2', ','.repeat(500), '__proto__', '*']],
  ['accept-encoding', ['gzip', 'br;q=1.1', 'identity;q=0']],
  ['content-encoding', ['gzip', 'deflate', 'nonsense']],
  ['x-time-zone', ['Mars/Olympus', '', 'Europe/Warsaw', '../../etc', 'x'.repeat(2000), '__proto__']],
  [
    'x-forwarded-for',
    ['not an address', '::1, 10.0.0.1', '1.2.3.4,'.repeat(100), '[::]', '999.999.999.999', '::ffff:1.2.3.4'],
  ],
  ['x-forwarded-proto', ['gopher', 'https,http']],
  ['x-forwarded-host', ['evil.example', 'a b']],
  ['x-http-method-override', ['DELETE', 'PUT']],
  ['origin', ['null', 'https://evil.example', 'nonsense', 'http://']],
  ['referer', ['nonsense', 'http://[']],
  ['sec-fetch-site', ['cross-site', 'none', 'nonsense']],
  ['host', ['evil.example', 'localhost:99999', 'a,b']],
  ['x-requested-with', ['waymark', '']],
];
