import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before } from 'node:test';
import type { ErrorBody } from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';

const MAIN = '/services/main/v7.1';
let api: TestApi;
let member: TestMember;
let calls: [method: string, path: string][];

before(async () => {
  api = await startTestApi();
  member = await api.signUp();
  const workout = await log(as(api, member), {});
  calls = [
    ['PUT', `${MAIN}/user_profile_photo/${member.userId}/`],
    ['POST', `${MAIN}/workout/${workout.id}/photos/`],
    ['POST', `${MAIN}/device/file_import/`],
    ['POST', `${MAIN}/route/read_file/`],
  ];
});
after(() => api.stop());

interface Told {
  status: number;
  text: string;
}

/** Asks over the one connection of a pool, as a proxy in front would. */
function send(
  agent: http.Agent,
  [method, path]: [method: string, path: string],
  type?: string,
  body?: Buffer,
): Promise<Told> {
  const headers = {
    authorization: `Bearer ${member.token}`,
    ...(body && { 'content-type': type, 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(api.url + path, { method, agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    // Long enough for a busy machine: what hangs never answers.
    request.setTimeout(60_000, () => request.destroy(new Error(`${method} ${path} hangs`)));
    request.on('error', reject);
    request.end(body);
  });
}

const LARGE = 900_000;
const part = (name: string, file: string, size: number, type = 'image/png') =>
  Buffer.concat([
    Buffer.from(
      `--zz\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n`,
    ),
    Buffer.from(`Content-Type: ${type}\r\n\r\n`),
    Buffer.alloc(size, 65),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--zz--\r\n');
const fields = Array.from({ length: 25 }, (_, n) => part(`field${n}`, '', 10, 'text/plain'));

const BODIES: Record<string, Buffer> = {
  'a file in the wrong field': Buffer.concat([part('file', 'a.png', LARGE), END]),
  'a file of the wrong type': Buffer.concat([part('photo', 'a.txt', LARGE, 'text/plain'), END]),
  'a file too large': Buffer.concat([part('photo', 'a.png', 3 * LARGE), END]),
  'a second file': Buffer.concat([part('photo', 'a.png', 10), part('photo', 'b.png', LARGE), END]),
  'fields only': Buffer.concat([part('x', '', LARGE, 'text/plain'), END]),
  'too many fields': Buffer.concat([...fields, part('photo', 'a.png', LARGE), END]),
  'a name that no field can have': Buffer.concat([part('constructor', 'a.png', LARGE), END]),
  'a file without an end': part('photo', 'a.png', LARGE),
  garbage: Buffer.alloc(LARGE, 66),
  'a header without an end': Buffer.concat([
    Buffer.from(`--zz\r\nContent-Disposition: form-data; name="${'x'.repeat(200_000)}"\r\n\r\n`),
    Buffer.alloc(LARGE),
  ]),
};

for (const [what, body] of Object.entries(BODIES))
  test(`${what}: an upload is answered in words, and the next call on its connection, too`, async (t) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    for (const call of calls) {
      const told = await send(agent, call, 'multipart/form-data; boundary=zz', body);
      assert.ok(told.status < 500, `${call.join(' ')}: ${told.status} ${told.text}`);
      if (told.status >= 400) {
        const { error_description: sentence } = JSON.parse(told.text) as ErrorBody;
        assert.match(sentence, /^\S.{15,}\.$/, call.join(' '));
        assert.notEqual(sentence, 'This request is not valid.');
      }
      assert.equal((await send(agent, ['GET', '/livez'])).status, 200, `after ${call.join(' ')}`);
    }
  });

test('an upload that names no boundary is refused in words', async () => {
  for (const [method, path] of calls) {
    const answer = await api.call<ErrorBody>(method, path, {
      token: member.token,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    assert.deepEqual([answer.status, answer.body.error], [400, 'upload_broken'], path);
  }
});

test('a body of another type is told which one the call takes', async () => {
  const wrong = async (method: string, path: string, type: string) => {
    const headers = { 'content-type': type };
    const answer = await api.call<ErrorBody>(method, path, { token: member.token, body: '{}', headers });
    return [answer.status, answer.body.error_description];
  };
  for (const [method, path] of calls)
    for (const type of ['text/csv', 'text/plain', 'application/json'])
      assert.deepEqual(
        await wrong(method, path, type),
        [415, 'Send this as multipart/form-data.'],
        path + type,
      );
  assert.deepEqual(await wrong('PUT', `${MAIN}/user/${member.userId}/`, 'text/csv'), [
    415,
    'Send this as application/json.',
  ]);
});
