import { createServer } from 'node:net';

/** A port of this machine's loopback that is free now; `wanted` itself when it is. */
export async function freePort(wanted = 0): Promise<number> {
  const taken = await tryPort(wanted);
  return taken ?? freePort(wanted ? wanted + 1 : 0);
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null));
    });
  });
}
