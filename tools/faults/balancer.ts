import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  url: string;
  stop(): void;
}

/** Hands connections to servers of this machine in turn; one that does not listen is passed over. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const open = (client: Socket, attempts: number): void => {
    const upstream = connect(ports[turn++ % ports.length]!, '127.0.0.1');
    sockets.add(upstream);
    const refused = () => (attempts > 1 ? open(client, attempts - 1) : client.destroy());
    upstream.once('error', refused).once('close', () => sockets.delete(upstream));
    upstream.once('connect', () => {
      upstream.off('error', refused).on('error', () => client.destroy());
      upstream.once('close', () => client.destroy());
      client.once('close', () => upstream.destroy());
      client.pipe(upstream).pipe(client);
    });
  };
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy()).once('close', () => sockets.delete(client));
    open(client, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
