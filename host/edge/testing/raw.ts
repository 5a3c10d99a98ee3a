import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  status: number;
  text: string;
  ms: number;
}

/** A connection on which a test writes what it likes. @param from address of this machine to call from */
export function openRaw(url: string, from?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      ...(from !== undefined && { localAddress: from }),
    });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Everything that comes on a connection until it ends. A reset counts as the end. @throws Error when it stays open */
export function readToEnd(socket: Socket, timeoutMs = 10_000): Promise<RawAnswer> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `The connection is still open after ${timeoutMs} ms: ${Buffer.concat(parts).toString('latin1').slice(0, 200)}`,
        ),
      );
    }, timeoutMs);
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      const text = Buffer.concat(parts).toString('latin1');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        text,
        ms: performance.now() - start,
      });
    });
  });
}

/** Sends bytes on a connection of their own and reads until the server ends it. */
export async function sendRaw(url: string, bytes: string | Buffer, timeoutMs?: number): Promise<RawAnswer> {
  const socket = await openRaw(url);
  const answer = readToEnd(socket, timeoutMs);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return answer;
}
