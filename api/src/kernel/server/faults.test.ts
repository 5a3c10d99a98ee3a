import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { type FileImportList, SERVICE_BASES } from '@waymark/api-contract';
import { startProcess } from '../../testing/api-process.ts';
import { formOf, gpx } from '../../training/imports/testing/import-files.ts';
import { withFaults } from '../../testing/inject-faults.ts';
import { signUpAt } from '../../testing/member.ts';
import { until } from '../../testing/mail.ts';

const IMPORTS = `${SERVICE_BASES.main}/device/file_import/`;

function dataFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-faults-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('[WORK-03] an error that nobody handles is logged with its request, which is answered, and ends the process', async (t) => {
  const folder = dataFolder(t);
  const faults = path.join(folder, 'faults');
  const api = await startProcess(folder, withFaults(faults));
  t.after(() => api.kill());
  const { access_token: token } = await signUpAt(api.url);
  const headers = { authorization: `Bearer ${token}` };
  writeFileSync(faults, 'fault');
  const body = formOf([['run.gpx', gpx('2026-03-01T08:00:00Z')]]);
  const answer = await fetch(api.url + IMPORTS, { method: 'POST', headers, body });
  assert.equal(answer.status, 202, await answer.text());
  assert.equal(await api.ended, 1);
  const fatal = api
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ level }) => level === 'fatal');
  assert.equal(fatal?.['call'], `POST ${IMPORTS}`);
  assert.equal(typeof fatal?.['request'], 'string');
  assert.match(JSON.stringify(fatal?.['err']), /injected fault/);

  rmSync(faults);
  const next = await startProcess(folder);
  t.after(() => next.stop());
  await until('what was acknowledged is read', async () => {
    const list = (await (await fetch(next.url + IMPORTS, { headers })).json()) as FileImportList;
    return list._embedded.file_imports[0]?.state === 'ready';
  });
});
