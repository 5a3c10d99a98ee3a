import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { connect } from '@waymark/api/src/kernel/database/connect.ts';
import { migrate } from '@waymark/api/src/kernel/database/migrate.ts';
import { createJobs } from '@waymark/api/src/kernel/jobs/jobs.ts';
import { createLog } from '@waymark/api/src/kernel/server/log.ts';
import { migrations } from '@waymark/api/src/migrations.ts';
import { testDatabase } from '@waymark/api/src/testing/database.ts';
import { until } from '@waymark/api/src/testing/mail.ts';
import { builtRemote } from '@waymark/host/edge/testing';

async function commandLine(t: TestContext, env: Record<string, string> = {}) {
  const data = await mkdtemp(path.join(tmpdir(), 'waymark-cli-'));
  t.after(() => rm(data, { recursive: true, force: true }));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, '../waymark.ts'), ...args],
      { encoding: 'utf8', env: { ...process.env, DATA_DIR: data, USER: 'robin', ...env } },
    );
    return { status, out: stdout.trim(), error: stderr.trim() };
  };
  return { data, run };
}

test('[PLAT-03] deploy, rollback and history from the command line', async (t) => {
  const { data, run } = await commandLine(t);
  const first = await builtRemote(data, { code: 'first' });
  const second = await builtRemote(data, { code: 'second', version: '1.1.0' });
  assert.match(run('list').out, /Nothing is deployed/);
  assert.match(
    run('deploy', 'mfe-trails', '--dist', first.dist).out,
    /^mfe-trails 1\.0\.0\+\w{8} is live\.$/,
  );
  run('deploy', 'mfe-trails', '--dist', second.dist, '--note', 'new list');
  assert.match(run('list').out, /mfe-trails +live 1\.1\.0\+\w+ +before 1\.0\.0/);
  assert.match(run('rollback', 'mfe-trails').out, /^mfe-trails 1\.0\.0\+\w+ is live again/);
  const lines = run('history', 'mfe-trails').out.split('\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1] ?? '', /deploy .*1\.1\.0.*by robin {2}new list/);
  const again = run('rollback', 'mfe-trails');
  assert.deepEqual([again.status, again.out], [1, '']);
  assert.match(again.error, /nothing to roll back to/);
});

test('[PLAT-04] a canary from the command line', async (t) => {
  const { data, run } = await commandLine(t);
  const first = await builtRemote(data, { code: 'first' });
  const second = await builtRemote(data, { code: 'second' });
  run('deploy', 'mfe-trails', '--dist', first.dist);
  assert.match(run('deploy', 'mfe-trails', '--dist', second.dist, '--canary', '10').out, /out for 10 % of/);
  assert.match(run('withdraw', 'mfe-trails').out, /withdrawn/);
  assert.equal(run('promote', 'mfe-trails').status, 1);
});

test('[PLAT-15] verify fails on a changed file', async (t) => {
  const { data, run } = await commandLine(t);
  const { dist, manifest } = await builtRemote(data);
  run('deploy', 'mfe-trails', '--dist', dist);
  assert.equal(run('verify').status, 0);
  const version = `${manifest.version}+${manifest.hash.slice(0, 8)}`;
  await appendFile(path.join(data, 'platform/remotes/mfe-trails', version, manifest.entry), ' ');
  const found = run('verify', 'mfe-trails');
  assert.equal(found.status, 2);
  assert.match(found.out, /is not the file/);
});

test('a wrong command line says what is wrong and what there is', async (t) => {
  const { data, run } = await commandLine(t);
  const { dist } = await builtRemote(data);
  for (const [args, message] of [
    [[], /Say what to do/],
    [['explode'], /no command "explode"/],
    [['deploy'], /which remote to deploy/],
    [['retry'], /Say what to retry/],
    [['send-news'], /Say which file to send/],
    [['list', '--dry-run'], /--dry-run belongs to send-news/],
    [['rollback', 'a', 'b'], /"b" is one name too many/],
    [['deploy', 'mfe-trails', '--canary', 'ten'], /takes a whole percentage/],
  ] as const) {
    const { status, error } = run(...args);
    assert.equal(status, 64);
    assert.match(error, message);
    assert.match(error, /npm run waymark -- COMMAND/);
  }
  assert.match(run('deploy', 'mfe-other', '--dist', dist).error, /holds mfe-trails, not mfe-other/);
  assert.match(run('deploy', 'mfe-nothing').error, /no remote "mfe-nothing" here/);
});

test('[PRIV-06] what could not be sent is listed and sent again from the command line', async (t) => {
  const database = await testDatabase();
  const connection = connect(database.url, { max: 2, onError: () => undefined });
  const { db } = connection;
  await migrate(db, migrations);
  const jobs = createJobs({ url: database.url, db, log: createLog({ LOG_LEVEL: 'fatal' }), node: 0 });
  t.after(async () => {
    await jobs.stop();
    await connection.close();
    await database.drop();
  });
  let isDown = true;
  const sent: string[] = [];
  const options = { concurrency: 1, retries: 0, timeoutSeconds: 60, keepsUnfinished: true } as const;
  jobs.work<{ email: string }>('mail', options, ({ email }) => {
    if (isDown) return Promise.reject(new Error('The mail server is down.'));
    sent.push(email);
    return Promise.resolve();
  });
  await jobs.start();
  const { run } = await commandLine(t, { DATABASE_URL: database.url });
  assert.equal(run('unfinished').out, 'Nothing is unfinished.');
  await jobs.send('mail', { email: 'robin@example.com' });
  const line = await until('the mail is listed', () => {
    const { out } = run('unfinished');
    return Promise.resolve(out.includes('robin@example.com') && out);
  });
  assert.match(
    line,
    /^[\da-f-]{36} {2}\S+Z {2}mail {2}The mail server is down\. {2}\{"email":"robin@example\.com"\}$/,
  );
  isDown = false;
  assert.deepEqual(run('retry', randomUUID()).status, 1);
  assert.equal(run('retry', line.slice(0, 36)).out, 'Queued again: 1.');
  await until('the mail is sent', () => Promise.resolve(sent.length > 0));
  assert.equal(run('retry', 'all').status, 0);
  assert.equal(run('unfinished').out, 'Nothing is unfinished.');
  assert.deepEqual(sent, ['robin@example.com']);
  const nowhere = await commandLine(t);
  assert.match(nowhere.run('unfinished').error, /No database runs in/);
});

test('[ACCT-02] news are counted and handed over from the command line, and a file is one issue', async (t) => {
  const database = await testDatabase();
  const connection = connect(database.url, { max: 2, onError: () => undefined });
  const { db } = connection;
  await migrate(db, migrations);
  t.after(async () => {
    await connection.close();
    await database.drop();
  });
  const { data, run } = await commandLine(t, { DATABASE_URL: database.url });
  const file = path.join(data, 'news.md');
  await writeFile(file, '# New\n\nOne line.\n\n[See it](/news)\n');
  const issues = () => db.selectFrom('news_issues').select('subject').execute();
  assert.equal(run('send-news', file, '--dry-run').out, '“New” would go to 0 members. Nothing was sent.');
  assert.deepEqual(await issues(), []);
  for (let n = 0; n < 2; n++)
    assert.equal(run('send-news', file).out, '“New” goes to 0 members while Waymark runs.');
  assert.deepEqual(await issues(), [{ subject: 'New' }]);
  await writeFile(file, 'No heading');
  assert.match(run('send-news', file).error, /Begin the file with a heading/);
  assert.equal(run('send-news', path.join(data, 'nothing.md')).status, 1);
});
