import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SERVICE_BASES } from '@waymark/api-contract';
import { services } from '../../services.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { registerService } from './register.ts';
import { route, type Route, type Service } from './route.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

/** What a browser asks before a page of another origin sends a header of its own. */
async function preflight(path: string, method = 'GET') {
  const { status, headers } = await fetch(api.url + path, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://bakery.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'api-key',
    },
  });
  const allowed = [...headers].filter(([name]) => name.startsWith('access-control-'));
  return { status, allowed: Object.fromEntries(allowed) };
}

const addressOf = ({ base }: Service, { call }: Route) => base + call.path.replaceAll(/:\w+/g, '1');

test('[CHAL-01] [SESS-08] a page of a partner may send its api-key with the call of a leaderboard, and nothing else', async () => {
  const path = `${SERVICE_BASES.challenges}/widgets/challenges/1/leaderboard`;
  assert.deepEqual(await preflight(path), {
    status: 204,
    allowed: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'api-key',
      'access-control-max-age': '7200',
    },
  });
});

test('[CHAL-01] [DATA-03] no other call is answered before it, of any service', async () => {
  const shared: string[] = [];
  for (const service of services)
    for (const one of service.routes) {
      const at = addressOf(service, one);
      const { allowed } = await preflight(at, one.call.method);
      if (Object.keys(allowed).length > 0) shared.push(`${one.call.method} ${at}`);
    }
  assert.deepEqual(shared, [`GET ${SERVICE_BASES.challenges}/widgets/challenges/1/leaderboard`]);
});

test('[DATA-03] a call that is for members, or changes something, cannot be opened to other origins', () => {
  const handler = () => Promise.resolve({});
  for (const [method, access] of [
    ['GET', 'member'],
    ['POST', 'anyone'],
  ] as const) {
    const call = { method, path: '/x', summary: 'Of a test' };
    const service = {
      name: 'x',
      base: '/x',
      routes: [route({ call, access, isCrossOrigin: true, handler })],
    };
    assert.throws(() => registerService(api.app, api.context, service), /is not a read for anyone/);
  }
});
