import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after, before } from 'node:test';
import { ErrorBody, SERVICE_BASES } from '@waymark/api-contract';
import { services } from '../../services.ts';
import { startTestApi, type TestApi, type TestMember } from '../api.ts';

let api: TestApi;
let member: TestMember;
before(async () => {
  api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
  member = await api.signUp();
});
after(() => api.stop());

/** A body that breaks off, or whose framing is wrong. */
interface BrokenBody {
  headers: readonly string[];
  body: string;
  /** The sender closes its side. */
  ends?: true;
}
const CHUNKED = ['transfer-encoding: chunked'];
const BROKEN_BODIES: Readonly<Record<string, BrokenBody>> = {
  'shorter than announced': { headers: ['content-length: 50'], body: '{"title"', ends: true },
  'a chunk without a length': { headers: CHUNKED, body: 'zz\r\n{}\r\n0\r\n\r\n' },
  'a second chunk without a length': { headers: CHUNKED, body: '2\r\n{}\r\nzz\r\n' },
  'a chunk longer than its length': { headers: CHUNKED, body: '1\r\n{}\r\n0\r\n\r\n' },
  'a chunk that breaks off': { headers: CHUNKED, body: '5\r\n{}', ends: true },
  'an endless chunk extension': { headers: CHUNKED, body: `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n` },
  'a wrong trailer': { headers: CHUNKED, body: '2\r\n{}\r\n0\r\nx y: 1\r\n\r\n' },
  'two lengths': { headers: ['content-length: 2', ...CHUNKED], body: '2\r\n{}\r\n0\r\n\r\n' },
  'an unknown encoding': { headers: ['transfer-encoding: gzip'], body: '{}', ends: true },
  'an unknown expectation': {
    headers: ['expect: nonsense', 'content-length: 1', 'connection: close'],
    body: '{',
  },
};

/** Everything that comes back on a connection of its own. */
function send(method: string, path: string, { headers, body, ends }: BrokenBody): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${member.token}`,
      'content-type: application/json',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    if (ends) socket.end();
  });
}

const firstAnswer = (text: string) => {
  const [head = '', rest = ''] = text.split(/\r\n\r\n([^]*)/u);
  const length = Number(/^content-length: (\d+)/imu.exec(head)?.[1] ?? 0);
  return { status: Number(head.split(' ')[1]), body: rest.slice(0, length) };
};

test('[DATA-02] a body that breaks off or is framed wrongly is refused by each operation in the one form', async () => {
  const problems: string[] = [];
  for (const { base, routes } of services)
    for (const { call } of routes) {
      if (call.method === 'GET') continue;
      const path = (base + call.path).replaceAll(/:\w+/gu, '1');
      const broken = Object.entries(BROKEN_BODIES);
      const answers = await Promise.all(broken.map(([, body]) => send(call.method, path, body)));
      for (const [i, text] of answers.entries()) {
        const { status, body } = firstAnswer(text);
        const parsed = body.startsWith('{') && ErrorBody.safeParse(JSON.parse(body));
        if (!parsed || !parsed.success || parsed.data.status !== status)
          problems.push(`${call.method} ${path}, ${broken[i]![0]}: ${text.slice(0, 200)}`);
      }
    }
  assert.deepEqual(problems, []);
});

test('[DATA-02] what follows a complete body on the same connection does not take its answer away', async () => {
  const gear = JSON.stringify({ name: 'Bike', kind: 'bike' });
  const text = await send('POST', `${SERVICE_BASES.main}/usergear/`, {
    headers: [`content-length: ${gear.length}`],
    body: `${gear}garbage\r\n\r\n`,
  });
  assert.equal(firstAnswer(text).status, 201, text);
});
