import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import test, { after } from 'node:test';
import type { DataExport, DataRestore } from '@waymark/api-contract';
import { MAX_ATTEMPTS } from '../../kernel/jobs/attempts.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as } from '../../training/workouts/testing.ts';
import { dataExportService } from './service.ts';
import { writeArchive } from './write-archive.ts';

const EXPORTS = '/data_export/';
const RESTORES = '/data_export/restore/';
const SENTENCE = /^[A-Z].{15,}[.]$/;

const api = await startTestApi();
after(() => api.stop());
const { context } = api;

/** An export and a restore whose process ended: their rows, and the file of the restore. */
async function leaveUnfinished({ userId }: TestMember) {
  const id = context.newId();
  const requested_at = new Date(context.now().getTime() - 120_000);
  const row = { user_id: userId, id, requested_at, status: 'running' as const, total: 1 };
  const file = `exports/${userId}/restore-${id}.zip`;
  await context.files.write(file, Buffer.from('PK'));
  await context.db
    .insertInto('data_exports')
    .values({ ...row, bytes: null, ready_at: null, expires_at: null })
    .execute();
  await context.db
    .insertInto('data_restores')
    .values({ ...row, done: 0, counts: '{}', problem: null })
    .execute();
  return { userId, id, file: path.join(context.env.DATA_DIR, 'files', file) };
}

type Unfinished = Awaited<ReturnType<typeof leaveUnfinished>>;

const ends: [how: string, end: (left: Unfinished) => Promise<void>][] = [
  ['the queue has given up', () => dataExportService.sweep!(context)],
  [
    'ended the process three times',
    async ({ userId, id }) => {
      for (const queue of ['data-export', 'data-restore']) {
        const key = `${userId} ${id}`;
        await context.db.insertInto('work_attempts').values({ queue, key, attempts: MAX_ATTEMPTS }).execute();
        await context.jobs.send(queue, { userId, id }, { key });
      }
    },
  ],
];
for (const [how, end] of ends)
  test(`[ACCT-05] [WORK-03] exports and restores whose work ${how} fail with a sentence, and others are taken`, async () => {
    const member = await api.signUp();
    const call = as(api, member);
    const exports = async () => (await call<{ exports: DataExport[] }>('GET', EXPORTS)).body.exports;
    const restore = async () => (await call<{ restore: DataRestore }>('GET', RESTORES)).body.restore;
    const left = await leaveUnfinished(member);
    await end(left);
    await until('both have failed', async () => {
      const [made] = await exports();
      return made?.status === 'failed' && (await restore()).status === 'failed';
    });
    assert.match((await restore()).problem ?? '', SENTENCE);
    await until('the file is removed', () => Promise.resolve(!existsSync(left.file)));
    assert.equal((await call('POST', EXPORTS)).status, 202);
    await until('the next one is made', async () =>
      (await exports()).some(({ status }) => status === 'ready'),
    );
    const form = new FormData();
    form.append('archive', new Blob(['PK']), 'archive.zip');
    assert.equal((await call('POST', RESTORES, form)).status, 202);
  });

test('[ACCT-05] an export that waits or runs is left alone, however long it takes', async () => {
  const member = await api.signUp();
  const { userId, id } = await leaveUnfinished(member);
  await context.jobs.send('data-export', { userId, id }, { key: `${userId} ${id}`, afterSeconds: 3600 });
  await dataExportService.sweep!(context);
  const { body } = await as(api, member)<{ exports: DataExport[] }>('GET', EXPORTS);
  assert.equal(body.exports[0]?.status, 'running');
});

/** The processes that write archives for this one, of which Linux tells. */
const archiveProcesses = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('archive-process')
        );
      } catch {
        return false;
      }
    });

test(
  '[ACCT-05] an archive is written in a process of its own, which ends with it; where it was killed another one begins again',
  { skip: process.platform !== 'linux' },
  async () => {
    const member = await api.signUp();
    const call = as(api, member);
    assert.equal((await call('POST', EXPORTS)).status, 202);
    const first = await until('it is being written', () => Promise.resolve(archiveProcesses()[0]));
    process.kill(first, 'SIGKILL');
    await until('it is written', async () => {
      const [made] = (await call<{ exports: DataExport[] }>('GET', EXPORTS)).body.exports;
      return made?.status === 'ready';
    });
    await until('no process of it is left', () => Promise.resolve(archiveProcesses().length === 0));
    const [archive] = (await call<{ exports: DataExport[] }>('GET', EXPORTS)).body.exports;
    const answer = await fetch(api.url + archive!.href);
    assert.equal((await answer.arrayBuffer()).byteLength, archive!.bytes);
  },
);

test(
  '[WORK-03] an export on a full disk leaves no file open',
  { skip: process.platform !== 'linux' },
  async () => {
    const { userId } = await api.signUp();
    const key = `photos/${userId}/large.webp`;
    await context.files.write(key, Readable.from([randomBytes(4_000_000)], { objectMode: false }));
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(key);
        } catch {
          return false;
        }
      });
    let wasOpen = false;
    const full = new Writable({
      write(_chunk, _encoding, done) {
        wasOpen ||= isOpen();
        done(wasOpen ? Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) : null);
      },
    });
    const source = writeArchive(context, userId, () => undefined);
    await assert.rejects(pipeline(source, full), { code: 'ENOSPC' });
    assert.ok(wasOpen, 'the disk was full in the middle of the photo');
    await until('the photo is closed', () => Promise.resolve(!isOpen()));
  },
);
