import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import test from 'node:test';
import { presentError } from './log.ts';

/** A file of Linux that takes no byte. */
const FULL_DISK = '/dev/full';

test('what identifies a person or opens a door never gets into the log', () => {
  const script = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    const log = createLog({ LOG_LEVEL: 'info' });
    log.info({ email: 'ola@example.com', password: 'hunter2', headers: { authorization: 'Bearer abc', cookie: 'c=1' } }, 'plain');
    const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ola@example.com)', parameters: ['hunter2'] });
    log.error({ err: error }, 'failed');
    setTimeout(() => {}, 50);
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString();
  const [plain, failed] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(plain?.['msg'], 'plain');
  assert.equal((failed?.['err'] as { code: string } | undefined)?.code, '23505');
  for (const secret of ['ola@', 'hunter2', 'abc', 'c=1'])
    assert.equal(output.includes(secret), false, secret);
});

test('an error that a library handed on as a plain object is logged with its message', () => {
  const copy = { message: 'terminated', stack: 'at line 1', code: '57P01', queue: 'imports.read' };
  assert.deepEqual(JSON.parse(JSON.stringify(presentError(copy))), {
    message: 'terminated',
    stack: 'at line 1',
    code: '57P01',
  });
});

test('a full disk below the log does not end the process', { skip: !existsSync(FULL_DISK) }, () => {
  const script = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    const log = createLog({ LOG_LEVEL: 'info' });
    for (let i = 0; i < 50; i++) setTimeout(() => log.info({ i }, 'x'.repeat(1000)), i);
    setTimeout(() => process.exit(42), 100);
  `;
  const output = openSync(FULL_DISK, 'w');
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', output, 'pipe'],
    });
    assert.equal(status, 42, stderr.toString());
  } finally {
    closeSync(output);
  }
});
