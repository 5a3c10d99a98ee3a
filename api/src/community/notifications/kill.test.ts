import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { Client } from 'pg';
import { type NotificationList, SERVICE_BASES, type Story, type StoryList } from '@waymark/api-contract';
import { testDatabase } from '../../testing/database.ts';
import { type ApiProcess, startProcess } from '../../testing/api-process.ts';
import { signUpAt } from '../../testing/member.ts';

const COMMENTS = 40;

test('comments in hand when the API is killed are stored and told once each, with those that are sent again', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-notifications-kill-'));
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  let api: ApiProcess = await startProcess(folder, env);
  t.after(async () => {
    await api.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (token: string, method: string, where: string, body?: object, key?: string) =>
    fetch(api.url + SERVICE_BASES.main + where, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { access_token: owner } = await signUpAt(api.url, 'owner@example.com');
  const { access_token: author } = await signUpAt(api.url, 'author@example.com');
  const post = { verb: 'post', object: { type: 'status', text: 'A story' }, privacy: 3 };
  const { id } = (await (await ask(owner, 'POST', '/activity_story/', post)).json()) as Story;
  const send = (n: number) => {
    const object = { type: 'comment', text: `Comment ${n}` };
    const body = { verb: 'comment', parent_story_id: id, object };
    return ask(author, 'POST', '/activity_story/', body, `comment-number-${n}`);
  };
  let answered = 0;
  const killed = Promise.withResolvers<void>();
  const first = Array.from({ length: COMMENTS }, async (_, n) => {
    const { status } = await send(n);
    assert.equal(status, 201);
    if (++answered === COMMENTS / 4) killed.resolve(api.kill());
  });
  const settled = Promise.allSettled(first);
  await killed.promise;
  assert.ok(
    (await settled).some(({ status }) => status === 'rejected'),
    'some were in hand',
  );
  api = await startProcess(folder, env);
  for (let n = 0; n < COMMENTS; n++) assert.equal((await send(n)).status, 201);

  const replies = `/activity_story/?reply_type=comment&parent_story_id=${id}&limit=100`;
  const list = (await (await ask(owner, 'GET', replies)).json()) as StoryList;
  const texts = list._embedded.comments.map(({ object }) => object.text);
  assert.deepEqual(texts.toSorted(), Array.from({ length: COMMENTS }, (_, n) => `Comment ${n}`).toSorted());
  assert.equal(list.total_count, COMMENTS);
  const told = (await (await ask(owner, 'GET', '/notification/')).json()) as NotificationList;
  assert.deepEqual(
    told._embedded.notifications.map(({ kind, actor_count: n }) => [kind, n]),
    [['comment', 1]],
  );
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query('select id from notification_causes');
  await client.end();
  assert.equal(rowCount, COMMENTS);
});
