import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Clients that keep a server waiting, in a process of their own: told `open`, it holds so many connections until it is
 * told `close`. What the server ends is opened anew.
 */
const [url = '', clients = '0', target = '/'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const COUNT = Number(clients);
const DRIP_MS = 2000;
/** Opened at a time: more would wait in the server's queue of connections. */
const AT_ONCE = 100;
const LONG_BODY = 60_000;

const head = (method: string, path: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-requested-with: waymark\r\n${headers}`;

/** What a client sends first, and what it adds from time to time. */
const KINDS: { first: string; drip?: string; isDeaf?: boolean }[] = [
  // Says nothing.
  { first: '' },
  // Never ends its headers.
  { first: head('GET', target, 'x: '), drip: 'y' },
  // Never ends its body.
  { first: head('POST', target, `content-length: ${LONG_BODY}\r\n\r\n{`), drip: ' ' },
  { first: head('POST', target, 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'), drip: '1\r\n \r\n' },
  // Keeps a connection open after its request.
  { first: head('GET', '/livez', '\r\n') },
  // Asks for more and more and reads none of it.
  { first: head('GET', target, '\r\n').repeat(10), isDeaf: true },
];

const open = new Set<{ socket: Socket; drip?: string }>();
let isOpen = false;

function openOne(number: number): Promise<void> {
  return new Promise((resolve) => {
    const { first, drip, isDeaf } = KINDS[number % KINDS.length]!;
    const socket = connect(Number(port), hostname);
    const client = { socket, ...(drip !== undefined && { drip }) };
    open.add(client);
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      if (first) socket.write(first);
      if (isDeaf) socket.pause();
      else socket.resume();
      resolve();
    });
    socket.once('close', () => {
      open.delete(client);
      resolve();
      if (isOpen) void openOne(number);
    });
  });
}

setInterval(() => {
  for (const { socket, drip } of open) if (drip !== undefined && socket.writable) socket.write(drip);
}, DRIP_MS);

async function openAll(): Promise<void> {
  isOpen = true;
  for (let number = 0; number < COUNT; number += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, COUNT - number) }, (_, i) => openOne(number + i)),
    );
}

async function closeAll(): Promise<void> {
  isOpen = false;
  for (const { socket } of open) socket.destroy();
  while (open.size > 0) await wait(10);
}

// The benchmark was ended.
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  void (message === 'open' ? openAll() : closeAll()).then(() => process.send?.(open.size));
});
