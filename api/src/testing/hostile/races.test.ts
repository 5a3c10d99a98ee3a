import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ErrorBody, SERVICE_BASES } from '@waymark/api-contract';
import { services } from '../../services.ts';
import type { Answer } from '../api.ts';
import { RUN } from '../../training/workouts/testing.ts';
import { addressOf, type CaseRequest } from './operation-case.ts';
import { OPERATION_CASES } from './operation-cases.ts';
import { createWorld, type Owner, type World } from './world.ts';

const MAIN = SERVICE_BASES.main;
const writes = services
  .flatMap(({ base, routes }) =>
    routes.map(({ call }) => ({
      call,
      key: `${call.method} ${base}${call.path}`,
      pattern: base + call.path,
    })),
  )
  .filter(
    ({ call, key }) =>
      call.method !== 'GET' || key.includes('privacy_toggle') || key.includes('refresh-token'),
  );

let world: World;
let owner: Owner;
/** A second session of the owner. */
let secondToken: string;
before(async () => {
  world = await createWorld();
  owner = world.owners[3];
  secondToken = await logIn();
});
after(() => world.api.stop());

async function logIn(): Promise<string> {
  const { email, password } = owner.member;
  const { body } = await world.api.call<{ authToken: string }>('POST', '/auth/login', {
    body: { email, password },
  });
  return body.authToken;
}

function problemsOf(what: string, answers: Answer[]): string[] {
  return answers.flatMap(({ status, body, text }) => {
    if (status >= 500) return [`${what}: ${status} ${text}`];
    return status >= 400 && !ErrorBody.safeParse(body).success
      ? [`${what}: ${status} in another form ${text}`]
      : [];
  });
}

const problemsUnder500 = (answers: Answer[]) => assert.deepEqual(problemsOf('upload', answers), []);

const perform = (method: string, pattern: string, request: CaseRequest, token: string, cookie?: string) => {
  const body = request.newBody ? request.newBody() : request.body;
  return world.api.call(method, addressOf(pattern, request), {
    token,
    ...(cookie && { cookie }),
    ...(request.headers && { headers: request.headers }),
    ...(body !== undefined && { body }),
  });
};

test('[DATA-02] each write, sent four times at once by two sessions of a member, ends in order', async () => {
  const problems: string[] = [];
  for (const { key, call, pattern } of writes) {
    const request = await OPERATION_CASES[key]!.request(owner);
    const cookie = request.spendsCookie ? await world.newCookie(owner.member) : undefined;
    const tokens = [owner.member.token, secondToken, owner.member.token, secondToken];
    const answers = await Promise.all(
      tokens.map((token) => perform(call.method, pattern, request, token, cookie)),
    );
    problems.push(...problemsOf(key, answers));
    if (request.endsSessions) {
      owner.member.token = await logIn();
      secondToken = await logIn();
    }
    const isDeletion = call.method === 'DELETE' && pattern.endsWith(':id/');
    // A deletion may be repeated: whoever comes later finds the thing gone or is told that it is.
    if (isDeletion && !answers.every(({ status }) => status === 204 || status === 404))
      problems.push(`${key}: deleted ${answers.map(({ status }) => status).join(' ')}`);
    if (request.watch)
      problems.push(...problemsOf(`${key} then ${request.watch}`, [await owner.call('GET', request.watch)]));
  }
  assert.deepEqual(problems, []);
});

/** Deletions of the things that writes are about, by the beginning of their address. */
const DELETIONS: Record<string, string> = {
  [`${MAIN}/workout/:id/`]: `${MAIN}/workout/:id/`,
  [`${SERVICE_BASES.internal}/cutWorkout/:id`]: `${MAIN}/workout/:id/`,
  [`${SERVICE_BASES.internal}/splitWorkout/:id`]: `${MAIN}/workout/:id/`,
  [`${MAIN}/workout_photo/:id/`]: `${MAIN}/workout_photo/:id/`,
  [`${MAIN}/usergear/:id/`]: `${MAIN}/usergear/:id/`,
  [`${MAIN}/privacy_zones/:id/`]: `${MAIN}/privacy_zones/:id/`,
  [`${MAIN}/route/:id/`]: `${MAIN}/route/:id/`,
  [`${MAIN}/device/file_import/:id/`]: `${MAIN}/device/file_import/:id/`,
};

test('[DATA-02] each write about a thing that another session deletes meanwhile ends in order', async () => {
  const problems: string[] = [];
  let raced = 0;
  for (const { key, call, pattern } of writes) {
    const deletion = Object.entries(DELETIONS).find(([start]) => pattern.startsWith(start))?.[1];
    if (!deletion) continue;
    // Which of the two comes first is open: with the write ahead by one, and the other way round.
    for (const isDeletionFirst of [true, false]) {
      const request = await OPERATION_CASES[key]!.request(owner);
      if (!request.watch) continue;
      raced++;
      const write = () => perform(call.method, pattern, request, owner.member.token);
      const remove = () => perform('DELETE', deletion, { params: request.params! }, secondToken);
      const answers = await Promise.all(isDeletionFirst ? [remove(), write()] : [write(), remove()]);
      problems.push(...problemsOf(`${key} with a deletion`, answers));
      problems.push(...problemsOf(`${key} then ${request.watch}`, [await owner.call('GET', request.watch)]));
    }
  }
  assert.deepEqual(problems, []);
  assert.ok(raced > 20, String(raced));
});

test('[DATA-03] an answer that is asked for by its tag is not confirmed to those who may not read it', async () => {
  const hidden = world.owners[0];
  for (const { pattern, request } of [
    { pattern: `${MAIN}/workout/:id/streams/`, request: { params: { id: hidden.recorded.id } } },
    { pattern: `${MAIN}/workout/:id/`, request: { params: { id: hidden.recorded.id } } },
    { pattern: `${MAIN}/route/:id/packed/`, request: { params: { id: hidden.routeId } } },
    {
      pattern: `${MAIN}/workout/:id/export/`,
      request: { params: { id: hidden.recorded.id }, query: { format: 'fit' } },
    },
  ]) {
    const own = await perform('GET', pattern, request, hidden.member.token);
    assert.equal(own.status, 200, pattern);
    for (const tag of ['*', own.headers.get('etag') ?? '"x"']) {
      const theirs = await perform(
        'GET',
        pattern,
        { ...request, headers: { 'if-none-match': tag } },
        world.stranger.token,
      );
      assert.equal(theirs.status, 404, `${pattern} ${tag}`);
    }
  }
});

test('[SESS-06] of calls with one key and different bodies at the same time one creates, the others are told', async () => {
  const create = (n: number) =>
    owner.call('POST', '/workout/', { ...RUN, name: `Body ${n}` }, { 'idempotency-key': 'shared' });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(create));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 422, 422, 422, 422],
  );
});

test('[DATA-02] names of any length in an upload are refused or cut, and never break the answer', async () => {
  for (const length of [300, 20_000, 200_000]) {
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(100)]), `${'ä'.repeat(length)}.gpx`);
    form.append('n'.repeat(length), 'value');
    const upload = await owner.call('POST', '/device/file_import/', form);
    const photo = await owner.call('POST', `/workout/${owner.logged.id}/photos/`, form);
    problemsUnder500([upload, photo]);
  }
  const many = new FormData();
  for (let n = 0; n < 3000; n++) many.append(`field${n}`, 'x');
  problemsUnder500([await owner.call('POST', '/device/file_import/', many)]);
});
