import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { ConsentStatus } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { placesOf } from './places.ts';

test('[HOST-13] the lookup answers in the form the footer reads, by language where no address file is configured', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const answer = await fetch(`${api.url}/services/geo/lookup`, {
    headers: { 'accept-language': 'en-US,en;q=0.8' },
  });
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { CountryISOCode: { en: 'US' }, StateISOCode: { en: null } });
});

test('without a file every address is nowhere; a file that cannot be read is named', async () => {
  const find = await placesOf(undefined);
  assert.deepEqual(find('203.0.113.7'), { country: null, state: null });
  await assert.rejects(placesOf('no-such-file.mmdb'), /GEO_MMDB: no-such-file\.mmdb cannot be read/);
});

/** A value in the data format of MMDB files (MaxMind DB File Format 2.0); sizes below 29 only. */
function encode(value: string | number | readonly unknown[] | object): Buffer {
  const head = (type: number, size: number) =>
    type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
  if (typeof value === 'string') return Buffer.concat([head(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([head(11, value.length), ...value.map((one) => encode(one as object))]);
  const entries = Object.entries(value as Record<string, object>);
  return Buffer.concat([
    head(7, entries.length),
    ...entries.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

/** An MMDB file that knows one IPv4 address: a node for each of its bits, and one record. */
function mmdbOf(address: string, record: object): Buffer {
  const bits = [...Buffer.from(address.split('.').map(Number))].flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1),
  );
  const count = bits.length;
  const tree = Buffer.alloc(count * 6);
  for (const [node, bit] of bits.entries()) {
    // `count` says that nothing is known; beyond it and the separator begin the data.
    const next = node + 1 < count ? node + 1 : count + 16;
    tree.writeUIntBE(bit === 0 ? next : count, node * 6, 3);
    tree.writeUIntBE(bit === 1 ? next : count, node * 6 + 3, 3);
  }
  const metadata = {
    node_count: count,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    description: { en: 'Test' },
  };
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    encode(record),
    Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1'),
    encode(metadata),
  ]);
}

test('[HOST-13] [PRIV-02] with an address file the state comes with the country, and its consents are asked', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-geo-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'places.mmdb');
  writeFileSync(
    file,
    mmdbOf('203.0.113.7', { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'WA' }] }),
  );
  const api = await startTestApi({ env: { GEO_MMDB: file } });
  t.after(() => api.stop());
  const ask = async (where: string, address: string) =>
    (
      await api.call('GET', where, {
        headers: { 'x-forwarded-for': address, 'accept-language': 'de-DE' },
      })
    ).body;
  assert.deepEqual(await ask('/services/geo/lookup', '203.0.113.7'), {
    CountryISOCode: { en: 'US' },
    StateISOCode: { en: 'WA' },
  });
  const status = await ask('/auth/consents-status', '203.0.113.7');
  assert.deepEqual([status['matrix_id'], status['state']], ['US-WA', 'WA']);
  const { body: signup, text } = await api.call<{ access_token: string }>('POST', '/auth/signup', {
    headers: { 'x-forwarded-for': '203.0.113.7' },
    body: {
      first_name: 'Ana',
      last_name: 'Runner',
      email: 'ana@example.com',
      password: 'a quiet morning by the lake',
      birthdate: '1990-05-07',
      gender: 'F',
      country: 'US',
      promotionalPreference: false,
    },
  });
  assert.ok(signup.access_token, text);
  const own = await api.call('GET', '/auth/consents-status', { token: signup.access_token });
  assert.deepEqual(
    [own.body['matrix_id'], own.body['state'], own.body['needs_answer']],
    ['US', null, true],
    'where an address is said nothing about the member: the strictest state asks',
  );
  const { consents } = own.body as unknown as ConsentStatus;
  assert.equal(consents.find(({ id }) => id === 'health')?.is_granted, false);
  assert.deepEqual(await ask('/services/geo/lookup', '203.0.113.8'), {
    CountryISOCode: { en: 'DE' },
    StateISOCode: { en: null },
  });
});
