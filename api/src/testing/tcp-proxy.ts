import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  /** The URL of the server behind it, with the proxy's address. */
  url: string;
  /** Connections it has taken so far. */
  accepted(): number;
  /** Breaks every connection. */
  cut(): void;
  /** Takes no new connections and breaks those there are. */
  refuse(): Promise<void>;
  /** Keeps connections and takes new ones, but passes nothing on. */
  hang(): void;
  /** Passes the next message with this text on and breaks its connection before the answer comes back. */
  cutAfter(text: string): void;
  /** Works again. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** A proxy on the loopback in front of a server, which can fail as networks and servers do. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  let accepted = 0;
  let isHanging = false;
  let cutText: string | null = null;

  const serve = (client: Socket): void => {
    accepted++;
    const upstream = connect(Number(port || 5432), hostname);
    const pair = { client, upstream };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (bytes: Buffer) => {
      if (isHanging) return;
      const isLast = cutText !== null && bytes.includes(cutText);
      if (isLast) {
        cutText = null;
        upstream.removeAllListeners('data').on('data', end);
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => {
      if (!isHanging) client.write(bytes);
    });
  };
  const cut = () => {
    for (const { client, upstream } of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  let server: Server = createServer(serve);
  const listen = async (at: number) => {
    server = createServer(serve);
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(own);
  return {
    url: url.href,
    accepted: () => accepted,
    cut,
    refuse: close,
    hang: () => void (isHanging = true),
    cutAfter: (text) => void (cutText = text),
    async restore() {
      // What hung has lost bytes: it ends.
      if (isHanging) cut();
      isHanging = false;
      if (!server.listening) await listen(own);
    },
    stop: close,
  };
}
