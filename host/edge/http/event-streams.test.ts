import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { startTestEdge } from '../testing/edge.ts';

const STREAM = '/services/stream';

/** An API whose streams go on without end. */
function streamingApi() {
  const streams: ServerResponse[] = [];
  return {
    streams,
    api: ({ url }: { url?: string }, response: ServerResponse) => {
      if (url?.startsWith('/services/') !== true) return false;
      if (url === STREAM) {
        streams.push(response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }));
        response.write(': open\n\n');
      } else response.end('answered');
      return true;
    },
  };
}

test('streams of events take no place of a call, and are bounded themselves', async (t) => {
  const { api } = streamingApi();
  const { edge } = await startTestEdge(t, { api, maxApiRequests: { calls: 2 }, maxEventStreams: 4 });
  const leave = new AbortController();
  t.after(() => leave.abort());
  const open = () => fetch(edge.url + STREAM, { signal: leave.signal });
  for (let n = 0; n < 4; n++) assert.equal((await open()).status, 200);
  const refused = await open();
  assert.deepEqual([refused.status, ((await refused.json()) as { error: string }).error], [503, 'busy']);
  const call = await fetch(`${edge.url}/services/x`, { signal: AbortSignal.timeout(15_000) });
  assert.equal(await call.text(), 'answered');
});

test('an end of the API or of the visitor ends a stream on both sides', async (t) => {
  const { api, streams } = streamingApi();
  const { edge } = await startTestEdge(t, { api, maxEventStreams: 1 });
  const leave = new AbortController();
  const left = await fetch(edge.url + STREAM, { signal: leave.signal });
  assert.equal(left.status, 200);
  const closed = once(streams[0]!, 'close');
  leave.abort();
  await closed;
  const ended = await fetch(edge.url + STREAM);
  streams[1]!.end('retry: 7\n\n');
  assert.equal(await ended.text(), ': open\n\nretry: 7\n\n');
});

test('a stop ends streams of events and connections without a request at once', async (t) => {
  const { api } = streamingApi();
  const { edge } = await startTestEdge(t, { api });
  const { hostname, port } = new URL(edge.url);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const closed = once(silent.resume(), 'close');
  const streams = await Promise.all(Array.from({ length: 20 }, () => fetch(edge.url + STREAM)));
  const texts = Promise.all(streams.map((stream) => stream.text()));
  // Longer than a test may take: nothing is cut off.
  await edge.close(600_000);
  assert.deepEqual(new Set(await texts), new Set([': open\n\n']));
  await closed;
});
