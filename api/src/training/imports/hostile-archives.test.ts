import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type FileImport, type FileImportList, SERVICE_BASES } from '@waymark/api-contract';
import { chance } from '../sample-workouts/chance.ts';
import { signUpAt } from '../../testing/member.ts';
import { type ApiProcess, startProcess } from '../../testing/api-process.ts';
import { type HostileArchive, hostileArchives } from './testing/hostile-archives.ts';
import { formOf } from './testing/import-files.ts';

/** HOSTILE_ROUNDS=50 HOSTILE_SEED=7 for a long run; each further round has every kind in an archive of its own. */
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? 1);
const SEED = Number(process.env['HOSTILE_SEED'] ?? 1);
const SLOWEST_CALL_MS = 5000;
const LONGEST_IMPORT_MS = 60_000;
const FINAL_STATES = new Set<FileImport['state']>(['ready', 'duplicate', 'failed', 'skipped']);
const SENTENCE = /^[A-Z0-9].{10,}[.]$/s;

test(`[WORK-03] archives with false headers fail with a sentence and block nobody (seed ${SEED})`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-lies-'));
  const api = await startProcess(folder);
  let running: ApiProcess = api;
  t.after(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: sender } = await signUpAt(api.url);
  const { access_token: other } = await signUpAt(api.url, 'other@example.com');
  const call = async <T>(token: string, where: string, body?: FormData): Promise<T> => {
    const answer = await fetch(`${running.url}${SERVICE_BASES.main}${where}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(SLOWEST_CALL_MS),
      ...(body && { body }),
    });
    if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const untilRead = async (query = 'limit=500'): Promise<FileImport[]> => {
    const end = Date.now() + LONGEST_IMPORT_MS;
    for (;;) {
      const list = await call<FileImportList>(sender, `/device/file_import/?${query}`);
      await call(other, '/user/self/');
      if (list.pending === 0) return list._embedded.file_imports;
      assert.ok(Date.now() < end, 'the archive is read to its end');
      await wait(20);
    }
  };

  for (let round = 0; round < ROUNDS; round++) {
    const archives = hostileArchives(chance(SEED + round), round);
    const sent = new Map<number, HostileArchive>();
    for (const archive of archives) {
      const file = [`${archive.name}.zip`, archive.bytes] as const;
      const { _embedded } = await call<FileImportList>(sender, '/device/file_import/', formOf([file]));
      sent.set(_embedded.file_imports[0]!.batch_id, archive);
    }
    const all = await untilRead();
    for (const [batchId, { name, honestEntries }] of sent)
      await t.test(name, () => {
        const files = all.filter(({ batch_id }) => batch_id === batchId);
        const outcome = JSON.stringify(files.map((file) => [file.file_name, file.state, file.problem?.code]));
        assert.ok(files.length > 0, 'something is said of it');
        for (const { file_name, state, problem } of files) {
          assert.ok(FINAL_STATES.has(state), `${file_name} is ${state}`);
          if (state === 'failed') assert.match(problem?.message ?? '', SENTENCE, file_name);
        }
        const read = files.filter(
          ({ state, file_name }) => state === 'ready' && file_name.startsWith('honest'),
        );
        assert.ok(read.length >= honestEntries, outcome);
      });
  }

  await t.test('a restart finds nothing to do', async () => {
    await running.stop();
    running = await startProcess(folder);
    await untilRead('limit=1');
  });
});
