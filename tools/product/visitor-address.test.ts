import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestApi } from '@waymark/api/src/testing/api.ts';
import { startTestEdge } from '@waymark/host/edge/testing/edge';
import { parseTrustedProxies } from '@waymark/host/edge/trusted-proxies';

const LIMIT = 10;

/** What `TRUST_PROXY` says, and what proxies add behind the visitor. */
const LISTS = [
  { trusted: '2', via: ', 10.0.0.8' },
  { trusted: '127.0.0.1 10.0.0.8', via: ', 10.0.0.8' },
  { trusted: '127.0.0.1', via: '' },
];

for (const { trusted, via } of LISTS)
  test(`[DATA-03] [AUTH-01] guesses at an account are limited behind the proxies ${trusted}, whatever address each of them claims, also where the API lists the network of the visitor`, async (t) => {
    const api = await startTestApi({ env: { RATE_LIMITS: 'true', EDGE_ADDRESSES: '127.0.0.1 10.0.0.0/8' } });
    t.after(() => api.stop());
    const { email } = await api.signUp();
    const { edge } = await startTestEdge(t, { apiUrl: api.url, proxies: parseTrustedProxies(trusted) });
    const guess = async (forwardedFor: string) => {
      const answer = await fetch(`${edge.url}/auth/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'waymark',
          'x-forwarded-for': forwardedFor,
        },
        body: JSON.stringify({ email, password: 'a-wrong-guess' }),
      });
      await answer.text();
      return answer.status;
    };
    // The first proxy adds the visitor, who is of a private network, and each other one the one before it.
    const statuses: number[] = [];
    for (let n = 0; n < LIMIT + 5; n++) statuses.push(await guess(`198.51.100.${n}, 10.1.1.1${via}`));
    assert.deepEqual(
      statuses.slice(0, LIMIT),
      Array.from({ length: LIMIT }, () => 401),
    );
    assert.deepEqual(new Set(statuses.slice(LIMIT)), new Set([429]));
    assert.equal(await guess(`198.51.100.1, 10.1.1.2${via}`), 401, 'somebody else');
  });

test('[DATA-03] the API believes the addresses of its edge alone', async (t) => {
  const lines: string[] = [];
  const api = await startTestApi({
    env: { RATE_LIMITS: 'true', EDGE_ADDRESSES: '192.0.2.8', LOG_LEVEL: 'warn' },
    onLogLine: (line) => void lines.push(line),
  });
  t.after(() => api.stop());
  const { email } = await api.signUp();
  const statuses: number[] = [];
  for (let n = 0; n < LIMIT + 2; n++) {
    const { status } = await api.call('POST', '/auth/login', {
      body: { email, password: 'a-wrong-guess' },
      headers: { 'x-forwarded-for': `198.51.100.${n}` },
    });
    statuses.push(status);
  }
  assert.deepEqual(statuses.slice(LIMIT), [429, 429]);
  assert.equal(lines.filter((line) => line.includes('EDGE_ADDRESSES')).length, 1);
});
