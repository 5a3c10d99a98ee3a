import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { hostileFiles } from '../../../recordings/testing/hostile-files.ts';
import type { HostileOutcome } from '../testing/hostile-run.ts';

/** All files in one process, one after the other, so that memory that is not given back shows. */
async function outcomes(): Promise<Map<string, HostileOutcome>> {
  const child = fork(new URL('../testing/hostile-run.ts', import.meta.url), { stdio: 'inherit' });
  const found = new Map<string, HostileOutcome>();
  child.on('message', (outcome: HostileOutcome) => found.set(outcome.name, outcome));
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0, 'the process that reads hostile files died');
  return found;
}

test('[WORK-03] every hostile file is refused, or read in part, with a sentence, within a second and 200 MB', async (t) => {
  const [files, found] = await Promise.all([hostileFiles(), outcomes()]);
  assert.ok(files.length >= 40, `${files.length} files`);
  for (const { name, expect } of files) {
    await t.test(name, () => {
      const outcome = found.get(name);
      assert.ok(outcome, 'no answer');
      if (typeof expect === 'string') {
        assert.equal(outcome.code, expect, outcome.message);
        assert.match(outcome.message, /^[A-Z].{15,}[.]$/);
      } else {
        assert.equal(outcome.code, null, outcome.message);
        assert.ok(outcome.points >= expect.kept, `${outcome.points} points kept`);
        if (expect.warning) assert.match(outcome.warnings.join(' '), expect.warning);
        for (const warning of outcome.warnings) assert.match(warning, /^[A-Z0-9].{15,}[.]$/);
      }
      assert.ok(outcome.milliseconds < 1000, `took ${outcome.milliseconds} ms`);
      assert.ok(outcome.megabytes < 200, `grew by ${outcome.megabytes} MB`);
    });
  }
});
