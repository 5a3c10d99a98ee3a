import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../row.ts';

/**
 * Sends requests with long paths, queries and headers, one after the other, in a process of its own, and tells how long
 * the slowest kind of them took. Each is sent several times and counts by its median: what is slow is slow each time.
 */
const [url = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const LENGTH = 16 * 1024;
const TIMES = 5;
const PAUSE_MS = 2;

/** Pieces that expressions, parsers and decoders meet in addresses and headers. */
const PIECES = [
  '/', '//', '/./', '/../', '%2e%2e/', '%2F', '%', '%25', '%00', '%C0%AF', '\\', ';', ',', '=', '&', '?', '#', ':', '@',
  '"', "'", '<', '(', '[', '{', '{"a":', '[0,', '+', '-', '.', '0', '1e', 'a', ' ', '\t', 'a=', 'a=;', 'a=b&', '; ', ' ,',
  'a;q=0.1,', 'br;q=0,', 'W/"a",', '"a" ,', 'bytes=0-1,', 'Bearer ', '127.0.0.1, ', '::', 'ffff:', 'en-us,', 'é', '\u{ff}',
  '__proto__[', 'a[b]=', 'ids=1,', '1,', '-1,', '9', 'https://', 'http://a@', 'xn--', 'and ',
]; // prettier-ignore
const PATHS = [
  '/',
  '/workout/',
  '/route/',
  '/auth/',
  '/services/main/v7.1/',
  '/assets/',
  '/services/main/v7.1/workout/1',
];
const QUERIES = [
  '/?',
  '/routes?q=',
  '/auth/login?next=',
  '/services/main/v7.1/workout/?ids=',
  '/services/main/v7.1/route/?search=',
  '/services/routing/route?json=',
  '/services/main/v7.1/workout/?limit=',
];
const HEADERS = [
  'accept', 'accept-encoding', 'accept-language', 'authorization', 'connection', 'content-type', 'cookie', 'expect',
  'forwarded', 'idempotency-key', 'if-match', 'if-modified-since', 'if-none-match', 'origin', 'range', 'referer', 'te',
  'upgrade', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'x-requested-with',
]; // prettier-ignore
const HEADER_TARGETS = ['/', '/services/main/v7.1/workout/?limit=1'];

interface OddRequest {
  what: string;
  bytes: string;
}

const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const request = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n${headers}connection: close\r\n\r\n`;

/** At the length of the limits and beyond them: what is refused must be refused fast too. */
function* oddRequests(): Generator<OddRequest> {
  for (const piece of PIECES) {
    const inTarget = piece.replaceAll(/[ \t]/g, '+');
    const named = JSON.stringify(piece);
    for (const path of PATHS)
      for (const length of [2000 - path.length, LENGTH])
        yield { what: `path ${path} ${named} ${length}`, bytes: request(path + fill(inTarget, length)) };
    for (const query of QUERIES)
      for (const length of [8000 - query.length, LENGTH])
        yield { what: `query ${query} ${named} ${length}`, bytes: request(query + fill(inTarget, length)) };
    for (const name of HEADERS)
      for (const target of HEADER_TARGETS)
        yield {
          what: `header ${name} at ${target} ${named}`,
          bytes: request(target, `${name}: ${fill(piece, LENGTH - 300)}\r\n`),
        };
  }
}

async function send(bytes: string): Promise<number> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const start = performance.now();
  socket.on('error', () => undefined);
  const answered = new Promise<number>((resolve) => {
    socket.once('data', () => resolve(performance.now() - start));
    socket.once('close', () => resolve(performance.now() - start));
  });
  socket.write(Buffer.from(bytes, 'latin1'));
  const ms = await answered;
  socket.resume();
  socket.destroy();
  return ms;
}

async function sendAll(): Promise<{ sent: number; slowest: [what: string, ms: number][] }> {
  const results: [string, number][] = [];
  // What is made once only is made here.
  for (const target of [...PATHS, ...QUERIES]) await send(request(target));
  for (const { what, bytes } of oddRequests()) {
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      times.push(await send(bytes));
      await wait(PAUSE_MS);
    }
    results.push([what, median(times)]);
  }
  return { sent: results.length * TIMES, slowest: results.toSorted((a, b) => b[1] - a[1]).slice(0, 5) };
}

// The benchmark was ended.
process.on('disconnect', () => process.exit());
process.on('message', () => void sendAll().then((found) => process.send?.(found)));
