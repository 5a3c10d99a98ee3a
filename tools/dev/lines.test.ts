import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { readable, readableLines } from './lines.ts';

test('a line of a log is told in words, behind its prefix', () => {
  const line = (fields: object) => readable(`[api] ${JSON.stringify({ time: 'x', ...fields })}`);
  assert.equal(line({ level: 'info', msg: 'ready' }), '[api] ready');
  assert.equal(
    line({ level: 'warn', msg: 'late', err: { message: 'm', stack: 's' } }),
    '[api] WARN  late  m',
  );
  assert.equal(
    line({ level: 'error', msg: 'bad', err: { message: 'm', stack: 'm at x' } }),
    '[api] ERROR  bad  m at x',
  );
  assert.equal(
    line({ level: 'warn', msg: 'slow', call: 'GET /x', status: 500 }),
    '[api] WARN  slow  GET /x 500',
  );
});

test('the end of a part is told without its command line', () => {
  assert.equal(
    readable("[api] exec 'node' '--watch' 'a.ts' exited with code SIGINT"),
    '[api] ended (SIGINT)',
  );
});

test('any other line stays, whatever pieces it came in', async () => {
  const out = new PassThrough();
  const lines = readableLines(out);
  for (const piece of ['built', ' in 1 s\n[edge] {"level":"in', 'fo","msg":"up"}\n{"a":1}\n{"half'])
    lines.write(piece);
  lines.end(() => out.end());
  assert.equal(await text(out), 'built in 1 s\n[edge] up\n{"a":1}\n{"half\n');
});
