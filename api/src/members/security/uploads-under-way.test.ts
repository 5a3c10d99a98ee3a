import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import test, { after } from 'node:test';
import type { LoginResponse } from '@waymark/api-contract';
import sharp from 'sharp';
import { formOf, gpx } from '../../training/imports/testing/import-files.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;
const MAIN = '/services/main/v7.1';
const FILE = gpx('2026-05-01T06:00:00Z');

const send = (method: string, where: string, token: string, body?: unknown) =>
  api.call<{ token: string; connection: { upload_url: string } } & LoginResponse>(method, where, {
    token,
    headers: { 'x-requested-with': 'waymark' },
    ...(body !== undefined && { body }),
  });

interface Upload {
  method?: string;
  where: string;
  token?: string;
  body: BodyInit;
}

/** Sends the first half of a body. @returns what sends the rest, and answers with the status */
async function begin({ method = 'POST', where, token, body }: Upload): Promise<() => Promise<number>> {
  const payload = new Response(body);
  const type = payload.headers.get('content-type') ?? 'application/octet-stream';
  const bytes = Buffer.from(await payload.arrayBuffer());
  const answer = Promise.withResolvers<number>();
  const outgoing = request(
    api.url + where,
    {
      method,
      headers: {
        'content-type': where.endsWith('/workout/') ? 'application/json' : type,
        'content-length': bytes.length,
        'x-requested-with': 'waymark',
        ...(token && { authorization: `Bearer ${token}` }),
      },
    },
    (incoming) => {
      incoming.resume();
      incoming.on('end', () => answer.resolve(incoming.statusCode ?? 0));
    },
  );
  outgoing.on('error', answer.reject);
  const half = Math.floor(bytes.length / 2);
  await new Promise((resolve) => void outgoing.write(bytes.subarray(0, half), resolve));
  return () => {
    outgoing.end(bytes.subarray(half));
    return answer.promise;
  };
}

const formWith = (field: string, name: string, bytes: Uint8Array<ArrayBuffer>, type: string) => {
  const form = new FormData();
  form.append(field, new File([bytes], name, { type }));
  return form;
};

/** Each way in which a file comes in, and one long body of another call. */
async function uploadsOf(member: TestMember): Promise<Record<string, Upload>> {
  const { token, userId } = member;
  const script = await send('POST', '/internal/oauth2/tokens', token, {
    name: 'mine',
    scopes: ['workout:write'],
    days: 30,
  });
  const connection = await send('POST', `${MAIN}/remoteconnection/`, token, { type: 'upload' });
  const address = new URL(connection.body.connection.upload_url).pathname;
  const picture = new Uint8Array(
    await sharp({ create: { width: 700, height: 700, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  );
  const { id } = await log(as(api, member), {});
  const imports = { where: `${MAIN}/device/file_import/`, body: formOf([['run.gpx', FILE]]) };
  return {
    'files of a session': { ...imports, token },
    'files of a script': { ...imports, token: script.body.token },
    'a file at the upload address': { method: 'PUT', where: `${address}run.gpx`, body: FILE },
    'photos of a workout': {
      where: `${MAIN}/workout/${id}/photos/`,
      token,
      body: formWith('photo', 'top.jpg', picture, 'image/jpeg'),
    },
    'a picture of the member': {
      method: 'PUT',
      where: `${MAIN}/user_profile_photo/${userId}/`,
      token,
      body: formWith('photo', 'me.jpg', picture, 'image/jpeg'),
    },
    'a workout': {
      where: `${MAIN}/workout/`,
      token,
      body: JSON.stringify({ name: 'Later', notes: 'x'.repeat(500) }),
    },
  };
}

/** What is stored of a member, so that an upload would show. */
async function storedOf({ userId }: TestMember) {
  const count = async (table: 'file_imports' | 'workout_photos' | 'data_restores' | 'workouts') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length;
  const folder = path.join(api.context.env.DATA_DIR, 'files');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const user = await db
    .selectFrom('users')
    .select('picture_version')
    .where('id', '=', userId)
    .executeTakeFirst();
  return {
    imports: await count('file_imports'),
    photos: await count('workout_photos'),
    restores: await count('data_restores'),
    workouts: await count('workouts'),
    picture: user?.picture_version,
    files: files.filter((name) => name.includes(`/${userId}/`)),
  };
}

/** Sets a new password in another browser while bodies are on their way. @returns what each of them is answered */
async function endMeanwhile(
  member: TestMember,
  uploads: Record<string, Upload>,
): Promise<Record<string, number>> {
  const finish = new Map<string, () => Promise<number>>();
  for (const [name, upload] of Object.entries(uploads)) finish.set(name, await begin(upload));
  const { email, password } = member;
  const other = await api.call<LoginResponse>('POST', '/auth/login', { body: { email, password } });
  const changed = await send('POST', '/auth/security/password', other.body.authToken!, {
    password: 'quiet-harbour-77',
    keep: [],
  });
  assert.equal(changed.status, 200, changed.text);
  const statuses: Record<string, number> = {};
  for (const [name, end] of finish) statuses[name] = await end();
  return statuses;
}

test('[AUTH-05] what is on its way when the session, token or address ends that it came with is not stored', async () => {
  const member = await api.signUp();
  const uploads = await uploadsOf(member);
  const before = await storedOf(member);
  assert.deepEqual(await endMeanwhile(member, uploads), {
    'files of a session': 401,
    'files of a script': 401,
    'a file at the upload address': 404,
    'photos of a workout': 401,
    'a picture of the member': 401,
    'a workout': 401,
  });
  assert.deepEqual(await storedOf(member), before);
});

test('[AUTH-05] an archive that is on its way when its session ends is not brought in', async () => {
  const member = await api.signUp();
  const body = formWith('archive', 'archive.zip', new Uint8Array(2000), 'application/zip');
  const where = `${MAIN}/data_export/restore/`;
  const statuses = await endMeanwhile(member, { archive: { where, token: member.token, body } });
  assert.deepEqual(statuses, { archive: 401 });
  const { restores, files } = await storedOf(member);
  assert.deepEqual([restores, files], [0, []]);
});
