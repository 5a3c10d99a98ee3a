import assert from 'node:assert/strict';
import { Agent, request as send } from 'node:http';
import test, { after, before } from 'node:test';
import { ErrorBody } from '@waymark/api-contract';
import * as fc from 'fast-check';
import { services } from '../../services.ts';
import { type FuzzCall, fuzzCalls, type FuzzTarget } from './fuzz-calls.ts';
import { OpenApi } from './json-schema.ts';
import type { CaseRequest } from './operation-case.ts';
import { OPERATION_CASES } from './operation-cases.ts';
import { protocolTargets } from './protocol-targets.ts';
import { startTestApi, type TestApi, type TestMember } from '../api.ts';
import { createOwner, type Owner } from './world.ts';

/** `HOSTILE_CASES=20000 HOSTILE_SEEDS=1,2,3` for a long run; `HOSTILE_ONLY` names a part of an operation's key. */
const CASES = Number(process.env['HOSTILE_CASES'] ?? 1500);
const SEEDS = (process.env['HOSTILE_SEEDS'] ?? '11').split(',').map(Number);
const ONLY = process.env['HOSTILE_ONLY'] ?? '';
/** The long run measures; the short one stands beside other suites on the same cores and looks for what hangs. */
const SLOWEST_MS = CASES > 1500 ? 5000 : 30_000;
/** Calls at the same time: enough that they meet in races, few enough that none waits for the others. */
const CONCURRENCY = 4;
/** After so many calls there are new things to call about: many calls delete or change what they name. */
const ROUND = 500;

interface Received {
  status: number;
  type: string;
  text: string;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
after(() => agent.destroy());

function perform(
  base: string,
  { method, path, body, headers }: FuzzCall,
  session: Record<string, string>,
): Promise<Received> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const outgoing = send(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: {
          ...session,
          ...headers,
          ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
        },
        timeout: SLOWEST_MS * 2,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        // A stream of events goes on for minutes: its beginning is the answer.
        if (response.headers['content-type']?.startsWith('text/event-stream'))
          response.once('data', () => {
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              text: '',
              ms: performance.now() - started,
            });
            response.destroy();
          });
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - started,
          }),
        );
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.once('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Applications are answered as their protocol says: RFC 6749, 5.2. */
function isOAuthError(key: string, { type, text }: Received): boolean {
  if (!key.includes(' /oauth2/') || !type.startsWith('application/json')) return false;
  const { error, status } = JSON.parse(text) as { error?: unknown; status?: unknown };
  return status === undefined && typeof error === 'string';
}

function problemsOf({ key }: FuzzCall, answer: Received): string[] {
  const problems: string[] = [];
  if (answer.status >= 500) problems.push(`answers ${answer.status}`);
  if (answer.ms > SLOWEST_MS) problems.push(`takes more than ${SLOWEST_MS} ms`);
  if (answer.status >= 400 && isOAuthError(key, answer)) return problems;
  if (answer.status >= 400) {
    const body: unknown = answer.type.startsWith('application/json') ? JSON.parse(answer.text) : null;
    const parsed = ErrorBody.safeParse(body);
    if (!parsed.success) problems.push(`has another form of error: ${answer.status} ${answer.type}`);
    else if (parsed.data.status !== answer.status)
      problems.push(`says ${parsed.data.status} and is ${answer.status}`);
  }
  return problems;
}

let api: TestApi;
let openApi: OpenApi;
before(async () => {
  api = await startTestApi({ env: { MAILBOX: 'true', LOG_LEVEL: 'silent' } });
  const document = await api.call<ConstructorParameters<typeof OpenApi>[0]>('GET', '/services/openapi.json');
  openApi = new OpenApi(document.body);
});
after(() => api.stop());

/** All operations with requests about things of a member who shows everything and of one who shows nothing. */
async function targetsOf(owners: readonly Owner[]): Promise<FuzzTarget[]> {
  const targets: FuzzTarget[] = [];
  for (const { base, routes } of services)
    for (const { call } of routes) {
      const key = `${call.method} ${base}${call.path}`;
      const declared = OPERATION_CASES[key];
      if (!declared || !key.includes(ONLY)) continue;
      const requests: CaseRequest[] = [];
      for (const owner of owners) requests.push(await declared.request(owner));
      // Whoever waits to be deleted is shown to nobody: the other calls would find nothing.
      if (key.includes('/deletion-request')) await api.context.db.deleteFrom('deletion_requests').execute();
      targets.push({
        key,
        method: call.method,
        pattern: base + call.path,
        operation: openApi.operation(key) ?? {},
        requests,
        multipart: 'multipart' in call,
      });
    }
  for (const target of await protocolTargets(api, owners))
    if (target.key.includes(ONLY)) targets.push(target);
  return targets;
}

/** Headers of the identities. */
async function sessionsOf(owner: Owner): Promise<Record<FuzzCall['identity'], Record<string, string>>> {
  const [member, other] = [await api.signUp(), await api.signUp()];
  const bearer = ({ token }: TestMember) => ({ authorization: `Bearer ${token}` });
  return {
    visitor: {},
    member: { ...bearer(member), cookie: member.cookie },
    'other member': bearer(other),
    owner: bearer(owner.member),
  };
}

for (const seed of SEEDS)
  test(`[DATA-02] ${CASES} hostile calls of all operations: no 5xx, none slow, each refusal in the one form (seed ${seed})`, async (t) => {
    const problems = new Map<string, { count: number; example: string }>();
    const statuses = new Map<number, number>();
    let slowest = { ms: 0, key: '' };
    for (let first = 0; first < CASES; first += ROUND) {
      const owners = [await createOwner(api, 3), await createOwner(api, 0)] as const;
      const targets = await targetsOf(owners);
      const sessions = await sessionsOf(owners[0]);
      const calls = fc.sample(fuzzCalls(targets), {
        seed: seed * 1_000_003 + first,
        numRuns: Math.min(ROUND, CASES - first),
      });
      const next = calls.values();
      const work = async () => {
        for (const call of next) {
          const found = await perform(api.url, call, sessions[call.identity]).then(
            (answer) => {
              statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
              if (answer.ms > slowest.ms) slowest = { ms: answer.ms, key: call.key };
              return problemsOf(call, answer).map((problem) => ({
                problem,
                answer: answer.text.slice(0, 300),
              }));
            },
            (error: unknown) => [{ problem: `breaks off: ${String(error)}`, answer: '' }],
          );
          for (const { problem, answer } of found) {
            const name = `${call.key} ${problem}`;
            const { count, example } = problems.get(name) ?? {
              count: 0,
              example: JSON.stringify({
                ...call,
                path: call.path.slice(0, 600),
                body: typeof call.body === 'string' ? call.body.slice(0, 600) : call.body,
                answer,
              }),
            };
            problems.set(name, { count: count + 1, example });
          }
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
    }
    const alive = await api.call('GET', '/services/main/v7.1/activity_type/');
    assert.equal(alive.status, 200);
    t.diagnostic(
      `statuses ${JSON.stringify([...statuses].toSorted(([a], [b]) => a - b))}, slowest ${JSON.stringify(slowest)}`,
    );
    assert.deepEqual(
      [...problems].map(([name, { count, example }]) => `${name} (${count} times)\n${example}`),
      [],
    );
    // The calls reach the handlers: a good part of them is answered with success.
    assert.ok((statuses.get(200) ?? 0) > CASES / 10, JSON.stringify([...statuses]));
  });
