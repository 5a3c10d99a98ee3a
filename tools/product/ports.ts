import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (32768 and up on Linux, 49152 elsewhere): one of those could
 * be gone again before its server listens on it.
 */
const FIRST_PORT = 10_000;
const PORTS = 22_000;

/** A port of this machine's loopback that is free now: `wanted` or one after it, or any when 0. */
export async function freePort(wanted = 0): Promise<number> {
  const port = wanted || FIRST_PORT + randomInt(PORTS);
  return (await isFree(port)) ? port : freePort(wanted && wanted + 1);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
