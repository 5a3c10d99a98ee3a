import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import fastify from 'fastify';
import { closeUnusedConnections } from './unused-connections.ts';

test('a stop does not wait for connections over which nothing was asked, and lets the others end', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  closeUnusedConnections(app);
  const asked = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  app.get('/', async () => {
    asked.resolve();
    await stopped.promise;
    return 'whole';
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const accepted = once(app.server, 'connection');
  const unused = connect(Number(new URL(url).port), '127.0.0.1');
  const closed = once(unused.resume(), 'close');
  await accepted;
  const answer = fetch(url, { headers: { connection: 'close' } });
  await asked.promise;
  const stop = app.close();
  await closed;
  stopped.resolve();
  assert.equal(await (await answer).text(), 'whole');
  await stop;
});
