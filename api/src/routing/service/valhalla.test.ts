import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import type { ApiProblem } from '../../server/errors.ts';
import { askValhalla } from './valhalla.ts';

const QUESTION = {
  locations: [
    { lat: 0.49, lon: -150.01 },
    { lat: 0.51, lon: -149.99 },
  ],
  costing: 'bicycle' as const,
};
const QUICK = 150;
const PATIENT = 20_000;

async function problemOf(
  t: TestContext,
  longest: number,
  answer: (response: ServerResponse) => void,
): Promise<ApiProblem> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  try {
    await askValhalla(`http://127.0.0.1:${port}`, QUESTION, longest);
  } catch (error) {
    return error as ApiProblem;
  }
  return assert.fail('there was an answer');
}

test('[ROUTE-12] a routing server that is silent, or stops in the middle of its answer, is given up with a sentence', async (t) => {
  const silent = () => {};
  const stops = (response: ServerResponse) => void response.writeHead(200).write('{"trip":');
  for (const answer of [silent, stops]) {
    const problem = await problemOf(t, QUICK, answer);
    assert.deepEqual([problem.status, problem.code], [504, 'routing_slow']);
    assert.match(problem.message, /draw this leg straight\.$/);
  }
});

test('[ROUTE-12] garbage in the place of a way, a broken connection and an error page are an outage', async (t) => {
  const garbage = [
    '',
    'null',
    '[]',
    '"way"',
    '{"trip":{"legs":"none"}}',
    '<!doctype html><title>Login</title>',
    '\0\0',
  ];
  for (const body of garbage) {
    const problem = await problemOf(t, PATIENT, (response) => response.end(body));
    assert.deepEqual([problem.status, problem.code], [503, 'routing_unavailable'], body);
    assert.match(problem.message, /^Routing does not work just now\. .*straight\.$/);
  }
  const cut = await problemOf(t, PATIENT, (response) => response.destroy());
  assert.equal(cut.code, 'routing_unavailable');
  const busy = await problemOf(t, PATIENT, (response) => response.writeHead(500).end('{"error_code":199}'));
  assert.equal(busy.code, 'routing_unavailable');
});

test('[ROUTE-12] a refusal of the routing server says which leg it is about', async (t) => {
  for (const [number, code] of [
    [442, 'no_path'],
    [171, 'too_far_from_road'],
  ]) {
    const problem = await problemOf(t, PATIENT, (response) =>
      response.writeHead(400).end(`{"error_code":${number}}`),
    );
    assert.deepEqual([problem.code, problem.diagnostics], [code, { leg: ['0'] }]);
  }
});
