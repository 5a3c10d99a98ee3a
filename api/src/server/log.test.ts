import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';

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
