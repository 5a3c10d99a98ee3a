import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import test, { after, type TestContext } from 'node:test';
import { type Connection, SERVICE_BASES } from '@waymark/api-contract';
import { gpx } from '@waymark/api/src/training/imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '@waymark/api/src/testing/api.ts';
import { until } from '@waymark/api/src/testing/mail.ts';
import { as, log } from '@waymark/api/src/training/workouts/testing.ts';
import { startTestEdge } from '@waymark/host/edge/testing/edge';
import { openRaw } from '@waymark/host/edge/testing/raw';

const MAIN = SERVICE_BASES.main;
/** Places of uploads at the edge; a network has 16 of them, and a member as many at the API. */
const PLACES = 64;
const NETWORKS = 5;
const PER_NETWORK = 16;
const KB = 1024;
const BODY = 'x'.repeat(65 * KB);

/** The beginning of an upload, of which nothing more comes. */
const unfinished = (target: string, headers: Record<string, string>) =>
  [
    `POST ${target} HTTP/1.1`,
    'host: localhost',
    'x-requested-with: waymark',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${1000 * KB}`,
    '',
    '',
  ].join('\r\n');
const PART = '--zz\r\nContent-Disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n';
const FORM = 'multipart/form-data; boundary=zz';
const formOf = ({ token }: TestMember, path: string) =>
  unfinished(MAIN + path, { authorization: `Bearer ${token}`, 'content-type': FORM }) + PART + BODY;

/** What a member uploads, by each kind of call that takes a long body. */
const KINDS: Record<string, (api: TestApi, member: TestMember) => string | Promise<string>> = {
  files: (_api, member) => formOf(member, '/device/file_import/'),
  photos: async (api, member) => formOf(member, `/workout/${(await log(as(api, member))).id}/photos/`),
  'an archive': (_api, member) => formOf(member, '/data_export/restore/'),
  async 'files to an upload address'(api, member) {
    const { body } = await as(api, member)<{ connection: Connection }>('POST', '/remoteconnection/', {
      type: 'upload',
    });
    const { pathname } = new URL(body.connection.upload_url!);
    return unfinished(`${pathname}a.gpx`, { 'content-type': 'application/gpx+xml' }) + BODY;
  },
  'long JSON': (_api, { token }) =>
    unfinished(`${MAIN}/workout/`, {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }) + `{"name":"${BODY}`,
};

interface Held {
  socket: Socket;
  text: string;
}

async function openUploads(t: TestContext, url: string, first: string): Promise<Held[]> {
  const held: Held[] = [];
  t.after(() => held.forEach(({ socket }) => socket.destroy()));
  for (let network = 0; network < NETWORKS; network++)
    for (let n = 0; n < PER_NETWORK; n++) {
      const upload: Held = { socket: await openRaw(url, `127.0.0.${network + 2}`), text: '' };
      upload.socket.on('error', () => {});
      upload.socket.on('data', (part: Buffer) => (upload.text += part.toString('latin1')));
      upload.socket.write(first);
      held.push(upload);
    }
  return held;
}

const api = await startTestApi({ env: { RATE_LIMITS: 'true' } });
after(() => api.stop());

for (const [kind, begin] of Object.entries(KINDS))
  test(`[DATA-02] [WORK-03] one member takes a share of the places for uploads, whatever addresses they come from: ${kind}`, async (t) => {
    const [member, other] = [await api.signUp(), await api.signUp()];
    const first = await begin(api, member);
    const { edge } = await startTestEdge(t, { apiUrl: api.url, maxApiRequests: { uploads: PLACES } });
    const held = await openUploads(t, edge.url, first);
    const refused = () => held.filter(({ text }) => text.startsWith('HTTP/1.1 429 '));
    await until('all but the share of the member are refused', () =>
      Promise.resolve(refused().length === held.length - 16),
    );
    for (const { text } of refused()) {
      assert.match(text, /\r\nretry-after: 10\r\n/i);
      assert.match(
        text,
        /16 of your uploads are under way\. Wait for one of them, then send this one again\./,
      );
    }
    // Somebody else uploads at once.
    const form = new FormData();
    form.append('file', new Blob([gpx('2026-05-01T06:00:00Z', { points: 3000 })]), 'mine.gpx');
    const answer = await fetch(`${edge.url}${MAIN}/device/file_import/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.token}`, 'x-requested-with': 'waymark' },
      body: form,
    });
    assert.equal(answer.status, 202, await answer.text());
    // A place that is given up is there for the member again.
    for (const { socket } of held) socket.destroy();
    await until('the member uploads again', async () => {
      const again = await as(api, member)('POST', '/device/file_import/', form);
      return again.status === 202;
    });
  });
