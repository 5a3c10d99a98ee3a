import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import test, { after, before } from 'node:test';
import { type ErrorBody, type FileImportList, UPLOAD_MAX_BYTES } from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as } from '../workouts/testing.ts';
import { type File, formOf, gpx, importAll, settled } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const keptBy = ({ userId }: TestMember): string[] => {
  const folder = path.join(api.context.env.DATA_DIR, 'files', 'imports', String(userId));
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const BOUNDARY = 'a-boundary-of-parts';
const head = (name: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;

test('[SESS-06] [WORK-03] an upload whose answer was lost may be sent again: each file is there once', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const send = (files: readonly File[]) =>
    call<FileImportList & ErrorBody>('POST', '/device/file_import/', formOf(files), {
      'idempotency-key': 'one upload',
    });
  const morning = ['morning.gpx', gpx('2026-05-01T06:00:00Z')] as const;
  const evening = ['evening.gpx', gpx('2026-05-01T18:00:00Z')] as const;
  const idsOf = ({ body }: { body: FileImportList }) => body._embedded.file_imports.map(({ id }) => id);
  // The first broke off behind its first file.
  const [first] = idsOf(await send([morning]));
  const [again, together] = await Promise.all([send([morning, evening]), send([morning, evening])]);
  assert.deepEqual([again.status, together.status], [202, 202]);
  assert.equal(idsOf(again)[0], first);
  assert.deepEqual(idsOf(again), idsOf(together));
  const all = await settled(call);
  assert.deepEqual(all.map(({ file_name, state }) => `${file_name} ${state}`).toSorted(), [
    'evening.gpx ready',
    'morning.gpx ready',
  ]);
  assert.equal(keptBy(member).length, 2);
  const other = await send([['other.gpx', gpx('2026-05-02T06:00:00Z')]]);
  assert.deepEqual([other.status, other.body.error], [422, 'idempotency_key_reused']);
});

/** Sends a body in pieces, as no FormData could: without holding it. */
async function stream(
  member: TestMember,
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
) {
  const sent = request(`${api.url}/services/main/v7.1/device/file_import/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
      });
    });
  });
  // A body that breaks off ends both; one of the two is enough to hear of.
  answered.catch(() => undefined);
  await pipeline(Readable.from(pieces), sent);
  return answered;
}

function* oversized(): Generator<string | Buffer> {
  const zeros = Buffer.alloc(4 * 1024 * 1024);
  for (let sent = 0; sent <= UPLOAD_MAX_BYTES; sent += zeros.length) yield zeros;
}

test('[WORK-03] a file above the limit is refused by name, the others of the upload go on', async () => {
  const member = await api.signUp();
  const answer = await stream(
    member,
    (function* () {
      yield head('huge.gpx');
      yield* oversized();
      yield `\r\n${head('small.gpx')}${gpx('2026-05-01T06:00:00Z')}\r\n--${BOUNDARY}--\r\n`;
    })(),
  );
  assert.equal(answer.status, 202);
  const files = (answer.body as FileImportList)._embedded.file_imports;
  const huge = files.find(({ file_name }) => file_name === 'huge.gpx')!;
  assert.deepEqual([huge.state, huge.problem?.code], ['failed', 'too_large']);
  assert.match(huge.problem!.message, /^huge\.gpx is larger than 256 MB/u);
  const small = (await settled(as(api, member))).find(({ file_name }) => file_name === 'small.gpx')!;
  assert.equal(small.state, 'ready');
  assert.equal(keptBy(member).length, 1);
});

test('[WORK-03] one file above the limit alone is a 413 that names it', async () => {
  const member = await api.signUp();
  const answer = await stream(
    member,
    (function* () {
      yield head('huge.fit');
      yield* oversized();
      yield `\r\n--${BOUNDARY}--\r\n`;
    })(),
  );
  assert.equal(answer.status, 413);
  assert.match((answer.body as ErrorBody).error_description, /huge\.fit/u);
  assert.deepEqual(keptBy(member), []);
});

/** Lets the disk run full in the middle of files whose content begins with FULL. */
function fillDisk(t: test.TestContext): void {
  const real = api.context.files.write.bind(api.context.files);
  t.mock.method(api.context.files, 'write', (key: string, from: Readable) => {
    async function* failing() {
      for await (const chunk of from) {
        const bytes = chunk as Buffer;
        yield bytes;
        if (bytes.toString('latin1', 0, 4) === 'FULL') {
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        }
      }
    }
    return real(key, Readable.from(failing(), { objectMode: false }));
  });
}

test('[WORK-03] a full disk is reported, and nothing is stored in part', async (t) => {
  const member = await api.signUp();
  const call = as(api, member);
  fillDisk(t);
  const full: File = ['big.gpx', `FULL${'x'.repeat(3_000_000)}`];
  const alone = await call<ErrorBody>('POST', '/device/file_import/', formOf([full]));
  assert.deepEqual([alone.status, alone.body.error], [507, 'storage_full']);
  assert.match(alone.body.error_description, /^big\.gpx: There is no room/u);
  assert.deepEqual(keptBy(member), []);
  assert.deepEqual(await settled(call), []);
  const files = await importAll(call, [full, ['fits.gpx', gpx('2026-05-01T06:00:00Z')]]);
  assert.equal(files.get('big.gpx')!.problem?.code, 'storage_full');
  assert.equal(files.get('fits.gpx')!.state, 'ready');
  assert.equal(keptBy(member).length, 1);
});

test('[WORK-03] an interrupted upload keeps the files that arrived completely and nothing else', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const broken = stream(
    member,
    (async function* () {
      yield `${head('whole.gpx')}${gpx('2026-05-01T06:00:00Z')}\r\n`;
      yield `${head('part.gpx')}<gpx><trk>`;
      while ((await settled(call)).length === 0);
      throw new Error('the line is dead');
    })(),
  );
  await assert.rejects(broken);
  const until = Date.now() + 10_000;
  const files = await settled(call);
  assert.deepEqual(
    files.map(({ file_name, state }) => [file_name, state]),
    [['whole.gpx', 'ready']],
  );
  while (keptBy(member).length > 1 && Date.now() < until) await settled(call);
  assert.equal(keptBy(member).length, 1);
});

test('[WORK-03] the files of a zip replace it on the list, files without a workout share one row', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const zip = await zipOf([
    ['2026/run.gpx', gpx('2026-05-01T06:00:00Z')],
    ['2026/ride.gpx', gpx('2026-05-02T06:00:00Z', { type: 'cycling' })],
    ['readme.txt', 'hello'],
    ['__MACOSX/._run.gpx', 'clutter'],
  ]);
  const files = await importAll(call, [['export.zip', zip]]);
  assert.deepEqual([...files.keys()].toSorted(), ['export.zip', 'ride.gpx', 'run.gpx']);
  for (const file of files.values()) assert.equal(file.archive_name, 'export.zip');
  assert.equal(files.get('run.gpx')!.state, 'ready');
  assert.equal(files.get('ride.gpx')!.workouts[0]!.activity_group, 'ride');
  const note = files.get('export.zip')!;
  assert.deepEqual([note.state, note.problem?.code], ['skipped', 'left_out']);
  assert.match(note.problem!.message, /^Left out, because they hold no workout: 1 other file\.$/u);
  // The originals of the workouts are kept for their owner: the archive goes with the last of its files.
  const originals = ['run.gpx', 'ride.gpx'].map((name) => String(files.get(name)!.id)).toSorted();
  const until = Date.now() + 10_000;
  while (keptBy(member).toSorted().join() !== originals.join() && Date.now() < until) await settled(call);
  assert.deepEqual(keptBy(member).toSorted(), originals);
});

test('[WORK-03] a zip with outside paths or a missing end is refused as a whole', async () => {
  const call = as(api, await api.signUp());
  const zip = await zipOf([['inside.gpx', gpx('2026-05-01T06:00:00Z')]]);
  const outside = Buffer.from(zip.toString('latin1').replaceAll('inside.gpx', '../../x.gp'), 'latin1');
  const files = await importAll(call, [
    ['outside.zip', new Uint8Array(outside)],
    ['cut.zip', new Uint8Array(zip.subarray(0, zip.length - 30))],
  ]);
  assert.equal(files.get('outside.zip')!.problem?.code, 'zip_path');
  assert.equal(files.get('cut.zip')!.problem?.code, 'zip_damaged');
  assert.equal(files.size, 2);
});

test('[WORK-03] of more than 500 files in one upload the first 500 are stored, and a row names the limit', async () => {
  const member = await api.signUp();
  const files = Array.from({ length: 503 }, (_, n) => `${head(`file${n}.gpx`)}<gpx/>${n}\r\n`);
  const answer = await stream(member, [...files, `--${BOUNDARY}--\r\n`]);
  assert.equal(answer.status, 202);
  const { _embedded, total_count } = answer.body as FileImportList;
  const refused = _embedded.file_imports.filter(({ problem }) => problem?.code === 'too_many_files');
  assert.deepEqual([total_count, refused.length], [501, 1]);
  assert.match(refused[0]!.problem!.message, /The first 500 of this one are here; send the others again\.$/u);
});
